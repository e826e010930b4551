/** What a `render` command line asks for. */
import { extname } from "node:path";
import { type ImageFormat, imageFormatSchema } from "../../core/contract/image-format.js";
import { didYouMean } from "../../core/contract/suggest.js";
import { type OptionTable, readArguments, UsageError } from "../arguments.js";
import { type JobSource } from "../job.js";

/** The options of `irs render`. */
export const RENDER_OPTIONS = {
  data: {
    type: "string",
    short: "d",
    value: "FILE",
    help: "a request: { layers, variables, format, scale, transparent }",
  },
  uploads: {
    type: "string",
    short: "u",
    value: "FOLDER",
    help: "files that stand for uploads, each called by its upload's id, such as {id}.woff2",
  },
  output: {
    type: "string",
    short: "o",
    value: "FILE",
    help: "where the picture goes; - is standard output (default: beside the template)",
  },
  format: {
    type: "string",
    short: "f",
    value: "FORMAT",
    help: "png, jpg, webp or avif (default: by the output's name, else the request's, else png)",
  },
  scale: {
    type: "string",
    short: "s",
    value: "NUMBER",
    help: "pixels of the picture for each pixel of the design, 0.1 to 4 (default: 1)",
  },
  transparent: { type: "boolean", short: "t", help: "leave the template's background out; not for jpg" },
  watch: {
    type: "boolean",
    short: "w",
    help: "render again whenever the template, the data or a file that they name changes",
  },
  "allow-loopback": { type: "boolean", help: "let images come from servers on this machine" },
  json: { type: "boolean", help: "report as one line of JSON a render" },
} as const satisfies OptionTable;

/** The name that stands for standard output. */
export const STANDARD_OUTPUT = "-";

/** A command line that makes sense by itself; files have not been looked at. */
export interface RenderPlan {
  readonly source: JobSource;
  /** As its user named it; undefined is beside the template. */
  readonly output: string | undefined;
  readonly watch: boolean;
  readonly allowLoopback: boolean;
  readonly json: boolean;
}

/** Reads the arguments of `irs render`. @throws UsageError */
export function planRender(argv: readonly string[], folder: string): RenderPlan {
  const { options, operands } = readArguments(argv, RENDER_OPTIONS);
  const [template, ...others] = operands;
  if (template === undefined) throw new UsageError("Which template? Name its JSON file.");
  if (others.length > 0) throw new UsageError(`One template at a time; ${others.join(", ")} is too much.`);
  if (options.watch && options.output === STANDARD_OUTPUT) {
    throw new UsageError("--watch needs a file to write to, not standard output.");
  }
  const output = {
    format: formatOf(options.format, options.output),
    scale: scaleOf(options.scale),
    transparent: options.transparent ? true : undefined,
  };
  return {
    source: { folder, template, data: options.data, uploads: options.uploads, output },
    output: options.output,
    watch: options.watch,
    allowLoopback: options["allow-loopback"],
    json: options.json,
  };
}

const FORMATS: readonly string[] = imageFormatSchema.options;

/** The format that the option and the output's name agree on; undefined if neither tells. */
function formatOf(option: string | undefined, output: string | undefined): ImageFormat | undefined {
  const asked = option === undefined ? undefined : parseFormat(option);
  if (option !== undefined && asked === undefined) {
    throw new UsageError(`There is no format ${option}; ask for ${FORMATS.join(", ")}.${didYouMean(option, FORMATS)}`);
  }
  const extension = output === undefined || output === STANDARD_OUTPUT ? "" : extname(output);
  if (output === undefined || extension === "") return asked;
  const named = parseFormat(extension.slice(1));
  if (named === undefined) throw new UsageError(`${output} must end in .png, .jpg, .webp or .avif.`);
  if (asked !== undefined && asked !== named) {
    throw new UsageError(`${output} is the name of a ${named}, but --format asks for ${asked}.`);
  }
  return named;
}

function parseFormat(text: string): ImageFormat | undefined {
  const name = text.toLowerCase();
  return imageFormatSchema.safeParse(name === "jpeg" ? "jpg" : name).data;
}

function scaleOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (!/^\d+(?:\.\d+)?$/.test(text)) throw new UsageError(`--scale must be a number such as 2 or 0.5, not ${text}.`);
  return Number(text);
}

import { extname } from "node:path";
import { formatNamed, IMAGE_FORMATS, type ImageFormat, listNames } from "@image-render/engine/formats";
import { didYouMean } from "@image-render/engine/suggestions";
import type { RenderOptions } from "../command-options.js";
import type { RenderSource } from "../render-input.js";
import { UsageError } from "../usage-error.js";

/** The output name that means standard output. */
export const STANDARD_OUTPUT = "-";

/** The checked options of `irs render`. No file has been read yet. */
export interface RenderPlan {
  readonly source: RenderSource;
  /** The output as the command line names it. Undefined means a file next to the template. */
  readonly output: string | undefined;
  readonly watch: boolean;
  readonly allowLoopback: boolean;
  readonly json: boolean;
}

/** Checks the options of `irs render`. @throws UsageError */
export function planRender(template: string, options: RenderOptions, folder: string): RenderPlan {
  const { watch = false, allowLoopback = false, json = false } = options;
  if (watch && options.output === STANDARD_OUTPUT) {
    throw new UsageError("--watch needs a picture file. It cannot write to standard output.");
  }
  const output = {
    format: formatOf(options.format, options.output),
    scale: numberOf("--scale", options.scale, "2 or 0.5"),
    quality: numberOf("--quality", options.quality, "80"),
    transparent: options.transparent,
  };
  return {
    source: {
      folder,
      template,
      data: options.data,
      uploads: options.uploads,
      variables: variablesOf(options.var),
      output,
    },
    output: options.output,
    watch,
    allowLoopback,
    json,
  };
}

/** Returns the format from `--format` or the output's name, which must agree. Undefined if neither has one. */
function formatOf(option: string | undefined, output: string | undefined): ImageFormat | undefined {
  const wanted = option === undefined ? undefined : parseFormat(option);
  if (option !== undefined && wanted === undefined) {
    throw new UsageError(
      `There is no format ${option}. Use ${IMAGE_FORMATS.join(", ")}.${didYouMean(option, IMAGE_FORMATS)}`,
    );
  }
  const extension = output === undefined || output === STANDARD_OUTPUT ? "" : extname(output);
  if (output === undefined || extension === "") return wanted;
  const named = parseFormat(extension.slice(1));
  if (named === undefined)
    throw new UsageError(`The name ${output} must end in ${listNames(IMAGE_FORMATS.map((format) => `.${format}`))}.`);
  if (wanted !== undefined && wanted !== named) {
    throw new UsageError(
      `The name ${output} means the format ${named}, but --format is ${wanted}. Change one of them.`,
    );
  }
  return named;
}

/** Returns the values of `--var` by the names of the variables. */
function variablesOf(options: readonly string[] = []): Readonly<Record<string, string>> {
  const values = new Map<string, string>();
  for (const option of options) {
    const [, name = "", value = ""] = /^([^=]+)=(.*)$/s.exec(option) ?? [];
    if (name === "") throw new UsageError(`--var must be a name and a value, such as title=Hello, not ${option}.`);
    if (values.has(name)) throw new UsageError(`--var sets ${name} twice.`);
    values.set(name, value);
  }
  return Object.fromEntries(values);
}

function parseFormat(text: string): ImageFormat | undefined {
  return formatNamed(text.toLowerCase());
}

function numberOf(option: string, text: string | undefined, such: string): number | undefined {
  if (text === undefined) return undefined;
  if (!/^\d+(?:\.\d+)?$/.test(text)) throw new UsageError(`${option} must be a number such as ${such}, not ${text}.`);
  return Number(text);
}

import { existsSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { basename, dirname, extname, isAbsolute, join, relative, resolve, sep } from "node:path";
import { SvgError } from "@image-render/engine/svg";
import { type ImportedTemplate, importSvg } from "@image-render/import-svg/node";
import type { ImportSvgOptions } from "../command-options.js";
import { checkDocument } from "../check-document.js";
import { EXIT } from "../exit-code.js";
import { positionAt } from "../json/position.js";
import { replaceLocalFiles } from "../local-files.js";
import { fileIssue, IssuesError, type LocatedIssue } from "../located-issue.js";
import { count, formatIssues } from "../print.js";
import { describeReadError, systemCode } from "../source-file.js";
import { formatDocument } from "../templates-folder/document.js";
import { paint, printable, type Terminal, write } from "../terminal.js";
import { UsageError } from "../usage-error.js";

/** Runs `irs import svg`. @throws UsageError, IssuesError */
export async function importSvgFile(terminal: Terminal, file: string, options: ImportSvgOptions): Promise<number> {
  const { out, err, folder } = terminal;
  const output = options.output ?? file.replace(/\.svg$/i, "") + ".json";
  if (extname(output).toLowerCase() !== ".json") throw new UsageError(`The name ${output} must end in .json.`);
  const text = await readSvgText(file, folder);
  const imported = await importText(text, file, output, folder);
  const written = filesOf(imported, output);
  const taken = [...written.keys()].filter((name) => existsSync(resolve(folder, name)));
  if (taken.length > 0 && options.force === undefined) {
    throw new UsageError(
      `${taken.join(", ")}: The file exists already. Overwrite it with --force, or name another one with -o.`,
    );
  }
  const { issues } = checkDocument(replaceLocalFiles(imported.document), (issue) => ({ ...issue, file: output }));
  if (issues.length > 0) throw new IssuesError(issues, "The template would have these issues, so nothing was written.");
  for (const [name, content] of written) await writeInto(resolve(folder, name), name, content);
  const warnings = imported.notes.map(({ message, at }): LocatedIssue => ({
    ...fileIssue(file, message),
    position: positionAt(text, at),
  }));
  await write(err, formatIssues(err, { issues: [], warnings }));
  await write(out, `${printable(output)}  ${paint(out, "success", "written")}, ${describe(imported)}\n`);
  return EXIT.ok;
}

/** An SVG with embedded photos can be as large as the photos, but not larger than a template. */
const MAX_SVG_BYTES = 100 * 1024 * 1024;

async function readSvgText(file: string, folder: string): Promise<string> {
  try {
    const bytes = await readFile(resolve(folder, file));
    if (bytes.length <= MAX_SVG_BYTES) return bytes.toString("utf8");
  } catch (error) {
    throw new IssuesError([fileIssue(file, describeReadError(error))], "Nothing was written.");
  }
  const message = `The file is larger than ${MAX_SVG_BYTES / 1024 ** 2} MB. Export it with smaller images.`;
  throw new IssuesError([fileIssue(file, message)], "Nothing was written.");
}

async function importText(text: string, file: string, output: string, folder: string): Promise<ImportedTemplate> {
  const name = basename(output, extname(output));
  const target = dirname(resolve(folder, output));
  const linked = (path: string) => {
    const found = isAbsolute(path) ? path : resolve(dirname(resolve(folder, file)), decodeLink(path));
    return relative(target, found).split(sep).join("/");
  };
  try {
    return await importSvg(text, { name, imageFolder: `${name}-images`, linked });
  } catch (error) {
    if (!(error instanceof SvgError)) throw error;
    const position = error.at === undefined ? {} : { position: positionAt(text, error.at) };
    throw new IssuesError([{ ...fileIssue(file, `${error.message}.`), ...position }], "Nothing was written.");
  }
}

function decodeLink(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** Returns the files to write, with their names relative to the working folder. The template is the last one. */
function filesOf({ document, files }: ImportedTemplate, output: string): Map<string, string | Uint8Array> {
  const images = [...files].map(([name, bytes]) => [join(dirname(output), name), bytes] as const);
  return new Map<string, string | Uint8Array>([...images, [output, formatDocument(document)]]);
}

async function writeInto(path: string, name: string, content: string | Uint8Array): Promise<void> {
  try {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, content);
  } catch (error) {
    throw new UsageError(`${name} cannot be written (${systemCode(error)}).`);
  }
}

const NOUNS: readonly (readonly [noun: string, types: readonly string[]])[] = [
  ["text", ["text"]],
  ["image", ["image"]],
  ["shape", ["rectangle", "ellipse", "polygon", "line"]],
  ["drawing", ["svg"]],
  ["group", ["group"]],
];

/** Describes the layers: `12 layers: 5 texts, 2 images, 5 shapes`. */
function describe({ counts, files }: ImportedTemplate): string {
  const all = [...counts.values()].reduce((sum, number) => sum + number, 0);
  const kinds = NOUNS.flatMap(([noun, types]) => {
    const number = types.reduce((sum, type) => sum + (counts.get(type) ?? 0), 0);
    return number === 0 ? [] : [count(number, noun)];
  });
  const images = files.size === 0 ? "" : `, with ${count(files.size, "image file")}`;
  return `${count(all, "layer")}${kinds.length === 0 ? "" : `: ${kinds.join(", ")}`}${images}`;
}

import { readFile, stat } from "node:fs/promises";
import { resolve } from "node:path";
import { stateOf } from "./file-state.js";
import { positionAt, positionOf } from "./json/position.js";
import { scanJson } from "./json/scan-json.js";
import { fileIssue, type Locate, type LocatedIssue } from "./located-issue.js";

/** A JSON file that was read and parsed. */
export interface SourceFile {
  /** The name of the file, as the command line or a folder names it. */
  readonly name: string;
  /** Its absolute path. */
  readonly path: string;
  /** Its state just before it was read. */
  readonly state: string;
  readonly value: unknown;
  /** Whether the document has a value at a path. */
  has(path: string): boolean;
  /** Adds the file and the position to an issue of the document. */
  readonly locate: Locate;
}

/** A JSON file that could not be read or parsed, with the reason. */
export type UnreadFile = Pick<SourceFile, "path" | "state"> & { readonly issue: LocatedIssue };

/** A template has at most 200 layers with images of at most 1 MB. A larger file is not a template. */
const MAX_FILE_BYTES = 300 * 1024 * 1024;

/** Reads and parses a JSON file. `name` is relative to `folder`. */
export async function readSourceFile(
  name: string,
  folder: string,
): Promise<{ readonly source: SourceFile } | UnreadFile> {
  const path = resolve(folder, name);
  const state = await stateOf(path);
  let text: string;
  try {
    const { size } = await stat(path);
    if (size > MAX_FILE_BYTES) {
      const message = `The file is larger than ${MAX_FILE_BYTES / 1024 ** 2} MB, which is too large for a document.`;
      return { path, state, issue: fileIssue(name, message) };
    }
    text = (await readFile(path, "utf8")).replace(/^\uFEFF/, "");
  } catch (error) {
    return { path, state, issue: fileIssue(name, describeReadError(error)) };
  }
  const scanned = scanJson(text);
  if ("issue" in scanned) {
    const { offset, message } = scanned.issue;
    return { path, state, issue: { file: name, position: positionAt(text, offset), path: "", message } };
  }
  const locate: Locate = (issue) => ({
    file: name,
    position: positionOf(text, scanned.places, issue.path),
    path: issue.path,
    message: issue.message,
  });
  const has = (inside: string) => scanned.places.has(inside);
  return { source: { name, path, state, value: JSON.parse(text) as unknown, has, locate } };
}

/** Returns the message for a file that cannot be read. */
export function describeReadError(error: unknown): string {
  const code = systemCode(error);
  switch (code) {
    case "ENOENT":
    case "ENOTDIR":
      return "There is no such file.";
    case "EISDIR":
      return "This is a folder, not a file.";
    case "EACCES":
    case "EPERM":
      return "You have no permission to read the file.";
    default:
      return `The file cannot be read${code === "" ? "" : ` (${code})`}.`;
  }
}

/** Returns the code of a system error, such as ENOENT. Returns "" if the error has no code. */
export function systemCode(error: unknown): string {
  return typeof error === "object" && error !== null && "code" in error ? String(error.code) : "";
}

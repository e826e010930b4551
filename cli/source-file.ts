import { readFile, stat } from "node:fs/promises";
import { resolve } from "node:path";
import { stateOf } from "./file-state.js";
import { type Finding, fileFinding } from "./finding.js";
import { positionAt, positionOf } from "./json/position.js";
import { scanJson } from "./json/scan-json.js";

/** A JSON file that could be read. */
export interface SourceFile {
  /** As its user named it. */
  readonly name: string;
  /** Its absolute path. */
  readonly path: string;
  /** Its state just before it was read. */
  readonly state: string;
  readonly value: unknown;
  /** Whether something stands at a path of its document. */
  has(path: string): boolean;
  /** Says of an issue of its document where it stands in the file. */
  locate(issue: { readonly path: string; readonly message: string }): Finding;
}

/** A JSON file that could not be read, and why. */
export type UnreadFile = Pick<SourceFile, "path" | "state"> & { readonly fault: Finding };

/** A template holds 200 layers with images of 1 MB at most; who needs more has mistaken the file. */
const MAX_FILE_BYTES = 300 * 1024 * 1024;

/** Reads and parses a JSON file; `name` is taken relative to `folder`. */
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
      return { path, state, fault: fileFinding(name, "The file is too large for a document.") };
    }
    text = (await readFile(path, "utf8")).replace(/^\uFEFF/, "");
  } catch (error) {
    return { path, state, fault: fileFinding(name, readFaultText(error)) };
  }
  const scanned = scanJson(text);
  if ("fault" in scanned) {
    const { offset, message } = scanned.fault;
    return { path, state, fault: { file: name, position: positionAt(text, offset), path: "", message } };
  }
  const locate: SourceFile["locate"] = (issue) => ({
    file: name,
    position: positionOf(text, scanned.places, issue.path),
    path: issue.path,
    message: issue.message,
  });
  const has = (inside: string) => scanned.places.has(inside);
  return { source: { name, path, state, value: JSON.parse(text) as unknown, has, locate } };
}

/** The sentence for a file that cannot be read. */
export function readFaultText(error: unknown): string {
  const code = systemCode(error);
  switch (code) {
    case "ENOENT":
    case "ENOTDIR":
      return "There is no such file.";
    case "EISDIR":
      return "This is a folder, not a file.";
    case "EACCES":
    case "EPERM":
      return "The file may not be read.";
    default:
      return `The file cannot be read${code === "" ? "" : ` (${code})`}.`;
  }
}

/** The system's code of an error, such as ENOENT; "" if it has none. */
export function systemCode(error: unknown): string {
  return typeof error === "object" && error !== null && "code" in error ? String(error.code) : "";
}

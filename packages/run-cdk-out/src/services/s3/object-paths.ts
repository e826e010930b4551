/**
 * The path of an object on disk. It is as close to `<bucket>/<key>` as file systems allow, so that people can find it.
 *
 * - Each part of a key between slashes is percent-encoded. So are `.` and `..`: no path leaves its bucket.
 * - An empty part (in `a//b` or `a/`) becomes `%-`.
 * - A folder and a file never have the same name, because S3 can contain both `a` and `a/b`. The name of a file
 *   contains a dot or ends in `%f`; the name of a folder contains no dot or ends in `%d`.
 * - Long parts are cut, and a hash is added.
 *
 * Limit: on a file system that ignores case, keys that differ only in case are the same object.
 */
import { createHash } from "node:crypto";

/** All common file systems allow names of 255 bytes. The rest is for suffixes. */
const MAX_PART_LENGTH = 200;
const HASHED = "%~";

/** Returns the path of an object relative to the folder of its bucket, with slashes. */
export function pathOfKey(key: string): string {
  const parts = key.split("/");
  const file = parts.pop() ?? "";
  return [...parts.map(folderName), fileName(file)].join("/");
}

/** Returns the folder with all objects whose keys start with the prefix. */
export function folderOfPrefix(prefix: string): string {
  return prefix.split("/").slice(0, -1).map(folderName).join("/");
}

/** Returns the key of a path; undefined if the path contains a hash, so that only the metadata contains the key. */
export function keyOfPath(path: string): string | undefined {
  if (path.includes(HASHED)) return undefined;
  return path.split("/").map(decodePart).join("/");
}

function fileName(part: string): string {
  const name = encodePart(part);
  return name.includes(".") ? name : `${name}%f`;
}

function folderName(part: string): string {
  const name = encodePart(part);
  return name.includes(".") ? `${name}%d` : name;
}

function encodePart(part: string): string {
  if (part === "") return "%-";
  if (part === "." || part === "..") return part.replaceAll(".", "%2E");
  const encoded = encodeURIComponent(part);
  if (encoded.length <= MAX_PART_LENGTH) return encoded;
  const readable = encoded.slice(0, MAX_PART_LENGTH / 2).replace(/%.?$/, "");
  return readable + HASHED + createHash("sha256").update(part).digest("hex");
}

function decodePart(name: string): string {
  const part = name.replace(/%[df]$/, "");
  return part === "%-" ? "" : decodeURIComponent(part);
}

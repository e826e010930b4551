/**
 * Where an object lies on disk: `<bucket>/<key>` as plainly as file systems allow, so that a person can open it.
 *
 * Each part of a key between slashes is percent-encoded; `.` and `..` too, so no key leads out of its bucket, and the
 * empty part (in `a//b` or `a/`) becomes `%-`. A folder and a file never share a name, though S3 may hold both `a` and
 * `a/b`: a file's name has a dot or ends in `%f`, a folder's has no dot or ends in `%d`. Long parts are cut and hashed.
 * Limit: on a file system that ignores case, keys that differ in case alone are one.
 */
import { createHash } from "node:crypto";

/** File names hold 255 bytes on all common file systems; the rest is room for suffixes. */
const MAX_PART_LENGTH = 200;
const HASHED = "%~";

/** The object's path below its bucket's folder, with slashes. */
export function pathOfKey(key: string): string {
  const parts = key.split("/");
  const file = parts.pop() ?? "";
  return [...parts.map(folderName), fileName(file)].join("/");
}

/** The folder that holds every object whose key begins with the prefix. */
export function folderOfPrefix(prefix: string): string {
  return prefix.split("/").slice(0, -1).map(folderName).join("/");
}

/** The key that a path came from; undefined when a part was hashed, so that only the object's metadata knows. */
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

/**
 * Lets a document name image and font files on this computer (`"image_url": "photos/harbor.jpg"`). The service does not
 * allow that, because it has no folder to read from. For a render, a URL replaces the path of an image, and the address
 * of an upload replaces the path of a font. The host name of the URL cannot exist (RFC 6761). When the renderer loads
 * the address, it gets the bytes of the file. A push uploads the files.
 */
import { createHash } from "node:crypto";
import { readFile, stat } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { LAYERS } from "@image-render/engine/document";
import { sniffImage } from "@image-render/engine/images";
import { MAX_UPLOAD_BYTES } from "../core/contract/limits.js";
import { UPLOAD_TYPES, type UploadType } from "../core/contract/uploads-api.js";
import { type FileStates, stateOf } from "./file-state.js";
import type { LocatedIssue } from "./located-issue.js";
import { describeReadError, type SourceFile } from "./source-file.js";

/** The host name of the URLs that stand for local files. */
const LOCAL_HOST = "local-file.invalid";

/** The address of an upload that stands for any file that is not uploaded yet. */
const ANY_UPLOAD = "/api/v1/uploads/00000000-0000-4000-8000-000000000000/file";

/** A file on this computer, as a document names it. */
export interface LocalFile {
  /** The path of the file as the document names it, relative to the document. */
  readonly reference: string;
  readonly kind: keyof typeof MAX_UPLOAD_BYTES;
  /** The path in the document. */
  readonly path: string;
  /** The part of the document that shows the file: `The layer "photo"`. */
  readonly owner: string;
}

/** The content of a file that can be uploaded. */
export interface LocalContent {
  readonly bytes: Uint8Array;
  readonly type: UploadType;
  readonly sha256: string;
}

/** A document with the bytes of its local files. */
export interface LocalFiles {
  /** The document with addresses in place of paths. */
  readonly value: unknown;
  /** The bytes of the images by URL. */
  readonly images: ReadonlyMap<string, Uint8Array>;
  /** The bytes of the fonts by the ID of the upload that stands for them. */
  readonly fonts: ReadonlyMap<string, Uint8Array>;
  /** The state of each file that the document names, just before the file was read. A file may be missing. */
  readonly files: FileStates;
  readonly issues: readonly LocatedIssue[];
}

/** Reads the files that a document names. The paths are relative to the folder of the document. */
export async function readLocalFiles(source: SourceFile): Promise<LocalFiles> {
  const files = new Map<string, string>();
  const images = new Map<string, Uint8Array>();
  const fonts = new Map<string, Uint8Array>();
  const addresses = new Map<string, string>();
  const issues: LocatedIssue[] = [];
  for (const named of localFilesOf(source.value)) {
    const { path, reference, kind } = named;
    if (addresses.get(reference)) continue;
    const file = resolve(dirname(source.path), reference);
    files.set(file, await stateOf(file));
    const read = await readLocalFile(file, kind);
    if ("problem" in read) {
      issues.push(source.locate({ path, message: problemSentence(named, read.problem) }));
      // The check of the document must not report the same issue again. A layer with an empty URL has no image.
      addresses.set(reference, kind === "image" ? "" : ANY_UPLOAD);
      continue;
    }
    const address = kind === "image" ? `https://${LOCAL_HOST}/${read.sha256}` : uploadPath(uuidOf(read.sha256));
    if (kind === "image") images.set(address, read.bytes);
    else fonts.set(uuidOf(read.sha256), read.bytes);
    addresses.set(reference, address);
  }
  const value = mapLocalFiles(source.value, ({ reference }) => addresses.get(reference) ?? reference);
  return { value, images, fonts, files, issues };
}

/** Returns the sentence for a file that cannot be used. */
export function problemSentence({ owner, reference }: LocalFile, problem: string): string {
  return `${owner} needs ${reference}. ${problem}`;
}

/** Returns whether an address is a path relative to its document: it has no scheme and no leading slash. */
export function isLocalPath(text: string): boolean {
  return text !== "" && !/^[a-z][a-z0-9+.-]*:|^[/\\]|\{\{/i.test(text);
}

/** Returns a document whose local files are replaced by an upload, so that it can be checked as the service checks it. */
export function replaceLocalFiles(value: unknown): unknown {
  return mapLocalFiles(value, () => ANY_UPLOAD);
}

/** Returns all local files of a document or request, in order. */
export function localFilesOf(value: unknown): LocalFile[] {
  const found: LocalFile[] = [];
  mapLocalFiles(value, (file) => {
    found.push(file);
    return file.reference;
  });
  return found;
}

/** Reads a file and finds its type. Returns a sentence if it cannot be an image or a font. */
export async function readLocalFile(
  file: string,
  kind: LocalFile["kind"] | undefined,
): Promise<LocalContent | { readonly problem: string }> {
  try {
    const info = await stat(file);
    if (!info.isFile()) return { problem: "This is not a file." };
    const most = MAX_UPLOAD_BYTES[kind ?? "image"];
    if (info.size > most) return { problem: `The file is larger than ${most / 1024 ** 2} MB.` };
    const bytes = await readFile(file);
    const image = sniffImage(bytes);
    const type = "type" in image ? image.type : FONT_TYPES.get(bytes.toString("latin1", 0, 4));
    if (type !== undefined && (kind === undefined || UPLOAD_TYPES[type] === kind)) {
      return { bytes, type, sha256: createHash("sha256").update(bytes).digest("hex") };
    }
    const content = "other" in image ? image.other : type;
    return { problem: `The file contains ${content ?? `no ${kind ?? "image or font"}`}. ${ADVICE[kind ?? "any"]}` };
  } catch (error) {
    return { problem: describeReadError(error) };
  }
}

const ADVICE = {
  image: "Use PNG, JPEG, WebP, AVIF, GIF or SVG.",
  font: "Use TTF, OTF, WOFF or WOFF2.",
  any: "Use PNG, JPEG, WebP, AVIF, GIF, SVG, TTF, OTF, WOFF or WOFF2.",
};

/** The types of fonts by the first four bytes of the file. */
const FONT_TYPES: ReadonlyMap<string, UploadType> = new Map([
  ["\0\x01\0\0", "font/ttf"],
  ["true", "font/ttf"],
  ["OTTO", "font/otf"],
  ["wOFF", "font/woff"],
  ["wOF2", "font/woff2"],
]);

function uploadPath(id: string): string {
  return `/api/v1/uploads/${id}/file`;
}

/** Returns an ID that stands for a file. It derives from the bytes, so a cache by ID never has old bytes. */
function uuidOf(sha256: string): string {
  return sha256.slice(0, 32).replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}

/** Returns a copy of a document or request with other addresses for its local files. */
export function mapLocalFiles(value: unknown, addressOf: (file: LocalFile) => string): unknown {
  return mapAddresses(value, (address, file) => (isLocalPath(address) ? addressOf(file) : address));
}

/**
 * Returns a copy of a document or request with other addresses of images and fonts. The variables of a request stay: only
 * the document knows which of them are images.
 */
export function mapAddresses(value: unknown, addressOf: (address: string, file: LocalFile) => string): unknown {
  const visit = (node: unknown, path: string, owner: string): unknown => {
    if (Array.isArray(node)) return node.map((item, index) => visit(item, `${path}[${index}]`, owner));
    if (typeof node !== "object" || node === null) return node;
    const own = ownerOf(node as Record<string, unknown>, path) ?? owner;
    const entries = Object.entries(node as Record<string, unknown>).map(([key, inner]): [string, unknown] => {
      const childPath = path === "" ? key : `${path}.${key}`;
      if (childPath === "variables" && !Array.isArray(inner)) return [key, inner];
      const kind = kindOf(key, path, node as Record<string, unknown>);
      if (typeof inner !== "string" || kind === undefined) return [key, visit(inner, childPath, own)];
      return [key, addressOf(inner, { reference: inner, kind, path: childPath, owner: own })];
    });
    return Object.fromEntries(entries);
  };
  return visit(value, "", "The document");
}

function kindOf(key: string, path: string, owner: Record<string, unknown>): LocalFile["kind"] | undefined {
  if (path.startsWith("variables[")) {
    const isImage = owner["type"] === "image" && (key === "default" || key === "fallback");
    return isImage ? "image" : undefined;
  }
  if (key === "src" && path.startsWith("fonts[")) return "font";
  return urlAttributes.has(key) ? "image" : undefined;
}

function ownerOf({ name, id, family, type }: Record<string, unknown>, path: string): string | undefined {
  if (path === "background") return "The background";
  if (typeof family === "string") return `The font ${JSON.stringify(family)}`;
  if (path.startsWith("variables[") && typeof name === "string") return `The variable ${JSON.stringify(name)}`;
  const label = name ?? id;
  if (typeof label === "string" && typeof type === "string") return `The layer ${JSON.stringify(label)}`;
  const [, layer] = /^layers\.([^.]+)$/.exec(path) ?? [];
  return layer === undefined ? undefined : `The layer ${JSON.stringify(layer)}`;
}

const urlAttributes = new Set(LAYERS.all.flatMap(({ urls }) => urls));

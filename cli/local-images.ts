/**
 * Lets a document name image files on this computer (`"image_url": "photos/harbor.jpg"`). The service does not allow
 * that, because it has no folder to read from. Before the check of the document, a URL replaces each path. The host
 * name of this URL cannot exist (RFC 6761). When the renderer loads the URL, it gets the bytes of the file.
 */
import { createHash } from "node:crypto";
import { readFile, stat } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { MAX_IMAGE_BYTES } from "../core/contract/limits.js";
import { LAYERS } from "@image-render/engine/document";
import { sniffImage } from "@image-render/engine/images";
import { type FileStates, stateOf } from "./file-state.js";
import type { LocatedIssue } from "./located-issue.js";
import { describeReadError, type SourceFile } from "./source-file.js";

/** The host name of the URLs that stand for local files. */
const LOCAL_HOST = "local-file.invalid";

/** A document with the bytes of its local images. */
export interface LocalImages {
  /** The document with URLs in place of paths. */
  readonly value: unknown;
  /** The bytes of the files by URL. */
  readonly images: ReadonlyMap<string, Uint8Array>;
  /** The state of each file that the document names, just before the file was read. A file may be missing. */
  readonly files: FileStates;
  readonly issues: readonly LocatedIssue[];
}

/** Reads the image files that a document names. The paths are relative to the folder of the document. */
export async function readLocalImages(source: SourceFile): Promise<LocalImages> {
  const named: { path: string; reference: string }[] = [];
  mapImageUrls(source.value, (text, path) => {
    if (isLocalPath(text)) named.push({ path, reference: text });
    return text;
  });
  const files = new Map<string, string>();
  const images = new Map<string, Uint8Array>();
  const urls = new Map<string, string>();
  const issues: LocatedIssue[] = [];
  for (const { path, reference } of named) {
    if (urls.get(reference)) continue;
    const file = resolve(dirname(source.path), reference);
    files.set(file, await stateOf(file));
    const read = await readImage(file);
    if ("problem" in read) {
      issues.push(source.locate({ path, message: `${reference}: ${read.problem}` }));
      // With an empty URL, the layer has no image. So the check of the document does not report the same issue again.
      urls.set(reference, "");
      continue;
    }
    const url = urlOf(read.bytes);
    images.set(url, read.bytes);
    urls.set(reference, url);
  }
  const value = mapImageUrls(source.value, (text) => urls.get(text) ?? text);
  return { value, images, files, issues };
}

/** Returns whether an image URL is a path relative to its document: it has no scheme and no leading slash. */
export function isLocalPath(text: string): boolean {
  return text !== "" && !/^[a-z][a-z0-9+.-]*:|^[/\\]|\{\{/i.test(text);
}

/** Returns the URL for a file. It contains the hash of the bytes, so a cache by URL never has old bytes. */
function urlOf(bytes: Uint8Array): string {
  return `https://${LOCAL_HOST}/${createHash("sha256").update(bytes).digest("hex")}`;
}

async function readImage(file: string): Promise<{ readonly bytes: Uint8Array } | { readonly problem: string }> {
  try {
    const info = await stat(file);
    if (!info.isFile()) return { problem: "This is not a file." };
    if (info.size > MAX_IMAGE_BYTES) return { problem: `The file is larger than ${MAX_IMAGE_BYTES / 1024 ** 2} MB.` };
    const bytes = await readFile(file);
    const sniffed = sniffImage(bytes);
    if ("type" in sniffed) return { bytes };
    const found = sniffed.other ?? "no image";
    return { problem: `The file contains ${found}. Use PNG, JPEG, WebP, AVIF, GIF or SVG.` };
  } catch (error) {
    return { problem: describeReadError(error) };
  }
}

type MapUrl = (text: string, path: string) => string;

/** Returns a copy of a document or request with mapped image URLs. Does not change variables, because they are text. */
function mapImageUrls(value: unknown, mapUrl: MapUrl, path = ""): unknown {
  if (Array.isArray(value)) return value.map((item, index) => mapImageUrls(item, mapUrl, `${path}[${index}]`));
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value as Record<string, unknown>).map(([key, inner]): [string, unknown] => {
    const childPath = path === "" ? key : `${path}.${key}`;
    if (childPath === "variables") return [key, inner];
    if (typeof inner === "string" && urlAttributes.has(key)) return [key, mapUrl(inner, childPath)];
    return [key, mapImageUrls(inner, mapUrl, childPath)];
  });
  return Object.fromEntries(entries);
}

const urlAttributes = new Set(LAYERS.all.flatMap(({ urls }) => urls));

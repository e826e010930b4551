/**
 * Lets a document name image files beside it (`"image_url": "photos/harbour.jpg"`), which the service does not: it has no
 * folder to look in. Each such path becomes an address of its own before the document is checked, under a name that no
 * server can have (RFC 6761), and the renderer asks for the bytes under that address.
 */
import { createHash } from "node:crypto";
import { readFile, stat } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { LAYERS } from "../core/contract/template/layers/registry.js";
import { sniffImage } from "../core/fetching/sniff-image.js";
import { type FileStates, stateOf } from "./file-state.js";
import { type Finding } from "./finding.js";
import { readFaultText, type SourceFile } from "./source-file.js";

/** As much as the service's renderers take of a remote image. */
const MAX_IMAGE_BYTES = 20 * 1024 * 1024;
/** The host of the addresses that stand for local files. */
const LOCAL_HOST = "local-file.invalid";

/** A document whose local images have been read. */
export interface LocalImages {
  /** The document with addresses in place of paths. */
  readonly value: unknown;
  /** The files' bytes by address. */
  readonly images: ReadonlyMap<string, Uint8Array>;
  /** Every file that the document names, whether it could be read or not, as it was just before. */
  readonly files: FileStates;
  readonly faults: readonly Finding[];
}

/** Reads the image files that a document names relative to its own folder. */
export async function readLocalImages(source: SourceFile): Promise<LocalImages> {
  const named: { path: string; reference: string }[] = [];
  mapImageUrls(source.value, (text, path) => {
    if (isLocalPath(text)) named.push({ path, reference: text });
    return text;
  });
  const files = new Map<string, string>();
  const images = new Map<string, Uint8Array>();
  const addresses = new Map<string, string>();
  const faults: Finding[] = [];
  for (const { path, reference } of named) {
    if (addresses.get(reference)) continue;
    const file = resolve(dirname(source.path), reference);
    files.set(file, await stateOf(file));
    const read = await readImage(file);
    if ("fault" in read) {
      faults.push(source.locate({ path, message: `${reference}: ${read.fault}` }));
      // An empty address is no image, so the check of the document does not find the same fault again.
      addresses.set(reference, "");
      continue;
    }
    const address = addressOf(read.bytes);
    images.set(address, read.bytes);
    addresses.set(reference, address);
  }
  const value = mapImageUrls(source.value, (text) => addresses.get(text) ?? text);
  return { value, images, files, faults };
}

/** Whether an image's address is a path relative to its document: no scheme, no leading slash. */
export function isLocalPath(text: string): boolean {
  return text !== "" && !/^[a-z][a-z0-9+.-]*:|^[/\\]|\{\{/i.test(text);
}

/** The content's hash makes the address, so whoever caches by address never sees an old picture. */
function addressOf(bytes: Uint8Array): string {
  return `https://${LOCAL_HOST}/${createHash("sha256").update(bytes).digest("hex")}`;
}

async function readImage(file: string): Promise<{ readonly bytes: Uint8Array } | { readonly fault: string }> {
  try {
    const info = await stat(file);
    if (!info.isFile()) return { fault: "This is no file." };
    if (info.size > MAX_IMAGE_BYTES) return { fault: `The file is larger than ${MAX_IMAGE_BYTES / 1024 ** 2} MB.` };
    const bytes = await readFile(file);
    const sniffed = sniffImage(bytes);
    if ("type" in sniffed) return { bytes };
    const found = sniffed.other ?? "no picture";
    return { fault: `The file holds ${found}; PNG, JPEG, WebP, AVIF, GIF and SVG can be used.` };
  } catch (error) {
    return { fault: readFaultText(error) };
  }
}

type MapUrl = (text: string, path: string) => string;

/** A copy of a document (or a request) with each image address mapped. What variables hold is left alone: it is text. */
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

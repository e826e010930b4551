/** Collects the images of an SVG as files beside the template. */
import { posix } from "node:path";
import sharp from "sharp";
import { sniffImage } from "@image-render/engine/images";
import { clean } from "./names.js";

/** The part of an image that is kept, in shares of its sides, and whether it is mirrored. */
export interface ImageEdit {
  readonly crop?: { readonly x: number; readonly y: number; readonly width: number; readonly height: number };
  readonly flipX?: boolean;
  readonly flipY?: boolean;
}

interface Wanted {
  readonly name: string;
  readonly bytes: Buffer;
  readonly edit: ImageEdit;
}

const DATA_URI = /^\s*data:(image\/[a-z+.-]+)?[^,]{0,100},/i;
const EXTENSIONS: Readonly<Record<string, string>> = {
  "image/png": "png",
  "image/jpeg": "jpg",
  "image/webp": "webp",
  "image/avif": "avif",
  "image/gif": "gif",
  "image/svg+xml": "svg",
};

/** Gives images their addresses in the template. Embedded images become files in one folder. */
export class ImageFiles {
  readonly #folder: string;
  readonly #linked: (path: string) => string;
  readonly #addresses = new Map<string, string>();
  readonly #wanted: Wanted[] = [];
  readonly #names = new Set<string>();

  /**
   * @param folder the folder of the files, relative to the template
   * @param linked returns the path of a linked file, relative to the template
   */
  constructor(folder: string, linked: (path: string) => string) {
    this.#folder = folder;
    this.#linked = linked;
  }

  /** Returns the address of an image, or undefined if its content is not an image. */
  addressOf(href: string, label: string, edit: ImageEdit = {}): string | undefined {
    const head = DATA_URI.exec(href)?.[0];
    if (head === undefined) return /^[a-z][a-z0-9+.-]*:/i.test(href) ? href : this.#linked(href);
    const key = JSON.stringify([href, edit]);
    const known = this.#addresses.get(key);
    if (known !== undefined) return known;
    const bytes = decode(head, href.slice(head.length));
    const sniffed = bytes && sniffImage(bytes);
    if (bytes === undefined || sniffed === undefined || !("type" in sniffed)) return undefined;
    const extension = EXTENSIONS[sniffed.type] ?? "png";
    const isEdited = Object.keys(edit).length > 0;
    return this.#add(key, label, isEdited && extension === "svg" ? "png" : extension, bytes, edit);
  }

  /** Adds an SVG file, and returns its address. */
  addSvg(text: string, label: string): string {
    return this.#add(JSON.stringify([text]), label, "svg", Buffer.from(text), {});
  }

  /** Returns the content of all files by their path relative to the template. */
  async files(): Promise<ReadonlyMap<string, Uint8Array>> {
    const files = new Map<string, Uint8Array>();
    for (const { name, bytes, edit } of this.#wanted)
      files.set(posix.join(this.#folder, name), await edited(bytes, edit));
    return files;
  }

  #add(key: string, label: string, extension: string, bytes: Buffer, edit: ImageEdit): string {
    const slug =
      (clean(label) ?? "image")
        .toLowerCase()
        .normalize("NFKD")
        .replace(/[^a-z0-9]+/g, "-") || "image";
    let name = `${slug}.${extension}`;
    for (let number = 2; this.#names.has(name); number++) name = `${slug}-${number}.${extension}`;
    this.#names.add(name);
    this.#wanted.push({ name, bytes, edit });
    const address = posix.join(this.#folder, name);
    this.#addresses.set(key, address);
    return address;
  }
}

function decode(head: string, body: string): Buffer | undefined {
  if (/;base64,$/i.test(head)) return Buffer.from(body, "base64");
  try {
    return Buffer.from(decodeURIComponent(body), "utf8");
  } catch {
    return undefined;
  }
}

async function edited(bytes: Buffer, { crop, flipX = false, flipY = false }: ImageEdit): Promise<Uint8Array> {
  if (crop === undefined && !flipX && !flipY) return bytes;
  let image = sharp(bytes).autoOrient();
  if (crop !== undefined) {
    const { autoOrient } = await sharp(bytes).metadata();
    const [width, height] = [autoOrient.width, autoOrient.height];
    const left = Math.min(width - 1, Math.max(0, Math.round(crop.x * width)));
    const top = Math.min(height - 1, Math.max(0, Math.round(crop.y * height)));
    image = sharp(await image.toBuffer()).extract({
      left,
      top,
      width: Math.min(width - left, Math.max(1, Math.round(crop.width * width))),
      height: Math.min(height - top, Math.max(1, Math.round(crop.height * height))),
    });
  }
  if (flipX) image = image.flop();
  if (flipY) image = image.flip();
  return await image.toBuffer();
}

/** Collects the images of an SVG as files beside the template. */
import { sniffImage } from "@image-render/engine/images";
import { bytesOfBase64, bytesOfText } from "./bytes.js";
import type { EditImage, ImageEdit } from "./image-edit.js";
import { clean } from "./names.js";

interface Wanted {
  readonly name: string;
  readonly bytes: Uint8Array;
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
    return this.#add(JSON.stringify([text]), label, "svg", bytesOfText(text), {});
  }

  /** Returns the content of all files by their path relative to the template. `editImage` crops and mirrors them. */
  async files(editImage: EditImage): Promise<ReadonlyMap<string, Uint8Array>> {
    const files = new Map<string, Uint8Array>();
    for (const { name, bytes, edit } of this.#wanted) {
      const isEdited = Object.keys(edit).length > 0;
      files.set(this.#pathOf(name), isEdited ? await editImage(bytes, edit) : bytes);
    }
    return files;
  }

  #add(key: string, label: string, extension: string, bytes: Uint8Array, edit: ImageEdit): string {
    const slug =
      (clean(label) ?? "image")
        .toLowerCase()
        .normalize("NFKD")
        .replace(/[^a-z0-9]+/g, "-") || "image";
    let name = `${slug}.${extension}`;
    for (let number = 2; this.#names.has(name); number++) name = `${slug}-${number}.${extension}`;
    this.#names.add(name);
    this.#wanted.push({ name, bytes, edit });
    const address = this.#pathOf(name);
    this.#addresses.set(key, address);
    return address;
  }

  #pathOf(name: string): string {
    return this.#folder === "" ? name : `${this.#folder}/${name}`;
  }
}

function decode(head: string, body: string): Uint8Array | undefined {
  if (/;base64,$/i.test(head)) return bytesOfBase64(body);
  try {
    return bytesOfText(decodeURIComponent(body));
  } catch {
    return undefined;
  }
}

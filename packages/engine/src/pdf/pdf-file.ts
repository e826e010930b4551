import { hash } from "node:crypto";
import { deflateSync } from "node:zlib";
import { FILE_START, fileEnd, fileId } from "./file-end.js";

/** Data of a stream that is compressed already, and the entries of its dictionary that say how. */
export interface PdfStream {
  readonly dictionary: string;
  readonly data: Uint8Array;
}

/** The objects of a file. The same objects always give the same bytes: the file has no date and no random ID. */
export class PdfFile {
  readonly #objects: (readonly Uint8Array[] | undefined)[] = [];

  /** Returns the number of an object that is written later. */
  reserve(): number {
    return this.#objects.push(undefined);
  }

  /** Adds an object and returns its number. */
  add(body: string, object = this.reserve()): number {
    this.#objects[object - 1] = [Buffer.from(body, "latin1")];
    return object;
  }

  /** Adds a stream and returns its number. */
  addStream({ dictionary, data }: PdfStream, object = this.reserve()): number {
    const head = `<<${dictionary}/Length ${data.length}>>\nstream\n`;
    this.#objects[object - 1] = [Buffer.from(head, "latin1"), data, Buffer.from("\nendstream", "latin1")];
    return object;
  }

  /** Adds a stream that is compressed here. */
  addCompressed(dictionary: string, content: string | Uint8Array, object = this.reserve()): number {
    const data = deflateSync(typeof content === "string" ? Buffer.from(content, "latin1") : content);
    return this.addStream({ dictionary: `${dictionary}/Filter/FlateDecode`, data }, object);
  }

  /** Writes the file. `catalog` is its root object, and `info` describes it. */
  write(catalog: number, info: number): Uint8Array {
    const parts: Uint8Array[] = [FILE_START];
    let length = FILE_START.length;
    const add = (part: Uint8Array) => {
      parts.push(part);
      length += part.length;
    };
    const offsets = this.#objects.map((body = [], index) => {
      const offset = length;
      add(Buffer.from(`${index + 1} 0 obj\n`, "latin1"));
      for (const part of body) add(part);
      add(Buffer.from("\nendobj\n", "latin1"));
      return offset;
    });
    const id = fileId(hash("sha1", Buffer.concat(parts), "hex"));
    add(fileEnd({ offsets, start: length, catalog, info, id }));
    return Buffer.concat(parts);
  }
}

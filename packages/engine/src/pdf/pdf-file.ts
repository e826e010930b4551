import { hash } from "node:crypto";
import { deflateSync } from "node:zlib";
import { ref } from "./syntax.js";

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
    // The second line tells programs that the file is not a text.
    const parts: Uint8Array[] = [Buffer.from("%PDF-1.7\n%\xe2\xe3\xcf\xd3\n", "latin1")];
    let length = parts[0]?.length ?? 0;
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
    const start = length;
    const rows = offsets.map((offset) => `${String(offset).padStart(10, "0")} 00000 n \n`).join("");
    const id = hash("sha1", Buffer.concat(parts), "hex").slice(0, 32);
    const size = this.#objects.length + 1;
    const trailer = `<</Size ${size}/Root ${ref(catalog)}/Info ${ref(info)}/ID[<${id}><${id}>]>>`;
    const table = `xref\n0 ${size}\n0000000000 65535 f \n${rows}trailer\n${trailer}\nstartxref\n${start}\n%%EOF\n`;
    add(Buffer.from(table, "latin1"));
    return Buffer.concat(parts);
  }
}

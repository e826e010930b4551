import { ref } from "./syntax.js";

/** The line at the start of a file. The second line tells programs that the file is not a text. */
export const FILE_START = Buffer.from("%PDF-1.7\n%\xe2\xe3\xcf\xd3\n", "latin1");

/** The places of the objects of a file, and the objects that its trailer names. */
export interface FileEnd {
  /** Where each object starts, in the order of their numbers. Numbers start at 1. `undefined` for a number without an object. */
  readonly offsets: readonly (number | undefined)[];
  /** Where the table of offsets starts: the length of everything before it. */
  readonly start: number;
  readonly catalog: number;
  readonly info: number;
  /** The ID of the file, in hexadecimal digits. */
  readonly id: string;
}

/** Returns the ID of a file from the SHA-1 digest of its objects. The same objects always have the same ID. */
export function fileId(digest: string): string {
  return digest.slice(0, 32);
}

/** The table has ten digits for an offset. */
const MAX_OFFSET = 9_999_999_999;

/** Returns the end of a file: the table of offsets and the trailer. */
export function fileEnd({ offsets, start, catalog, info, id }: FileEnd): Buffer {
  if (start > MAX_OFFSET) throw new Error("A PDF can have at most 10 GB.");
  const rows = offsets.map((offset) =>
    offset === undefined ? `${"0".repeat(10)} 65535 f \n` : `${String(offset).padStart(10, "0")} 00000 n \n`,
  );
  const size = offsets.length + 1;
  const trailer = `<</Size ${size}/Root ${ref(catalog)}/Info ${ref(info)}/ID[<${id}><${id}>]>>`;
  const table = `xref\n0 ${size}\n${"0".repeat(10)} 65535 f \n${rows.join("")}`;
  return Buffer.from(`${table}trailer\n${trailer}\nstartxref\n${start}\n%%EOF\n`, "latin1");
}

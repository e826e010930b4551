/** Reads the cells of files and of pasted text. The readers of the formats are loaded when they are needed. */
import type { RawCell } from "../model/table.js";

/** The files that can be read. */
export const SHEET_FILES = ".csv,.tsv,.txt,.xlsx,text/csv";
/** A larger file would stop the page for too long, and has more rows than a sheet can have. */
const MAX_BYTES = 20_000_000;

/** Why a file could not be read. */
export class UnreadableSheet extends Error {
  override readonly name = "UnreadableSheet";
  constructor(readonly reason: "too-large" | "old-excel" | "no-sheet") {
    super(reason);
  }
}

/** Reads a CSV file, or the first sheet of an XLSX file. @throws UnreadableSheet */
export async function readFile(file: File): Promise<readonly (readonly RawCell[])[]> {
  if (file.size > MAX_BYTES) throw new UnreadableSheet("too-large");
  const start = new Uint8Array(await file.slice(0, 8).arrayBuffer());
  if (startsWith(start, [0x50, 0x4b])) return readWorkbook(file);
  // XLS, and XLSX with a password, are compound files.
  if (startsWith(start, [0xd0, 0xcf, 0x11, 0xe0])) throw new UnreadableSheet("old-excel");
  return readText(decode(await file.arrayBuffer()));
}

/** Reads CSV, or the tabs and lines that spreadsheets copy. */
export async function readText(text: string): Promise<readonly (readonly string[])[]> {
  const { default: papa } = await import("papaparse");
  // A text with a zero byte is a file of another kind.
  if (text.includes("\0")) throw new UnreadableSheet("no-sheet");
  const { data } = papa.parse<string[]>(text, { skipEmptyLines: false, delimiter: delimiterOf(text) });
  return data;
}

/** Finds the delimiter by the names of the columns, because cells can have others: a price can be “1,50” in Europe. */
function delimiterOf(text: string): string {
  const [names = ""] = text
    .replace(/"[^"]*"/g, "")
    .trimStart()
    .split("\n", 1);
  if (names.includes("\t")) return "\t";
  return names.split(";").length > names.split(",").length ? ";" : ",";
}

async function readWorkbook(file: File): Promise<readonly (readonly RawCell[])[]> {
  // The reader for browsers starts workers from strings, which the content security policy does not allow.
  const { readSheet } = await import("read-excel-file/universal");
  try {
    return (await readSheet(file, { trim: false })) as readonly (readonly RawCell[])[];
  } catch {
    throw new UnreadableSheet("no-sheet");
  }
}

function startsWith(bytes: Uint8Array, wanted: readonly number[]): boolean {
  return wanted.every((byte, index) => bytes[index] === byte);
}

/** Excel on Windows saves “CSV” in the encoding of the computer. A file that is not UTF-8 is read as Windows-1252. */
function decode(bytes: ArrayBuffer): string {
  const start = new Uint8Array(bytes, 0, Math.min(2, bytes.byteLength));
  if (startsWith(start, [0xff, 0xfe])) return new TextDecoder("utf-16le").decode(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

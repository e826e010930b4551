/**
 * Reads the objects of a PDF of {@link PdfFile} from first to last. It knows only the form that this class writes: the
 * dictionary of a stream has its length as a number, and `endobj` is a line of its own.
 */
import { ByteReader, MAX_TEXT_BYTES, UnreadablePdf } from "./byte-reader.js";
import { FILE_START } from "./file-end.js";

/** An object. The bytes of a stream must be read before the next object. */
export interface PdfObject {
  readonly number: number;
  /** The object without its bytes. */
  readonly body: string;
  readonly data?: AsyncIterable<Uint8Array>;
}

/** The number of an object that a trailer names, and of the other one. */
export interface PdfRoots {
  readonly catalog: number;
  readonly info: number;
}

/** The largest number of objects of a file. */
const MAX_OBJECTS = 1_000_000;

/** Yields the objects of a file, and returns what its trailer names. @throws UnreadablePdf */
export async function* readObjects(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<PdfObject, PdfRoots, undefined> {
  const reader = new ByteReader(chunks);
  try {
    const start = (await reader.line()) + (await reader.line());
    if (start !== FILE_START.toString("latin1")) throw new UnreadablePdf("A PDF was not written by this program.");
    for (;;) {
      const head = await reader.line();
      if (head === "xref\n") return await readRoots(reader);
      const number = Number(/^(\d{1,7}) 0 obj\n$/.exec(head)?.[1]);
      // The number 0 would replace the last object of the file before.
      if (!(number >= 1 && number <= MAX_OBJECTS))
        throw new UnreadablePdf("A PDF has an object without a valid number.");
      yield* readObject(reader, number);
    }
  } finally {
    await reader.close();
  }
}

async function* readObject(reader: ByteReader, number: number): AsyncGenerator<PdfObject, void, undefined> {
  let body = "";
  for (;;) {
    const line = await reader.line();
    if (line === "endobj\n") break;
    if (line === "") throw new UnreadablePdf("A PDF ends in the middle of an object.");
    if (line !== "stream\n") {
      body += line;
      if (body.length > MAX_TEXT_BYTES) throw new UnreadablePdf("A PDF has an object that is too long.");
      continue;
    }
    const length = Number(/\/Length (\d+)>>\n$/.exec(body)?.[1]);
    if (!Number.isSafeInteger(length)) throw new UnreadablePdf("A PDF has a stream without its length.");
    yield { number, body: body.slice(0, -1), data: reader.bytes(length) };
    const end = (await reader.line()) + (await reader.line()) + (await reader.line());
    if (end !== "\nendstream\nendobj\n") throw new UnreadablePdf("A PDF has a stream with another length.");
    return;
  }
  yield { number, body: body.slice(0, -1) };
}

async function readRoots(reader: ByteReader): Promise<PdfRoots> {
  // The table of offsets is not needed, because the objects were read in their order.
  for (let line = ""; line !== "trailer\n";) {
    line = await reader.line();
    if (line === "") throw new UnreadablePdf("A PDF has no trailer.");
  }
  const trailer = await reader.line();
  return { catalog: referenceIn(trailer, "Root"), info: referenceIn(trailer, "Info") };
}

/** Returns the number of the object that an entry of a dictionary refers to. @throws UnreadablePdf */
export function referenceIn(body: string, key: string): number {
  const number = new RegExp(`/${key}[ [](\\d+) 0 R`).exec(body)?.[1];
  if (number === undefined) throw new UnreadablePdf(`A PDF has no entry ${key}.`);
  return Number(number);
}

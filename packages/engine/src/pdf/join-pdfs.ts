/**
 * Joins PDFs that {@link PdfFile} has written, as a stream: each file is read once, and its streams pass through. The memory is
 * that of the dictionaries of one file and of the places of all objects.
 */
import { UnreadablePdf } from "./byte-reader.js";
import { JoinedFile } from "./joined-file.js";
import { type PdfRoots, readObjects, referenceIn } from "./read-objects.js";
import { ref, textString } from "./syntax.js";

/** A file with one page. */
export interface PdfPart {
  /** The name of the page in the outline. Without it, the outline has no entry for the page. */
  readonly title?: string | undefined;
  readonly body: AsyncIterable<Uint8Array>;
}

/** A page in the new file. */
interface JoinedPage {
  readonly object: number;
  readonly title: string | undefined;
  /** The entry of the catalog that says the language, or an empty text. */
  readonly language: string;
  readonly info: string;
}

/** The objects of the new file that belong to no page. */
const [PAGES, CATALOG, INFO, OUTLINES, OWN_OBJECTS] = [1, 2, 3, 4, 4] as const;

const PRODUCER = `<</Producer${textString("Image Render Service")}>>`;

/**
 * Yields one file with the pages of all files in their order. The same files always give the same bytes. A title, an author
 * and a language that all files share belong to the new file, too. XMP stays with its page.
 *
 * @throws UnreadablePdf for a file that this program has not written
 */
export async function* joinPdfs(
  parts: AsyncIterable<PdfPart> | Iterable<PdfPart>,
): AsyncGenerator<Uint8Array, void, undefined> {
  const file = new JoinedFile();
  file.reserve(OWN_OBJECTS);
  yield file.start();
  const pages: JoinedPage[] = [];
  for await (const part of parts) pages.push(yield* copyFile(file, part));
  const kids = pages.map(({ object }) => ref(object)).join(" ");
  yield file.object(PAGES, `<</Type/Pages/Kids[${kids}]/Count ${pages.length}>>`);
  const named = pages.filter(({ title }) => title !== undefined);
  if (named.length > 0) yield* writeOutlines(file, named);
  const outlines = named.length > 0 ? `/Outlines ${ref(OUTLINES)}` : "";
  const language = sharedBy(pages.map((page) => page.language)) ?? "";
  yield file.object(CATALOG, `<</Type/Catalog/Pages ${ref(PAGES)}${language}${outlines}>>`);
  yield file.object(INFO, sharedBy(pages.map(({ info }) => info)) ?? PRODUCER);
  yield file.end(CATALOG, INFO);
}

/** Copies the objects of a file after those that are written already. Returns its page. */
async function* copyFile(
  file: JoinedFile,
  { title, body }: PdfPart,
): AsyncGenerator<Uint8Array, JoinedPage, undefined> {
  const before = file.reserve(0);
  const kept = new Map<number, string>();
  const objects = readObjects(body);
  let next = await objects.next();
  for (let last = 0; next.done !== true; next = await objects.next()) {
    const { number, body: text, data } = next.value;
    if (number > last) file.reserve(number - last);
    last = Math.max(last, number);
    if (data === undefined) kept.set(number, text);
    else yield* file.stream(before + number, renumbered(text, before), data);
  }
  const { page, language, info } = takeParts(kept, next.value, before);
  for (const [number, text] of kept) yield file.object(before + number, renumbered(text, before));
  yield file.object(before + page.number, page.body);
  return { object: before + page.number, title, language, info };
}

/** Takes out the objects that a file has only once: its catalog, its list of pages, its information, and its page. */
function takeParts(kept: Map<number, string>, { catalog: root, info: about }: PdfRoots, before: number) {
  const take = (number: number): string => {
    const text = kept.get(number);
    if (text === undefined) throw new UnreadablePdf(`A PDF has no object ${number}.`);
    kept.delete(number);
    return text;
  };
  const info = take(about);
  const catalog = take(root);
  const pages = take(referenceIn(catalog, "Pages"));
  if (!pages.endsWith("/Count 1>>")) throw new UnreadablePdf("A PDF does not have one page.");
  const number = referenceIn(pages, "Kids");
  const metadata = catalog.includes("/Metadata ") ? `/Metadata ${ref(before + referenceIn(catalog, "Metadata"))}` : "";
  const body = renumbered(take(number), before)
    .replace(/\/Parent \d+ 0 R/, `/Parent ${ref(PAGES)}`)
    .replace(/>>$/, `${metadata}>>`);
  return { page: { number, body }, language: /\/Lang<[0-9A-F]*>/.exec(catalog)?.[0] ?? "", info };
}

/** Returns the text with references to the same objects under their new numbers. */
function renumbered(text: string, before: number): string {
  return text.replace(/\b(\d+) 0 R\b/g, (_, number: string) => ref(before + Number(number)));
}

function* writeOutlines(file: JoinedFile, pages: readonly JoinedPage[]): Generator<Uint8Array, void, undefined> {
  const before = file.reserve(pages.length);
  const [first, last] = [ref(before + 1), ref(before + pages.length)];
  yield file.object(OUTLINES, `<</Type/Outlines/First ${first}/Last ${last}/Count ${pages.length}>>`);
  for (const [index, { title = "", object }] of pages.entries()) {
    const number = before + index + 1;
    const previous = index > 0 ? `/Prev ${ref(number - 1)}` : "";
    const next = index < pages.length - 1 ? `/Next ${ref(number + 1)}` : "";
    const entries = `/Title${textString(title)}/Parent ${ref(OUTLINES)}${previous}${next}/Dest[${ref(object)}/Fit]`;
    yield file.object(number, `<<${entries}>>`);
  }
}

/** Returns the text that all places have, or `undefined`. */
function sharedBy(texts: readonly string[]): string | undefined {
  const different = new Set(texts);
  return different.size === 1 ? texts[0] : undefined;
}

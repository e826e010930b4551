/** Imports an SVG as `irs import svg` does. This part of the studio is loaded when an SVG arrives. */
import { type EditImage, importSvg, type Note, SvgError } from "@image-render/import-svg";
import { importSvg as texts } from "../../messages/en/import-svg.js";
import { irs } from "../irs.js";
import { contentTypeOf } from "../upload-types.js";
import { measureTexts } from "./measure-texts.js";

/** Something that the template does not show as the SVG does. */
export interface ImportNote {
  readonly message: string;
  /** The line in the SVG. @default the note is not about a line */
  readonly line: number | undefined;
}

/** A template that was created from an SVG. Its images are uploads. */
export interface ImportedSvg {
  readonly document: Readonly<Record<string, unknown>>;
  readonly notes: readonly ImportNote[];
  /** The name of the rectangle that became the background. */
  readonly ground: string | undefined;
  readonly layerCount: number;
}

/** The maximum number of images that are uploaded at the same time. */
const MAX_PARALLEL = 4;
/** The folder of the images until they are uploads. No SVG links to a file with this name. */
const FOLDER = "irs-uploads";
/** The image that replaces an image that only the designer's computer has. */
const MISSING =
  "data:image/svg+xml;base64,PHN2ZyB4bWxucz0iaHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmciIHdpZHRoPSI0MCIgaGVpZ2h0PSIzMCI+PHJlY3Qgd2lkdGg9IjQwIiBoZWlnaHQ9IjMwIiBmaWxsPSIjZDFkNWRiIi8+PC9zdmc+";

/** Loads the code for it, because few SVGs have an image that must be cropped or mirrored. */
const editImage: EditImage = async (...image) => (await import("./edit-image.js")).editImage(...image);

/**
 * Imports an SVG, and uploads its images.
 *
 * @param name the name of the template
 * @throws Error with a message for people, and ApiError
 */
export async function importSvgFile(text: string, name: string): Promise<ImportedSvg> {
  const links: string[] = [];
  const linked = (path: string): string => {
    links.push(path);
    return MISSING;
  };
  const options = { name, imageFolder: FOLDER, linked, measureTexts, editImage };
  const { document, files, notes, ground, counts } = await importSvg(text, options).catch((error: unknown) => {
    throw error instanceof SvgError ? new Error(sentenceOf(error, text)) : error;
  });
  const addresses = await upload(files);
  return {
    document: withAddresses(document, addresses) as Readonly<Record<string, unknown>>,
    notes: [...notes.map((note) => placed(note, text)), ...linkNotes(links)],
    ground,
    layerCount: [...counts.values()].reduce((sum, number) => sum + number, 0),
  };
}

function sentenceOf({ message, at }: SvgError, text: string): string {
  return texts.unreadable(at === undefined ? undefined : lineAt(text, at), `${message}.`);
}

function linkNotes(links: readonly string[]): readonly ImportNote[] {
  return [...new Set(links)].map((path) => ({ message: texts.linked(path), line: undefined }));
}

function placed({ message, at }: Note, text: string): ImportNote {
  return { message, line: lineAt(text, at) };
}

function lineAt(text: string, at: number): number {
  return text.slice(0, at).split("\n").length;
}

/** Uploads files, and returns their addresses by their paths. */
async function upload(files: ReadonlyMap<string, Uint8Array>): Promise<ReadonlyMap<string, string>> {
  const waiting = [...files];
  const addresses = new Map<string, string>();
  const work = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const [path, bytes] = next;
      const filename = path.slice(FOLDER.length + 1);
      // An image that was edited may be a PNG now.
      const contentType = isPng(bytes) ? ("image/png" as const) : contentTypeOf(filename);
      const stored = await irs.uploads.upload(new Blob([bytes.slice()]), { contentType, filename });
      addresses.set(path, stored.path);
    }
  };
  await Promise.all(Array.from({ length: Math.min(MAX_PARALLEL, waiting.length) }, work));
  return addresses;
}

function isPng([first, second]: Uint8Array): boolean {
  return first === 0x89 && second === 0x50;
}

/** Puts the addresses of uploads in place of the paths. */
function withAddresses(value: unknown, addresses: ReadonlyMap<string, string>): unknown {
  if (typeof value === "string") return addresses.get(value) ?? value;
  if (Array.isArray(value)) return value.map((item) => withAddresses(item, addresses));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withAddresses(item, addresses)]));
}

import { ServiceError } from "../../contract/errors.js";
import { type DocumentFont, weightsOf } from "../../contract/template/document-fonts.js";
import { type TemplateDocument } from "../../contract/template/document.js";
import { allLayers, type Overrides } from "../../contract/template/expand-layers.js";
import { uploadIdOf } from "../../contract/template/image-url.js";
import { type LayerRegistry } from "../../contract/template/layer-registry.js";
import { contentKey } from "../compile/layer-key.js";
import { issuesError } from "../resolve/issues-error.js";
import { BoundedCache } from "../text/bounded-cache.js";
import { loadHarfBuzz } from "../text/harfbuzz.js";
import { type Uploads } from "../uploads/uploads.js";
import { createDocumentFonts, type DocumentFace } from "./document-fonts.js";
import { type FontLibrary } from "./font-library.js";
import { openFont } from "./open-font.js";
import { FontFault } from "./sfnt.js";

/** Unpacked, all fonts that one picture is set in: the shaper holds no more at once. */
const MAX_TOTAL_BYTES = 40_000_000;
/** Of the libraries that are kept; one is kept whatever it has. */
const KEPT_BYTES = 24_000_000;

/** Makes the libraries of documents, and keeps those that were used last. */
export class DocumentFontLoader {
  readonly #base: FontLibrary;
  readonly #layers: LayerRegistry;
  readonly #known = new BoundedCache<string, FontLibrary>(KEPT_BYTES);

  constructor(base: FontLibrary, layers: LayerRegistry) {
    this.#base = base;
    this.#layers = layers;
  }

  /**
   * The fonts of a document: the built-in ones, and those of its own that its texts or a request's ask for.
   *
   * @throws ServiceError `VALIDATION_ERROR` that names the font which is not there or can't be used.
   */
  async load(document: TemplateDocument, overrides: Overrides, uploads: Uploads): Promise<FontLibrary> {
    const wanted = wantedFonts(document, overrides, this.#layers);
    if (wanted.length === 0) return this.#base;
    const key = JSON.stringify([uploads.owner, wanted]);
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const faces = await loadFaces(wanted, uploads);
    const library = createDocumentFonts(this.#base, faces);
    this.#known.set(key, library, bytesOf(faces));
    return library;
  }
}

/** A font of a document, and its place there. */
interface WantedFont {
  readonly index: number;
  readonly font: DocumentFont;
}

function wantedFonts(document: TemplateDocument, { layers = {} }: Overrides, registry: LayerRegistry): WantedFont[] {
  if (document.fonts.length === 0) return [];
  const attributes = new Set(registry.all.flatMap(({ definition }) => definition.fontFamily ?? []));
  const sources: readonly unknown[] = [...allLayers(document.layers), ...Object.values(layers)];
  const families = new Set(sources.flatMap((source) => valuesOf(source, attributes)));
  return document.fonts.map((font, index) => ({ index, font })).filter(({ font }) => families.has(font.family));
}

function valuesOf(source: unknown, attributes: ReadonlySet<string>): unknown[] {
  if (typeof source !== "object" || source === null) return [];
  return Object.entries(source).flatMap(([name, value]: [string, unknown]) => (attributes.has(name) ? [value] : []));
}

async function loadFaces(wanted: readonly WantedFont[], uploads: Uploads): Promise<DocumentFace[]> {
  const hb = await loadHarfBuzz();
  const opened = new Map<string, Promise<ReturnType<typeof openFont>>>();
  const openUpload = async (id: string) => {
    const bytes = await uploads.load(id);
    return openFont(hb, Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  };
  const faces: DocumentFace[] = [];
  // One after the other, so that no more is held than may be.
  for (const { index, font } of wanted) {
    const id = uploadIdOf(font.src) ?? "";
    const opening = opened.get(id) ?? openUpload(id);
    opened.set(id, opening);
    try {
      const { family, style } = font;
      const open = await opening;
      const name = `${uploads.owner} ${contentKey(open.data)}`;
      faces.push({ family, style, weights: weightsOf(font), name, font: open });
    } catch (error) {
      throw faultOf(error, index, font);
    }
    if (bytesOf(faces) > MAX_TOTAL_BYTES) {
      const message = `The fonts of a picture have ${MAX_TOTAL_BYTES / 1e6} MB at most together, unpacked.`;
      throw issuesError("The picture can't be made.", [{ path: "fonts", message }]);
    }
  }
  return faces;
}

/** A fault of the file is its author's; one that may pass stays what it is. */
function faultOf(error: unknown, index: number, { family }: DocumentFont): unknown {
  const isPublic = error instanceof FontFault || (error instanceof ServiceError && error.code === "VALIDATION_ERROR");
  if (!isPublic) return error;
  const reason = error.message.replace(/\.$/, "");
  const message = `The font ${JSON.stringify(family)} can't be used: ${reason}.`;
  return issuesError("The picture can't be made.", [{ path: `fonts[${index}].src`, message }]);
}

/** Bytes of the fonts, each upload counted once. */
function bytesOf(faces: readonly DocumentFace[]): number {
  return [...new Set(faces.map(({ font }) => font.data))].reduce((sum, { length }) => sum + length, 0);
}

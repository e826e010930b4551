import { issuesError, EngineError } from "../issues/engine-error.js";
import { type DocumentFont, weightsOf } from "../document/attributes/document-fonts.js";
import type { TemplateDocument } from "../document/document.js";
import { allLayers, expandLayers, type Overrides } from "../document/expand-layers.js";
import { hasExpressions } from "../document/edition.js";
import { boundIn, isOfFont } from "../document/binding/bind-attributes.js";
import { attributesOf } from "../document/place.js";
import { checkOverrides } from "../document/overrides.js";
import type { Layer } from "../document/layer-types/define-layer.js";
import { uploadIdOf } from "../document/attributes/image-url.js";
import type { LayerRegistry } from "../document/layer-types/layer-registry.js";
import { namedFamilies } from "../document/layer-types/named-families.js";
import { ByteCache } from "../shared/byte-cache.js";
import { contentKey } from "../shared/layer-key.js";
import { loadHarfBuzz } from "./harfbuzz.js";
import type { Uploads } from "../uploads/uploads.js";
import { createDocumentFonts, type DocumentFace } from "./document-fonts.js";
import type { FontLibrary } from "./font-library.js";
import { openFont } from "./open-font.js";
import { FontError } from "./sfnt.js";

/**
 * The largest number of unpacked bytes of all fonts of one picture. The shaper has all of them in memory at the same
 * time.
 */
const MAX_TOTAL_BYTES = 40_000_000;
/** The largest number of unpacked bytes of the cached libraries. The newest library is cached even if it is larger. */
const CACHE_BYTES = 24_000_000;

/** Creates the font libraries of documents, and caches the most recently used ones. */
export class DocumentFontLoader {
  readonly #base: FontLibrary;
  readonly #layers: LayerRegistry;
  readonly #known = new ByteCache<FontLibrary>(CACHE_BYTES, { keepsNewest: true });

  constructor(base: FontLibrary, layers: LayerRegistry) {
    this.#base = base;
    this.#layers = layers;
  }

  /**
   * Loads the fonts of a document: the built-in ones, and its own fonts that its texts or the request use.
   *
   * @throws EngineError `VALIDATION_ERROR` that names the font that is missing or cannot be used.
   */
  async load(document: TemplateDocument, overrides: Overrides, uploads: Uploads): Promise<FontLibrary> {
    const wanted = wantedFonts(document, overrides, this.#layers);
    const base = this.#base.inEdition(document.edition);
    if (wanted.length === 0) return base;
    const key = JSON.stringify([uploads.owner, document.edition, wanted]);
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const faces = await loadFaces(wanted, uploads);
    const library = createDocumentFonts(base, faces);
    this.#known.set(key, library, bytesOf(faces));
    return library;
  }
}

/** A font of a document, and its index in the document. */
interface WantedFont {
  readonly index: number;
  readonly font: DocumentFont;
}

function wantedFonts(document: TemplateDocument, overrides: Overrides, registry: LayerRegistry): WantedFont[] {
  const { layers = {} } = overrides;
  if (document.fonts.length === 0) return [];
  const sources: readonly unknown[] = [
    ...allLayers(document.layers),
    ...Object.values(layers),
    ...evaluatedLayers(document, overrides, registry),
  ];
  const families = new Set(
    sources
      .flatMap((source) =>
        registry.all.flatMap(({ definition }) =>
          namedFamilies(
            definition,
            (key) => textAt(source, key),
            true,
            (key) => valueAt(source, key),
          ),
        ),
      )
      .map(({ family }) => family),
  );
  return document.fonts.map((font, index) => ({ index, font })).filter(({ font }) => families.has(font.family));
}

/**
 * Returns the layers of the request, and those that the template is compiled with, if an expression names a font family.
 * A request with issues has none, because it fails later.
 */
function evaluatedLayers(document: TemplateDocument, overrides: Overrides, registry: LayerRegistry): readonly Layer[] {
  const isBound =
    hasExpressions(document.edition) &&
    allLayers(document.layers).some((layer) => {
      const { definition } = registry.get(layer.type);
      return boundIn(attributesOf(layer), definition).some(([attribute]) => isOfFont(attribute, definition));
    });
  if (!isBound || checkOverrides(document, overrides, registry).length > 0) return [];
  return [{}, overrides].flatMap((each) => allLayers(expandLayers(document, each, registry).layers));
}

function textAt(source: unknown, key: string): string | undefined {
  const value = valueAt(source, key);
  return typeof value === "string" ? value : undefined;
}

function valueAt(source: unknown, key: string): unknown {
  if (typeof source !== "object" || source === null || !Object.hasOwn(source, key)) return undefined;
  return (source as Readonly<Record<string, unknown>>)[key];
}

async function loadFaces(wanted: readonly WantedFont[], uploads: Uploads): Promise<DocumentFace[]> {
  const hb = await loadHarfBuzz();
  const opened = new Map<string, Promise<ReturnType<typeof openFont>>>();
  const openUpload = async (id: string) => {
    const bytes = await uploads.load(id);
    return openFont(hb, Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  };
  const faces: DocumentFace[] = [];
  // One after the other, so that the memory limit is checked before the next font is loaded.
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
      throw loadError(error, index, font);
    }
    if (bytesOf(faces) > MAX_TOTAL_BYTES) {
      const message = `The fonts of a picture have ${MAX_TOTAL_BYTES / 1e6} MB at most together, unpacked.`;
      throw issuesError("The picture can't be made.", [{ path: "fonts", message }]);
    }
  }
  return faces;
}

/**
 * Turns the error of an invalid file into a validation issue for the author. Any other error can be transient and stays
 * as it is.
 */
function loadError(error: unknown, index: number, { family }: DocumentFont): unknown {
  const isIssue = error instanceof FontError || (error instanceof EngineError && error.code === "VALIDATION_ERROR");
  if (!isIssue) return error;
  const reason = error.message.replace(/\.$/, "");
  const message = `The font ${JSON.stringify(family)} can't be used: ${reason}.`;
  return issuesError("The picture can't be made.", [{ path: `fonts[${index}].src`, message }]);
}

/** Returns the unpacked bytes of the fonts. Each upload counts once. */
function bytesOf(faces: readonly DocumentFace[]): number {
  return [...new Set(faces.map(({ font }) => font.data))].reduce((sum, { length }) => sum + length, 0);
}

/** Which uploads a document or a request names, so that whoever keeps them can tell whether they are there. */
import { type TemplateDocument } from "./document.js";
import { allLayers, expandLayers, type Overrides, rootScope } from "./expand-layers.js";
import { uploadIdOf } from "./image-url.js";
import { type Layer } from "./layers.js";
import { fillUrl } from "./text-template/fill-text.js";

/** An upload, and the place that names it: `fonts[0].src`, `layers.photo.image_url`, `variables.items[2].photo`. */
export interface NamedUpload {
  readonly path: string;
  /** In lower case. */
  readonly uploadId: string;
}

/**
 * The uploads that a checked document names itself: in its fonts, its background and its layers, and in the defaults of
 * its variables as far as images come from them.
 */
export function uploadsOf(document: TemplateDocument): NamedUpload[] {
  const { fonts, background, variables } = document;
  const ground = typeof background !== "string" && background.type === "image" ? background.image_url : "";
  const direct = [
    ...fonts.flatMap(({ src }, index) => named(`fonts[${index}].src`, src)),
    ...named("background.image_url", ground),
    ...uploadsOfLayers(document.layers, "layers"),
  ];
  const values = variables.flatMap((variable, index) =>
    uploadsOfValue(`variables[${index}].default`, variable.default),
  );
  return withShown(direct, values, shownUploads(document, {}), []);
}

/** The uploads that a checked request adds: those that its layers name, and those that images get from its variables. */
export function uploadsOfRequest(document: TemplateDocument, overrides: Overrides): NamedUpload[] {
  const direct = Object.entries(overrides.layers ?? {}).flatMap(([name, attributes]) =>
    URL_KEYS.flatMap((key) => named(`layers.${name}.${key}`, valueAt(attributes, key))),
  );
  const values = Object.entries(overrides.variables ?? {}).flatMap(([name, value]) =>
    uploadsOfValue(`variables.${name}`, value),
  );
  return withShown(direct, values, shownUploads(document, overrides), uploadsOf(document));
}

/**
 * What is named directly, the values that are shown as images, and what is shown but neither of them nor known already:
 * an upload whose path a value is only a part of. It stands under the path `variables`.
 */
function withShown(
  direct: readonly NamedUpload[],
  values: readonly NamedUpload[],
  shown: ReadonlySet<string>,
  known: readonly NamedUpload[],
): NamedUpload[] {
  const found = [...direct, ...values.filter(({ uploadId }) => shown.has(uploadId))];
  const told = new Set([...found, ...known].map(({ uploadId }) => uploadId));
  const rest = [...shown].filter((uploadId) => !told.has(uploadId));
  return [...found, ...rest.map((uploadId) => ({ path: "variables", uploadId }))];
}

const URL_KEYS = ["image_url", "fallback_image_url"] as const;

function uploadsOfLayers(layers: readonly Layer[], path: string): NamedUpload[] {
  return layers.flatMap((layer, index) => {
    const at = `${path}[${index}]`;
    const own = URL_KEYS.flatMap((key) => named(`${at}.${key}`, valueAt(layer, key)));
    return layer.type === "group" ? uploadsOfLayers(layer.children, `${at}.children`) : own;
  });
}

/** The ids of the uploads that the images of a request's picture come from. */
function shownUploads(document: TemplateDocument, overrides: Overrides): Set<string> {
  const { background } = document;
  const layers = allLayers(expandLayers(document, overrides).layers);
  const urls = layers.flatMap((layer) => URL_KEYS.map((key) => valueAt(layer, key)));
  if (typeof background !== "string" && background.type === "image") {
    urls.push(fillUrl(background.image_url, rootScope(document, overrides)));
  }
  return new Set(urls.flatMap((url) => named("", url).map(({ uploadId }) => uploadId)));
}

/** A value that is an upload's path, or a list whose objects hold some. */
function uploadsOfValue(path: string, value: unknown): NamedUpload[] {
  if (!Array.isArray(value)) return named(path, value);
  return value.flatMap((item: unknown, index) =>
    typeof item !== "object" || item === null
      ? []
      : Object.entries(item).flatMap(([field, inner]) => named(`${path}[${index}].${field}`, inner)),
  );
}

function named(path: string, url: unknown): NamedUpload[] {
  const uploadId = typeof url === "string" ? uploadIdOf(url) : undefined;
  return uploadId === undefined ? [] : [{ path, uploadId }];
}

function valueAt(record: unknown, key: string): unknown {
  return typeof record === "object" && record !== null && Object.hasOwn(record, key)
    ? (record as Readonly<Record<string, unknown>>)[key]
    : undefined;
}

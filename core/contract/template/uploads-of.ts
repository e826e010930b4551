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

/** The uploads that a checked document names itself, in its fonts, its background and its layers. */
export function uploadsOf(document: TemplateDocument): NamedUpload[] {
  const { fonts, background } = document;
  const ground = typeof background !== "string" && background.type === "image" ? background.image_url : "";
  return [
    ...fonts.flatMap(({ src }, index) => named(`fonts[${index}].src`, src)),
    ...named("background.image_url", ground),
    ...uploadsOfLayers(document.layers, "layers"),
  ];
}

/**
 * The uploads that a checked request adds: those that its layers name, and those that the values of variables make the
 * address of an image. One that a value only is a part of stands under the path `variables`.
 */
export function uploadsOfRequest(document: TemplateDocument, overrides: Overrides): NamedUpload[] {
  const direct = Object.entries(overrides.layers ?? {}).flatMap(([name, attributes]) =>
    URL_KEYS.flatMap((key) => named(`layers.${name}.${key}`, valueAt(attributes, key))),
  );
  const shown = shownUploads(document, overrides);
  const values = Object.entries(overrides.variables ?? {}).flatMap(([name, value]) =>
    uploadsOfValue(`variables.${name}`, value).filter(({ uploadId }) => shown.has(uploadId)),
  );
  const known = new Set([...direct, ...values, ...uploadsOf(document)].map(({ uploadId }) => uploadId));
  const rest = [...shown].filter((uploadId) => !known.has(uploadId));
  return [...direct, ...values, ...rest.map((uploadId) => ({ path: "variables", uploadId }))];
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

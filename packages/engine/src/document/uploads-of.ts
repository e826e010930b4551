/** The uploads that a document or a request names. The caller checks that they exist. */
import { isLayerBackground } from "./background.js";
import type { Layer, LayerDefinition } from "./layer-types/define-layer.js";
import type { TemplateDocument } from "./document.js";
import { allLayers, expandLayers, type Overrides } from "./expand-layers.js";
import { uploadIdOf } from "./attributes/image-url.js";
import { defaultOf, type TemplateVariable } from "./attributes/variables.js";
import { imageVariables } from "./image-variables.js";
import type { LayerRegistry } from "./layer-types/layer-registry.js";
import { LAYERS } from "./layers/registry.js";

/** An upload, and the place that names it: `fonts[0].src`, `layers.photo.image_url`, `variables.items[2].photo`. */
export interface NamedUpload {
  readonly path: string;
  /** In lower case. */
  readonly uploadId: string;
}

/**
 * Returns the uploads that a checked document names: in its fonts, its background, its layers, and in the defaults of
 * those variables that are images or that images use.
 */
export function uploadsOf(document: TemplateDocument, registry: LayerRegistry = LAYERS): NamedUpload[] {
  const { fonts, background, variables } = document;
  const direct = [
    ...fonts.flatMap(({ src }, index) => named(`fonts[${index}].src`, src)),
    ...(isLayerBackground(background) ? uploadsOfLayer(background, "background", registry) : []),
    ...uploadsOfLayers(document.layers, "layers", registry),
    ...variables.flatMap((variable, index) => uploadsOfFallbacks(variable, `variables[${index}]`)),
  ];
  const images = imageVariables(document);
  const values = variables.flatMap((variable, index) =>
    uploadsOfValue(`variables[${index}].default`, variable, defaultOf(variable), images),
  );
  return withShown(direct, values, shownUploads(document, {}, registry), []);
}

/** Returns the uploads that a checked request adds: in its layers, and in those variables that are images or that images use. */
export function uploadsOfRequest(
  document: TemplateDocument,
  overrides: Overrides,
  registry: LayerRegistry = LAYERS,
): NamedUpload[] {
  const urlAttributes = [...new Set(registry.all.flatMap(({ urls }) => urls))];
  const direct = Object.entries(overrides.layers ?? {}).flatMap(([name, attributes]) => [
    ...urlAttributes.flatMap((attribute) => named(`layers.${name}.${attribute}`, valueAt(attributes, attribute))),
    ...registry.all.flatMap(({ definition }) => mentionedUploads(definition, attributes, `layers.${name}`, false)),
  ]);
  const images = imageVariables(document);
  const values = Object.entries(overrides.variables ?? {}).flatMap(([name, value]) =>
    uploadsOfValue(`variables.${name}`, { name }, value, images),
  );
  return withShown(direct, values, shownUploads(document, overrides, registry), uploadsOf(document, registry));
}

/** An upload in the value of a variable. */
interface UploadInValue {
  readonly upload: NamedUpload;
  /** Whether the variable or field has the type `image`. The value of another type can be any text. */
  readonly isImage: boolean;
}

/**
 * Returns the uploads that are named directly, those in values that are images or that images show, and any other uploads that images
 * show. The last kind exists because a value can be only a part of an upload's path. The path of such an upload is
 * `variables`.
 */
function withShown(
  direct: readonly NamedUpload[],
  values: readonly UploadInValue[],
  shown: ReadonlySet<string>,
  known: readonly NamedUpload[],
): NamedUpload[] {
  const found = [
    ...direct,
    ...values.filter(({ upload, isImage }) => isImage || shown.has(upload.uploadId)).map(({ upload }) => upload),
  ];
  const listed = new Set([...found, ...known].map(({ uploadId }) => uploadId));
  const rest = [...shown].filter((uploadId) => !listed.has(uploadId));
  return [...found, ...rest.map((uploadId) => ({ path: "variables", uploadId }))];
}

function uploadsOfLayers(layers: readonly Layer[], path: string, registry: LayerRegistry): NamedUpload[] {
  return layers.flatMap((layer, index) => {
    const at = `${path}[${index}]`;
    return [
      ...uploadsOfLayer(layer, at, registry),
      ...uploadsOfLayers(layer.children ?? [], `${at}.children`, registry),
    ];
  });
}

function uploadsOfLayer(layer: { readonly type: string }, path: string, registry: LayerRegistry): NamedUpload[] {
  const { urls, definition } = registry.get(layer.type);
  return [
    ...urls.flatMap((attribute) => named(`${path}.${attribute}`, valueAt(layer, attribute))),
    ...mentionedUploads(definition, layer, path, true),
  ];
}

/** Returns the uploads in content that is written in a language of its own, such as HTML. */
function mentionedUploads(
  { content, mentions }: LayerDefinition,
  attributes: unknown,
  path: string,
  isTemplate: boolean,
): NamedUpload[] {
  const text = mentions === undefined || content === undefined ? undefined : valueAt(attributes, content);
  if (mentions === undefined || typeof text !== "string") return [];
  return mentions(text, isTemplate).imageUrls.flatMap((url) => named(`${path}.${content}`, url));
}

/** Returns the IDs of the uploads that the images of a request's picture show. */
export function shownUploads(
  document: TemplateDocument,
  overrides: Overrides,
  registry: LayerRegistry = LAYERS,
): Set<string> {
  const { layers, background } = expandLayers(document, overrides, registry);
  const shown = [...allLayers(layers), ...(background === undefined ? [] : [background])];
  return new Set(shown.flatMap((layer) => uploadsOfLayer(layer, "", registry).map(({ uploadId }) => uploadId)));
}

/** Returns the uploads of a value: an upload's path, or a list whose objects contain such paths. */
function uploadsOfValue(
  path: string,
  { name }: { readonly name: string },
  value: unknown,
  images: ReadonlySet<string>,
): UploadInValue[] {
  const found = (at: string, url: unknown, owner: string) =>
    named(at, url).map((upload) => ({ upload, isImage: images.has(owner) }));
  if (!Array.isArray(value)) return found(path, value, name);
  return value.flatMap((item: unknown, index) =>
    typeof item !== "object" || item === null
      ? []
      : Object.entries(item).flatMap(([field, inner]) =>
          found(`${path}[${index}].${field}`, inner, `${name}.${field}`),
        ),
  );
}

function uploadsOfFallbacks(variable: TemplateVariable, path: string): NamedUpload[] {
  if (variable.type === "image") return named(`${path}.fallback`, variable.fallback);
  if (variable.type !== "list") return [];
  return variable.fields.flatMap((field, index) => uploadsOfFallbacks(field, `${path}.fields[${index}]`));
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

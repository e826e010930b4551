/** Absolute URLs of the service's own uploads in a request. Such a URL means the same as the path of the upload. */
import { isLayerBackground } from "./background.js";
import type { TemplateDocument } from "./document.js";
import { allLayers } from "./expand-layers.js";
import { expressionIn } from "./binding/bound-attributes.js";
import { knownExpression } from "./expression/known-expressions.js";
import { referencesOf } from "./syntax/expression.js";
import { uploadIdOf } from "./attributes/image-url.js";
import type { LayerRegistry } from "./layer-types/layer-registry.js";
import { LAYERS } from "./layers/registry.js";
import { parseText } from "./text-template/parse-text.js";
import type { Reference } from "./attributes/values.js";
import { imageVariables } from "./image-variables.js";

type Values = Record<string, unknown>;
type Layers = Record<string, Values>;

/**
 * Replaces such URLs with paths: in the layer attributes that are URLs, and in the variables whose value is the whole
 * URL of an image, as in `{{photo}}`. Otherwise, the service would request its own file without a key, and the request
 * would be refused.
 *
 * @param baseUrl the base URL of the request
 */
export function withOwnUploads<R extends { readonly layers: Layers; readonly variables: Values }>(
  document: TemplateDocument,
  request: R,
  baseUrl: string,
  registry: LayerRegistry = LAYERS,
): R {
  const toPath = (value: unknown) => ownUploadPath(value, baseUrl) ?? value;
  const urlAttributes = new Set(registry.all.flatMap(({ urls }) => urls));
  const layers = mapValues(request.layers, (attributes) =>
    mapValues(attributes, (value, name) => (urlAttributes.has(name) ? toPath(value) : value)),
  );
  if (Object.keys(request.variables).length === 0) return { ...request, layers };
  const images = new Set([...imageReferences(document, registry), ...imageVariables(document)]);
  const variables = mapValues(request.variables, (value, name) => {
    if (!Array.isArray(value)) return images.has(name) ? toPath(value) : value;
    return value.map((item: unknown) =>
      isRecord(item)
        ? mapValues(item, (inner, field) => (images.has(`${name}.${field}`) ? toPath(inner) : inner))
        : item,
    );
  });
  return { ...request, layers, variables };
}

/**
 * Returns the path of an upload, or `undefined` if the value is not the absolute URL of an upload at the base URL's
 * origin.
 */
function ownUploadPath(value: unknown, baseUrl: string): string | undefined {
  // The cheap checks come first: most values are not URLs, and data URIs are long.
  if (typeof value !== "string" || !/^https?:/i.test(value) || !URL.canParse(value) || !URL.canParse(baseUrl)) {
    return undefined;
  }
  const { origin, username, password, pathname, search, hash } = new URL(value);
  if (origin !== new URL(baseUrl).origin || `${username}${password}${search}${hash}` !== "") return undefined;
  const id = uploadIdOf(pathname);
  return id === undefined ? undefined : `/api/v1/uploads/${id}/file`;
}

/** Returns the variables whose value is the whole URL of an image. Fields of lists are named `list.field`. */
function imageReferences(document: TemplateDocument, registry: LayerRegistry): Set<string> {
  const { background } = document;
  const layers = allLayers(document.layers);
  const lists = new Map(
    layers.flatMap(({ repeat, repeat_as = "item" }) => (repeat ? [[repeat_as, repeat] as const] : [])),
  );
  const shown = [...layers, ...(isLayerBackground(background) ? [background] : [])];
  const found = shown.flatMap((layer) => {
    const { urls, definition } = registry.get(layer.type);
    const text = (attribute: string) => {
      const value = (layer as unknown as Values)[attribute];
      return typeof value === "string" ? value : "";
    };
    const { content, mentions } = definition;
    const mentioned = content === undefined ? [] : (mentions?.(text(content), true).imageVariables ?? []);
    return [...urls.flatMap((attribute) => wholeReference(text(attribute))), ...mentioned];
  });
  return new Set(found.map(({ name, field }) => (field === undefined ? name : `${lists.get(name) ?? name}.${field}`)));
}

/** Returns the variable that makes up a whole text, or those of an expression, or nothing. */
function wholeReference(text: string): Reference[] {
  const expression = expressionIn(text);
  const known = expression === undefined ? undefined : knownExpression(expression);
  if (known !== undefined && "expression" in known) return referencesOf(known.expression);
  const [part, ...rest] = parseText(text);
  return part?.kind === "placeholder" && rest.length === 0 ? [part.reference] : [];
}

function isRecord(value: unknown): value is Values {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Maps the values of a record. It keeps names such as `__proto__`, which an object from JSON can have. */
function mapValues<T>(record: Readonly<Record<string, T>>, map: (value: T, name: string) => T): Record<string, T> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, map(value, name)]));
}

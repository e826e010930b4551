/** The layers of a document, with groups before the layers inside them. The document is untrusted JSON. */
import type { JsonObject } from "../../service/render-service.js";
import { shortValue } from "./short-value.js";

export interface OutlinedLayer {
  /** The JSON Pointer of the layer, by IDs. */
  readonly path: string;
  readonly id: string;
  readonly name: string | undefined;
  readonly type: string;
  readonly box: string | undefined;
  /** The content of the layer: its text, color or address. */
  readonly summary: string | undefined;
  readonly value: JsonObject;
}

/** Deeper groups are not valid documents. */
const MAX_DEPTH = 16;
/** The attributes that tell what a layer shows, the most telling first. */
const TELLING = ["text", "html", "value", "data", "image_url", "svg", "fill", "color", "stroke"];

/** Returns all layers of a document. */
export function layersOf(document: JsonObject): OutlinedLayer[] {
  return outline(document["layers"], "/layers", 0);
}

/** Returns the layer with an id, else the first with a name. */
export function findLayer(document: JsonObject, idOrName: string): OutlinedLayer | undefined {
  const layers = layersOf(document);
  return layers.find(({ id }) => id === idOrName) ?? layers.find(({ name }) => name === idOrName);
}

function outline(layers: unknown, prefix: string, depth: number): OutlinedLayer[] {
  if (!Array.isArray(layers) || depth > MAX_DEPTH) return [];
  return layers.flatMap((layer: unknown, index) => {
    if (typeof layer !== "object" || layer === null) return [];
    const value = layer as JsonObject;
    const path = `${prefix}/${tokenOf(value["id"], index)}`;
    return [describe(value, path), ...outline(value["children"], `${path}/children`, depth + 1)];
  });
}

function describe(value: JsonObject, path: string): OutlinedLayer {
  const { id, name, type, x, y, width, height } = value;
  const box = [x, y, width, height].map((side) => (side === undefined ? "–" : textOf(side)));
  const telling = TELLING.find((key) => typeof value[key] === "string");
  return {
    path,
    id: textOf(id),
    name: typeof name === "string" ? name : undefined,
    type: textOf(type),
    box: box.every((side) => side === "–") ? undefined : `${box[0]}, ${box[1]}, ${box[2]} × ${box[3]}`,
    summary: telling === undefined ? undefined : `${telling}: ${String(shortValue(value[telling], 80))}`,
    value,
  };
}

/** Returns the pointer token of a layer. An ID that looks like an index would be read as one. */
function tokenOf(id: unknown, index: number): string {
  if (typeof id !== "string" || id === "" || id === "-" || /^\d+$/.test(id)) return String(index);
  return id.replaceAll("~", "~0").replaceAll("/", "~1");
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value ?? null);
}

import { hash } from "node:crypto";

const keys = new WeakMap<object, string>();

/** A short name for content: equal for equal content, of a layer as of bytes. Bytes are never changed in place. */
export function contentKey(content: string | Uint8Array): string {
  if (typeof content === "string") return hash("sha1", content, "base64");
  const known = keys.get(content);
  if (known !== undefined) return known;
  const key = hash("sha1", content, "base64");
  keys.set(content, key);
  return key;
}

/** A name for all that decides a layer's ink but what lies outside the document. Layers are never changed in place. */
export function layerKey(layer: object): string {
  const known = keys.get(layer);
  if (known !== undefined) return known;
  const key = contentKey(JSON.stringify(layer));
  keys.set(layer, key);
  return key;
}

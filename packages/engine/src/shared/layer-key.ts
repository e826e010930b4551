import { hash } from "node:crypto";
import { ByteCache } from "./byte-cache.js";

const keys = new WeakMap<object, string>();

/**
 * The longest text that is not hashed. Longer URLs are data URIs. They are hashed once, not for each render that uses
 * them.
 */
const LONG_TEXT = 2000;
const longTexts = new ByteCache<string>(16_000_000);

/** Returns a hash of content. Bytes must never change in place, because their hash is cached by object. */
export function contentKey(content: string | Uint8Array): string {
  if (typeof content === "string") return hash("sha1", content, "base64");
  const known = keys.get(content);
  if (known !== undefined) return known;
  const key = hash("sha1", content, "base64");
  keys.set(content, key);
  return key;
}

/**
 * Returns all attributes of a layer, or their hash. Layers must never change in place, because their key is cached by
 * object.
 */
export function layerKey(layer: object): string {
  const known = keys.get(layer);
  if (known !== undefined) return known;
  const text = JSON.stringify("image_url" in layer ? withShortUrl(layer) : layer);
  const key = text.length <= LONG_TEXT ? text : contentKey(text);
  keys.set(layer, key);
  return key;
}

/** Returns a URL, or its hash if it is long. */
export function urlKey(url: string): string {
  if (url.length <= LONG_TEXT) return url;
  const known = longTexts.get(url);
  if (known !== undefined) return known;
  const key = contentKey(url);
  longTexts.set(url, key, url.length);
  return key;
}

function withShortUrl(layer: { readonly image_url: unknown }): object {
  return typeof layer.image_url === "string" ? { ...layer, image_url: urlKey(layer.image_url) } : layer;
}

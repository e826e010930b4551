import { hash } from "node:crypto";
import { ByteCache } from "./byte-cache.js";

const keys = new WeakMap<object, string>();

/** Texts longer than this are images, as data URIs. They are hashed once, not with every render that names them. */
const LONG_TEXT = 2000;
const longTexts = new ByteCache<string>(16_000_000);

/** A short name for content: equal for equal content, of a layer as of bytes. */
export function contentKey(content: string | Uint8Array): string {
  return hash("sha1", content, "base64");
}

/** A name for all that decides a layer's ink but what lies outside the document. Layers are never changed in place. */
export function layerKey(layer: object): string {
  const known = keys.get(layer);
  if (known !== undefined) return known;
  const key = contentKey(JSON.stringify("image_url" in layer ? withShortUrl(layer) : layer));
  keys.set(layer, key);
  return key;
}

function withShortUrl(layer: { readonly image_url: unknown }): object {
  const { image_url: url } = layer;
  if (typeof url !== "string" || url.length <= LONG_TEXT) return layer;
  const known = longTexts.get(url);
  const image_url = known ?? contentKey(url);
  if (known === undefined) longTexts.set(url, image_url, url.length);
  return { ...layer, image_url };
}

import type { Mentions } from "../layer-types/define-layer.js";
import { sentenceAt } from "../syntax/source-place.js";
import { parseText } from "../text-template/parse-text.js";
import { knownHtml } from "./html-facts.js";

/** Returns the images, the variables of images, and the font families of a layer's HTML. */
export function htmlMentions(source: string, isTemplate: boolean): Mentions {
  const { html, urlPlaceholders } = knownHtml(source, isTemplate);
  const wanted = new Set(urlPlaceholders);
  const parts = wanted.size === 0 ? [] : parseText(source);
  return {
    imageUrls: html.urls,
    imageVariables: parts.flatMap((part) =>
      part.kind === "placeholder" && wanted.has(part.at) ? [part.reference] : [],
    ),
    families: html.families.map(({ name, at, list }) => {
      return { name, place: sentenceAt("", at, source).replace(/\.$/, ""), list };
    }),
  };
}

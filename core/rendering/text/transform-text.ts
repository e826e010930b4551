import { type TextLayer } from "../../contract/template/layers.js";

const words = new Intl.Segmenter("en", { granularity: "word" });

/**
 * The text as it is set: composed (NFC), since fonts have composed letters in their Latin files and the marks that
 * would compose them in others, without a carriage return or other control, and in the case that the layer asks for.
 */
export function transformText(text: string, transform: TextLayer["text_transform"]): string {
  const clean = text
    .toWellFormed()
    .normalize("NFC")
    .replace(/\r\n?/g, "\n")
    .replace(/[^\P{Cc}\n\t]/gu, "");
  switch (transform) {
    case "none":
      return clean;
    case "uppercase":
      return clean.toUpperCase();
    case "lowercase":
      return clean.toLowerCase();
    case "capitalize":
      return Array.from(words.segment(clean), ({ segment }) => capitalize(segment)).join("");
  }
}

function capitalize(word: string): string {
  const [first = ""] = word;
  return first.toUpperCase() + word.slice(first.length);
}

/** Colors code when the pages are built, so that readers load no highlighter. */
import hljs from "highlight.js/lib/core";
import bash from "highlight.js/lib/languages/bash";
import css from "highlight.js/lib/languages/css";
import javascript from "highlight.js/lib/languages/javascript";
import json from "highlight.js/lib/languages/json";
import php from "highlight.js/lib/languages/php";
import python from "highlight.js/lib/languages/python";
import typescript from "highlight.js/lib/languages/typescript";
import xml from "highlight.js/lib/languages/xml";
import yaml from "highlight.js/lib/languages/yaml";
import { escapeHtml } from "./escape-html.js";

/** The languages by the word after the fence, with the name that readers see. */
const LANGUAGES = {
  bash: { name: "Shell", highlight: bash },
  sh: { name: "Shell", highlight: bash },
  css: { name: "CSS", highlight: css },
  html: { name: "HTML", highlight: xml },
  xml: { name: "XML", highlight: xml },
  js: { name: "JavaScript", highlight: javascript },
  json: { name: "JSON", highlight: json },
  php: { name: "PHP", highlight: php },
  python: { name: "Python", highlight: python },
  ts: { name: "TypeScript", highlight: typescript },
  tsx: { name: "TSX", highlight: typescript },
  astro: { name: "Astro", highlight: xml },
  yaml: { name: "YAML", highlight: yaml },
  http: { name: "HTTP" },
  text: { name: "Text" },
} as const;

for (const [word, language] of Object.entries(LANGUAGES)) {
  if ("highlight" in language) hljs.registerLanguage(word, language.highlight);
}

const isLanguage = (word: string): word is keyof typeof LANGUAGES => Object.hasOwn(LANGUAGES, word);

/** The reserved address that examples use in place of the reader's, and the variables that shells have for it. */
const BASE = /https:\/\/images\.example\.com|\$(?:BASE|IRS_URL)\b/g;
/** The highlighter can put tags between the parts of an expression. */
const TAGS = "(?:<[^>]*>)*";
const BASE_IN_PROGRAMS = inPrograms("IRS_URL");
const KEY_IN_PROGRAMS = inPrograms("IRS_API_KEY");

/** Returns a pattern for an environment variable, as programs in TypeScript and Python read it. */
function inPrograms(variable: string): RegExp {
  const expressions = [
    ["process", "\\.", "env", "\\.", `${variable}\\b`],
    ["os", "\\.", "environ", "\\[", `&quot;${variable}&quot;`, "\\]"],
  ];
  return new RegExp(expressions.map((parts) => `(?:${parts.join(TAGS)}(?:</span>)*)`).join("|"), "g");
}

/** Returns the name of a language that readers see, such as “Shell”. */
export function languageName(word: string): string {
  return isLanguage(word) ? LANGUAGES[word].name : "";
}

/**
 * Returns code as HTML with classes. The parts that a script fills in are marked: `data-base` is the address of the
 * service, `data-key` is the place of a key.
 *
 * @throws Error for a language that this file does not list
 */
export function highlightCode(code: string, language: string): string {
  if (language !== "" && !isLanguage(language)) {
    throw new Error(`The language ${language} is unknown. Add it to site/builder/highlight-code.ts.`);
  }
  const isColored = language !== "" && "highlight" in LANGUAGES[language];
  const html = isColored ? hljs.highlight(code, { language }).value : escapeHtml(code);
  return html
    .replaceAll(BASE, (text) => `<span data-base>${text}</span>`)
    .replaceAll("$IRS_API_KEY", "<span data-key>$IRS_API_KEY</span>")
    .replaceAll(BASE_IN_PROGRAMS, (text) => marked("data-base", text))
    .replaceAll(KEY_IN_PROGRAMS, (text) => marked("data-key", text));
}

/** Marks an expression that the page replaces with a text in quotation marks. */
const marked = (mark: string, html: string): string =>
  isBalanced(html) ? `<span ${mark}="quoted">${html}</span>` : html;

const isBalanced = (html: string): boolean => html.split("<span").length === html.split("</span>").length;

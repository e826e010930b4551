/** Texts of the JSON beside the canvas. */
import type { JsonProblem } from "../../editor/json/parse-json.js";
import type { ShapeProblem } from "../../editor/json/document-shape.js";

export const editorJson = {
  title: "JSON",
  show: "Show the JSON",
  hide: "Hide the JSON",
  label: "JSON of the document",
  keys: "Escape, then Tab leaves the text. Control and space completes a word.",
  loading: "The JSON is loading.",
  failed: "The JSON could not be loaded.",
  tidy: "Tidy up",
  same: "The canvas shows this JSON.",
  stale: "The canvas shows the last valid JSON.",
  line: (line: number) => `Line ${line}`,
  goTo: (line: number, message: string) => `Go to line ${line}: ${message}`,
  more: (number: number) => `and ${number} more`,
  syntax: {
    value: "A value is missing here.",
    key: "A name in double quotes is missing here.",
    colon: "A colon is missing here.",
    comma: "A comma or a closing bracket is missing here.",
    trailingComma: "Remove this comma: nothing follows it.",
    text: "This text is not complete: it has no closing quotation mark, or a wrong escape sequence.",
    lineBreak: "A text cannot contain a line break. Write \\n instead.",
    twice: "This name is already there.",
    after: "The document is complete before this. Nothing can follow it.",
    deep: "The values are nested too deeply.",
  } satisfies Readonly<Record<JsonProblem, string>>,
  notJson: (word: string) => `“${word}” is not JSON. Texts need double quotes.`,
  shape: {
    object: "A document is an object in braces.",
    side: "A document needs a width: a number of pixels.",
    height: 'A document needs a height: a number of pixels, or "hug".',
    layers: "The layers are a list in square brackets.",
    layer: "A layer is an object in braces.",
    id: 'A layer needs an "id": a text that no other layer has.',
    sameId: "Another layer has this ID.",
    type: 'A layer needs a "type", for example "text".',
    name: "The name of a layer is a text.",
  } satisfies Readonly<Record<ShapeProblem["problem"], string>>,
  kinds: {
    text: "a text",
    boolean: "true or false",
    object: "an object",
    list: "a list",
    expression: "an expression in {{ }}",
  },
  number: (minimum: number | undefined, maximum: number | undefined) => {
    if (minimum !== undefined && maximum !== undefined) return `a number from ${minimum} to ${maximum}`;
    if (minimum !== undefined) return `a number of at least ${minimum}`;
    return maximum === undefined ? "a number" : `a number of at most ${maximum}`;
  },
  words: (words: readonly string[]) =>
    words.length > 8 ? `one of ${words.length} words` : words.map((word) => `"${word}"`).join(", "),
  or: " or ",
  default: (value: unknown) => `Default: ${JSON.stringify(value)}`,
  isDefault: "Default",
  required: "Required",
  variable: (type: string) => `variable, ${type}`,
};

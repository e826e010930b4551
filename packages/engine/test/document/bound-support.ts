import { checkTemplateDocument } from "../../src/document/check-template-document.js";
import type { TemplateDocument } from "../../src/document/document.js";

/** A variable of each type. */
export const VARIABLES = [
  { name: "sold", type: "number", default: 30 },
  { name: "total", type: "number", default: 120 },
  { name: "accent", type: "string", default: "#e11d48" },
  { name: "rounded", type: "boolean", default: true },
  {
    name: "bars",
    type: "list",
    fields: [
      { name: "amount", type: "number" },
      { name: "tint", type: "string", default: "#000" },
    ],
    default: [{ amount: 3 }, { amount: 5, tint: "#0f0" }],
  },
];

/** Returns a rectangle of 10 × 10 pixels with other attributes. */
export const box = (more: object) => ({
  id: "box",
  name: "box",
  type: "rectangle",
  x: 0,
  y: 0,
  width: 10,
  height: 10,
  ...more,
});

function source(layers: readonly object[], more: object = {}) {
  return { width: 400, height: 100, variables: VARIABLES, layers, ...more };
}

/** Checks a document with these layers and the variables. */
export function read(layers: readonly object[], more: object = {}): TemplateDocument {
  const checked = checkTemplateDocument(source(layers, more));
  if ("issues" in checked) throw new Error(JSON.stringify(checked.issues));
  return checked.document;
}

/** Returns the issues of a document with these layers and the variables. */
export function issuesOf(layers: readonly object[], more: object = {}) {
  const checked = checkTemplateDocument(source(layers, more));
  return "issues" in checked ? checked.issues : [];
}

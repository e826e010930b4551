/** The variables of a document, and where its layers use them. */
import type { EditedDocument } from "./edited-document.js";
import { setDocument } from "./operations.js";

export interface EditedVariable {
  readonly name: string;
  readonly type: string;
  readonly default?: unknown;
  readonly [key: string]: unknown;
}

/** Returns the variables of a document. */
export function variablesOf(document: EditedDocument): readonly EditedVariable[] {
  const { variables } = document;
  return Array.isArray(variables) ? (variables as readonly EditedVariable[]) : [];
}

/** Returns whether the template language accepts a name. */
export function isVariableName(name: string): boolean {
  return /^[A-Za-z][A-Za-z0-9_]{0,63}$/.test(name);
}

/** The attributes whose whole text is an expression, without braces. */
const BARE = new Set(["visible_if", "repeat"]);
/** The keys whose texts are no templates. */
const LITERAL = new Set(["id", "name", "type"]);

/** Renames a variable, also wherever layers use it, so that the picture stays the same. */
export function renameVariable(document: EditedDocument, from: string, to: string): EditedDocument {
  const variables = variablesOf(document).map((one) => (one.name === from ? { ...one, name: to } : one));
  const renamed = setDocument(document, { variables });
  if (!isVariableName(from) || !isVariableName(to)) return renamed;
  const word = new RegExp(`(?<![\\w."'])${from}(?![\\w"'])`, "g");
  const inBraces = (text: string): string => text.replace(/\{\{[^]*?\}\}/g, (found) => found.replace(word, to));
  const visit = (value: unknown, key: string): unknown => {
    if (typeof value === "string") {
      if (LITERAL.has(key)) return value;
      return BARE.has(key) ? value.replace(word, to) : inBraces(value);
    }
    if (Array.isArray(value)) return value.map((item) => visit(item, key));
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, visit(item, name)]));
  };
  return setDocument(renamed, {
    layers: visit(document.layers, "layers"),
    background: visit(document["background"], "background"),
  });
}

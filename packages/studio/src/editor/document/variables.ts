/** The variables of a document, and where its layers use them. */
import type { EditedDocument } from "./edited-document.js";
import { unused } from "./fresh-names.js";
import { findLayer } from "./layer-tree.js";
import { setAttributes, setDocument } from "./operations.js";

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

/** The value that a new variable of a type has until somebody changes it. */
const DEFAULTS: Readonly<Record<string, unknown>> = {
  string: "Text",
  number: 1,
  boolean: true,
  color: "#6366f1",
  image: "",
  date: "2026-01-31",
};

/** Returns a variable with the default of its type. */
export function newVariable(name: string, type: string): EditedVariable {
  return { name, type, default: DEFAULTS[type] };
}

/** Adds a variable for a text. */
export function addVariable(document: EditedDocument): EditedDocument {
  const variables = variablesOf(document);
  const name = unused("variable", new Set(variables.map((one) => one.name)), "_");
  return withVariables(document, [...variables, newVariable(name, "string")]);
}

/** Replaces the variable at a place of the list. Its name in layers stays: see `renameVariable`. */
export function changeVariable(document: EditedDocument, index: number, changed: EditedVariable): EditedDocument {
  return withVariables(document, variablesOf(document).with(index, changed));
}

/** Removes the variable at a place of the list. Layers that use it stay as they are, and the service names them. */
export function removeVariable(document: EditedDocument, index: number): EditedDocument {
  return withVariables(document, variablesOf(document).toSpliced(index, 1));
}

function withVariables(document: EditedDocument, variables: readonly EditedVariable[]): EditedDocument {
  return setDocument(document, { variables: variables.length === 0 ? undefined : variables });
}

/** A document with layers that follow a variable. */
export interface BoundOutcome {
  readonly document: EditedDocument;
  /** The name of the variable. */
  readonly name: string;
}

/** A variable that an attribute is bound to: one of the document, or a new one that begins with a value. */
export type BindingTarget = { readonly name: string } | { readonly type: string; readonly value: unknown };

/**
 * Binds an attribute of layers to a variable. A new variable has the name of the first layer, and keeps the current
 * value as its default, so that the picture stays the same.
 */
export function bindToVariable(
  document: EditedDocument,
  ids: readonly string[],
  attribute: string,
  target: BindingTarget,
): BoundOutcome {
  const [first = ""] = ids;
  const name = "name" in target ? target.name : freshVariableName(document, first, attribute);
  const added =
    "name" in target
      ? document
      : setDocument(document, {
          variables: [
            ...variablesOf(document),
            { name, type: target.type, default: target.value ?? DEFAULTS[target.type] },
          ],
        });
  return { document: setAttributes(added, ids, { [attribute]: `{{ ${name} }}` }), name };
}

/** The attributes with the content of a layer. A variable for one of them has just the name of the layer. */
const CONTENTS = new Set(["text", "image_url", "data"]);

function freshVariableName(document: EditedDocument, id: string, attribute: string): string {
  const layer = findLayer(document, id)?.layer;
  const label = (layer?.name ?? id).replace(/\W+/g, "_").replace(/^[\d_]+|_+$/g, "");
  const base = CONTENTS.has(attribute) ? label : [label, attribute].filter((part) => part !== "").join("_");
  const taken = new Set(variablesOf(document).map((one) => one.name));
  return unused((base === "" ? "variable" : base).slice(0, MAX_NAME_LENGTH), taken, "_");
}

const MAX_NAME_LENGTH = 60;

/** The attributes whose whole text is an expression, without braces. */
const BARE = new Set(["visible_if", "repeat"]);
/** The keys whose texts never contain expressions. */
const LITERAL = new Set(["id", "name", "type"]);

/** Renames a variable and its uses in layers, so that the picture stays the same. */
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

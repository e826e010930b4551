/** Completes keys and values by the schema of documents, and the names of variables in expressions. */
import type { Completion, CompletionContext, CompletionResult } from "@codemirror/autocomplete";
import type { EditorView } from "@codemirror/view";
import type { EditedVariable } from "../../../editor/document/variables.js";
import {
  beginningOf,
  branchesFor,
  defaultOf,
  descriptionOf,
  type KnownKey,
  keysFor,
  kindsOf,
  type Schema,
  schemasAt,
  type ValueKind,
  valuesFor,
} from "../../../editor/json/schema-at.js";
import { editorJson as texts } from "../../../messages/en/editor-json.js";
import { type SchemaPlace, schemaPlaceAt } from "./schema-place.js";

/** Returns a source of completions. */
export function completeDocument(schema: Schema, variables: () => readonly EditedVariable[]) {
  return (context: CompletionContext): CompletionResult | null => {
    const place = schemaPlaceAt(context.state, context.pos);
    if (place === undefined) return null;
    const variable = place.isKey ? null : completeVariable(context, place, variables());
    if (variable !== null) return variable;
    if (place.word === undefined && !context.explicit && !/[{,:[]\s*$/.test(lineBefore(context))) return null;
    const schemas = schemasAt(schema, place.steps);
    const options = place.isKey ? keyOptions(schema, schemas, place) : valueOptions(schemas);
    const from = place.word?.from ?? context.pos;
    return options.length === 0 ? null : { from, options, validFor: /^"?[\w$ -]*$/ };
  };
}

function lineBefore({ state, pos }: CompletionContext): string {
  return state.sliceDoc(state.doc.lineAt(pos).from, pos);
}

function completeVariable(
  context: CompletionContext,
  { word }: SchemaPlace,
  variables: readonly EditedVariable[],
): CompletionResult | null {
  const before = word === undefined ? null : context.matchBefore(/\{\{[^{}]*/);
  if (before === null || word === undefined || before.from < word.from) return null;
  const name = context.matchBefore(/[A-Za-z_]\w*/);
  return {
    from: name?.from ?? context.pos,
    options: variables.map((variable) => ({
      label: variable.name,
      type: "variable",
      detail: texts.variable(variable.type),
    })),
    validFor: /^\w*$/,
  };
}

function keyOptions(root: Schema, schemas: readonly Schema[], { siblings, keys, word }: SchemaPlace): Completion[] {
  const known = keysFor(root, branchesFor(schemas, siblings));
  return known
    .filter(({ name }) => !keys.has(name) || word !== undefined)
    .map((key, index) => ({
      label: JSON.stringify(key.name),
      displayLabel: key.name,
      type: "property",
      boost: key.isRequired ? 50 : -index / 10,
      ...(key.isRequired && { detail: texts.required }),
      info: () => aboutElement(key.schemas),
      apply: (view: EditorView, completion: Completion, from: number, to: number) =>
        applyKey(view, { key, completion, from, to }),
    }));
}

interface Applied {
  readonly key: KnownKey;
  readonly completion: Completion;
  readonly from: number;
  readonly to: number;
}

/** Writes a key with the beginning of its value, and puts the cursor into it. */
function applyKey(view: EditorView, { key, from, to }: Applied): void {
  const name = JSON.stringify(key.name);
  const { state } = view;
  const closing = state.sliceDoc(to, to + 1) === '"' ? 1 : 0;
  const rest = state.sliceDoc(to + closing, to + closing + 200);
  if (/^\s*:/.test(rest)) {
    const changes = { from, to: to + closing, insert: name };
    view.dispatch({ changes, selection: { anchor: from + name.length }, userEvent: "input.complete" });
    return;
  }
  const { before, after } = beginningOf(key.schemas);
  // Another member follows, so the new one needs a comma.
  const comma = /^\s*"/.test(rest) ? "," : "";
  const start = from + name.length + 2;
  view.dispatch({
    changes: { from, to: to + closing, insert: `${name}: ${before}${after}${comma}` },
    selection: { anchor: after === "" ? start : start + before.length, head: start + before.length },
    userEvent: "input.complete",
  });
}

function valueOptions(schemas: readonly Schema[]): Completion[] {
  const fallback = defaultOf(schemas);
  return valuesFor(schemas).map((value) => ({
    label: JSON.stringify(value),
    type: typeof value === "string" ? "text" : "constant",
    ...(value === fallback && { detail: texts.isDefault }),
    apply: (view: EditorView, _: Completion, from: number, to: number) => {
      const insert = JSON.stringify(value);
      const closing = insert.startsWith('"') && view.state.sliceDoc(to, to + 1) === '"' ? 1 : 0;
      const changes = { from, to: to + closing, insert };
      view.dispatch({ changes, selection: { anchor: from + insert.length }, userEvent: "input.complete" });
    },
  }));
}

/** Describes a value: what it means, what it can be, and its default. */
export function aboutElement(schemas: readonly Schema[]): HTMLElement | null {
  const description = descriptionOf(schemas);
  const kinds = kindsOf(schemas).map(kindText).join(texts.or);
  const fallback = defaultOf(schemas);
  if (description === undefined && kinds === "") return null;
  const element = document.createElement("div");
  element.className = "about";
  const add = (tag: string, text: string): void => {
    const part = document.createElement(tag);
    part.textContent = text;
    element.append(part);
  };
  if (description !== undefined) add("p", description);
  if (kinds !== "") add("p", `${kinds.charAt(0).toUpperCase()}${kinds.slice(1)}.`);
  if (fallback !== undefined) add("p", texts.default(fallback));
  return element;
}

function kindText(kind: ValueKind): string {
  if (kind.kind === "number") return texts.number(kind.minimum, kind.maximum);
  return kind.kind === "words" ? texts.words(kind.words) : texts.kinds[kind.kind];
}

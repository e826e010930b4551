/** Finds the place of the schema that a place in the text belongs to, even while the text is not valid. */
import { ensureSyntaxTree, syntaxTree } from "@codemirror/language";
import type { EditorState as CodeState } from "@codemirror/state";
import type { SyntaxNode } from "@lezer/common";
import type { SchemaStep } from "../../../editor/json/schema-at.js";

/** A place in the text, as the schema sees it. */
export interface SchemaPlace {
  /** The steps to the value, or to the object that contains a key. */
  readonly steps: readonly SchemaStep[];
  readonly isKey: boolean;
  /** The simple values of the object around the place. */
  readonly siblings: Readonly<Record<string, unknown>>;
  readonly keys: ReadonlySet<string>;
  /** The word at the place, with its quotation marks. */
  readonly word: { readonly from: number; readonly to: number; readonly isText: boolean } | undefined;
}

/** The longest time for parsing the rest of a long text up to the place. A person waits for it. */
const PARSE_MS = 50;

const SCALARS = new Set(["String", "Number", "True", "False", "Null"]);

/** Returns the place of an offset. Undefined outside of the document. */
export function schemaPlaceAt(state: CodeState, offset: number): SchemaPlace | undefined {
  // The tree of the state may end before the place: it contains what was parsed in the first 20 milliseconds.
  const tree = ensureSyntaxTree(state, offset, PARSE_MS) ?? syntaxTree(state);
  const inner = tree.resolveInner(offset, -1);
  const isWord = SCALARS.has(inner.name) || inner.name === "PropertyName";
  const word = isWord
    ? { from: inner.from, to: inner.to, isText: !/Number|True|False|Null/.test(inner.name) }
    : unfinishedWord(state, offset);
  const container = containerAround(inner, offset);
  if (container === undefined) return undefined;
  const around = stepsTo(state, container);
  if (container.name === "Array") {
    return { steps: [...around, { step: 0, siblings: {} }], isKey: false, siblings: {}, keys: new Set(), word };
  }
  const siblings = siblingsOf(state, container);
  const keys = new Set(container.getChildren("Property").map((property) => keyOf(state, property)));
  const before = state.sliceDoc(container.from, word?.from ?? offset).trimEnd();
  if (!before.endsWith(":")) return { steps: around, isKey: true, siblings, keys, word };
  const property = container.getChildren("Property").findLast(({ from }) => from < offset);
  const key = property === undefined ? "" : keyOf(state, property);
  return { steps: [...around, { step: key, siblings }], isKey: false, siblings, keys, word };
}

/** A text without its closing quotation mark is not a word of the syntax tree yet. */
function unfinishedWord(state: CodeState, offset: number): SchemaPlace["word"] {
  const found = /"[\w$]+$/.exec(state.sliceDoc(state.doc.lineAt(offset).from, offset));
  return found === null ? undefined : { from: offset - found[0].length, to: offset, isText: true };
}

/** Returns the object or list that an offset is inside of. */
function containerAround(inner: SyntaxNode, offset: number): SyntaxNode | undefined {
  for (let node: SyntaxNode | null = inner; node !== null; node = node.parent) {
    if (node.name !== "Object" && node.name !== "Array") continue;
    const isClosed = node.lastChild?.name === "}" || node.lastChild?.name === "]";
    if (node.from < offset && !(isClosed && offset >= node.to)) return node;
  }
  return undefined;
}

/** Lists the steps from the document to an object or a list in it. */
function stepsTo(state: CodeState, container: SyntaxNode): readonly SchemaStep[] {
  const steps: SchemaStep[] = [];
  for (let node: SyntaxNode | null = container; node !== null; node = node.parent) {
    const { parent } = node;
    if (node.name === "Property" && parent !== null) {
      steps.unshift({ step: keyOf(state, node), siblings: siblingsOf(state, parent) });
    } else if (parent?.name === "Array") {
      // The schema is the same for all items.
      steps.unshift({ step: 0, siblings: {} });
    }
  }
  return steps;
}

function siblingsOf(state: CodeState, object: SyntaxNode): Readonly<Record<string, unknown>> {
  const found = object.getChildren("Property").flatMap((property): [string, unknown][] => {
    const value = property.lastChild;
    if (value === null || !SCALARS.has(value.name)) return [];
    const read = readScalar(state, value);
    return read === undefined ? [] : [[keyOf(state, property), read]];
  });
  return Object.fromEntries(found);
}

function keyOf(state: CodeState, property: SyntaxNode): string {
  const name = property.getChild("PropertyName");
  const key = name === null ? undefined : readScalar(state, name);
  return typeof key === "string" ? key : "";
}

function readScalar(state: CodeState, { from, to }: SyntaxNode): unknown {
  try {
    return JSON.parse(state.sliceDoc(from, to)) as unknown;
  } catch {
    return undefined;
  }
}

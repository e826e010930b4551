/**
 * The layers of a document as one request makes them: variables in their texts, the request's attributes over their own,
 * hidden ones left out, a copy for each object that a group repeats. Sizes and places are not worked out yet.
 */
import { type Issue } from "../errors.js";
import { quote } from "../suggest.js";
import { MAX_LAID_OUT_LAYERS, type TemplateDocument } from "./document.js";
import { conditionHolds } from "./expression/evaluate-expression.js";
import { imageUrlFault } from "./image-url.js";
import { type Layer, type SourceGroup } from "./layers.js";
import { fillText, fillUrl, MAX_FILLED_LENGTH } from "./text-template/fill-text.js";
import { parseText } from "./text-template/parse-text.js";
import { type Item, isList, type Scope } from "./values.js";
import { readVariables } from "./variables.js";

/** A request's `layers`: attributes by layer name. */
export type LayerOverrides = Readonly<Record<string, unknown>>;
/** A request's `variables`. */
export type VariableValues = Readonly<Record<string, unknown>>;

export interface Overrides {
  readonly layers?: LayerOverrides | undefined;
  readonly variables?: VariableValues | undefined;
}

export interface Expansion {
  readonly layers: readonly Layer[];
  /** What values of variables make of a layer that it can't be, under the variables' paths. */
  readonly issues: readonly Issue[];
}

/** A document's layers for a request whose overrides have been checked one by one. It never throws. */
export function expandLayers(document: TemplateDocument, overrides: Overrides): Expansion {
  const expander = new Expander(document, overrides);
  const layers = expander.expandAll(document.layers, expander.root);
  return { layers, issues: expander.issues };
}

/** The scope of a document outside of any repeat. */
export function rootScope(document: TemplateDocument, overrides: Overrides): Scope {
  return {
    variables: readVariables(document.variables, overrides.variables ?? {}),
    items: new Map(),
    locale: document.locale,
    timeZone: document.time_zone,
  };
}

/** Where in the copies of repeats a layer stands. */
interface Place {
  readonly scope: Scope;
  /** `[2]` in the third copy, so that ids stay apart. */
  readonly suffix: string;
  /** The path of each item that is in scope, such as `variables.items[2]`. */
  readonly itemPaths: ReadonlyMap<string, string>;
}

class Expander {
  readonly root: Place;
  readonly issues: Issue[] = [];
  readonly #overrides: Readonly<Record<string, unknown>>;
  readonly #byName: ReadonlyMap<string, Layer>;
  #count = 0;

  constructor(document: TemplateDocument, overrides: Overrides) {
    this.root = { scope: rootScope(document, overrides), suffix: "", itemPaths: new Map() };
    this.#overrides = overrides.layers ?? {};
    const named = allLayers(document.layers).flatMap((layer) =>
      layer.name === undefined ? [] : [[layer.name, layer] as const],
    );
    this.#byName = new Map(named.reverse());
  }

  expandAll(layers: readonly Layer[], place: Place): Layer[] {
    return layers.flatMap((layer) => this.#expand(layer, place));
  }

  #expand(source: Layer, place: Place): Layer[] {
    // Hidden ones count too, so that the work is bounded by the count.
    this.#count += 1;
    if (this.#count > MAX_LAID_OUT_LAYERS) return [];
    const layer = this.#filled(source, place, this.issues);
    if (layer.hide || !this.#isShown(layer, place)) return [];
    const id = `${layer.id}${place.suffix}`;
    if (layer.type !== "group") return [place.suffix === "" ? layer : { ...layer, id }];
    return [{ ...layer, id, children: this.#childrenOf(layer, place) }];
  }

  #isShown({ visible_if: condition }: Layer, place: Place): boolean {
    return condition === undefined || conditionHolds(condition, place.scope, (name) => this.#isEmpty(name, place));
  }

  #childrenOf(group: SourceGroup, place: Place): Layer[] {
    if (group.repeat === undefined) return this.expandAll(group.children, place);
    const list = place.scope.variables.get(group.repeat) ?? [];
    const items = isList(list) ? list : [];
    const path = `variables.${group.repeat}`;
    if (group.max_items !== undefined && items.length > group.max_items) {
      const message = `The layer ${quote(group.name ?? group.id)} repeats at most ${group.max_items} items; there are ${items.length}.`;
      this.issues.push({ path, message });
      return [];
    }
    const copies = items.flatMap((item, index) =>
      this.expandAll(group.children, placeOfCopy(group, place, item, index)),
    );
    if (this.#count > MAX_LAID_OUT_LAYERS && !this.issues.some((issue) => issue.path === path)) {
      this.issues.push({ path, message: `With all copies there are more than ${MAX_LAID_OUT_LAYERS} layers.` });
    }
    return copies;
  }

  /** Whether a named layer, as it would be at a place, has nothing to show; undefined if there is none. */
  #isEmpty(name: string, place: Place): boolean | undefined {
    const source = this.#byName.get(name);
    if (source === undefined) return undefined;
    const layer = this.#filled(source, place, []);
    if (layer.hide) return true;
    const content = CONTENT_KEYS.map((key) => textAt(layer, key)).find((text) => text !== undefined);
    return content !== undefined && content.trim() === "";
  }

  /** A layer with the values of variables in its texts, and a request's attributes over its own, which are literal. */
  #filled(source: Layer, place: Place, issues: Issue[]): Layer {
    const given = this.#givenFor(source);
    const isRich = source.type === "text" && (given["rich"] ?? source.rich) === true;
    const changed: Record<string, string> = {};
    for (const key of TEMPLATED_KEYS) {
      const text = textAt(source, key);
      if (text === undefined || !text.includes("{{") || Object.hasOwn(given, key)) continue;
      const isUrl = key === "image_url";
      const filled = isUrl ? fillUrl(text, place.scope) : fillText(text, place.scope, isRich ? escapeRich : undefined);
      const fault = isUrl ? urlFault(filled, source) : lengthFault(filled, source);
      if (fault !== undefined) issues.push({ path: pathOfFirst(text, place), message: fault });
      changed[key] = fault === undefined ? filled : "";
    }
    // A layer that nothing changes stays the very same object, so that what is known of it stays known.
    const isSame = Object.keys(given).length === 0 && Object.keys(changed).length === 0;
    return isSame ? source : { ...source, ...changed, ...uncovered(given), ...given };
  }

  #givenFor({ name }: Layer): Readonly<Record<string, unknown>> {
    const given = name !== undefined && Object.hasOwn(this.#overrides, name) ? this.#overrides[name] : undefined;
    return typeof given === "object" && given !== null ? (given as Readonly<Record<string, unknown>>) : {};
  }
}

/** The attributes of a layer that hold placeholders. */
export const TEMPLATED_KEYS = ["text", "image_url", "data"] as const;
/** What a layer shows; a layer with none of these is never empty. */
const CONTENT_KEYS = ["text", "image_url", "data", "svg"] as const;

function textAt(layer: Layer, key: string): string | undefined {
  const value = (layer as Readonly<Record<string, unknown>>)[key];
  return typeof value === "string" ? value : undefined;
}

function placeOfCopy({ repeat = "", repeat_as }: SourceGroup, place: Place, item: Item, index: number): Place {
  const items = new Map([...place.scope.items, [repeat_as, item]]);
  const itemPaths = new Map([...place.itemPaths, [repeat_as, `variables.${repeat}[${index}]`]]);
  return { scope: { ...place.scope, items }, suffix: `${place.suffix}[${index}]`, itemPaths };
}

/** A gradient lies over the colour, so a colour that a request asks for would not be seen beneath it. */
function uncovered(given: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return {
    ...("background_color" in given ? { background_gradient: undefined } : {}),
    ...("color" in given ? { text_gradient: undefined } : {}),
  };
}

/** A user's words are no marks: each character that could begin one stands behind a backslash. */
function escapeRich(value: string): string {
  return Array.from(value, (character) => ("\\*[]{}".includes(character) ? `\\${character}` : character)).join("");
}

function lengthFault(filled: string, layer: Layer): string | undefined {
  if (filled.length <= MAX_FILLED_LENGTH) return undefined;
  return `It makes the text of the layer ${quote(layer.name ?? layer.id)} longer than ${MAX_FILLED_LENGTH} characters.`;
}

function urlFault(filled: string, layer: Layer): string | undefined {
  const fault = filled === "" ? undefined : imageUrlFault(filled);
  if (fault === undefined) return undefined;
  return `It makes no address for the image of the layer ${quote(layer.name ?? layer.id)}. ${fault}`;
}

function pathOfFirst(text: string, { itemPaths }: Place): string {
  const first = parseText(text).find((part) => part.kind === "placeholder");
  if (first === undefined) return "variables";
  const { name, field } = first.reference;
  const itemPath = itemPaths.get(name);
  return itemPath === undefined ? `variables.${name}` : `${itemPath}.${field ?? ""}`;
}

/** Every layer of a document, groups before what is inside of them. */
export function allLayers(layers: readonly Layer[]): Layer[] {
  return layers.flatMap((layer) => (layer.type === "group" ? [layer, ...allLayers(layer.children)] : [layer]));
}

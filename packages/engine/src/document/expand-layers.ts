/**
 * Expands the layers of a document for one request: fills in variables, applies the request's attributes, leaves out
 * hidden layers, and copies a group's layers for each object that the group repeats. The layout finds sizes and places
 * later.
 */
import type { Issue } from "../issues/issue.js";
import { quote } from "../suggestions/suggest.js";
import { familiesOf } from "./attributes/document-fonts.js";
import type { Gradient } from "./attributes/gradient.js";
import { type Background, filledBackground, groundOf, isBoundBackground } from "./background.js";
import { DEFAULT_GROUND, type Layer, type LayerBackground } from "./layer-types/define-layer.js";
import { documentSchemaOf, MAX_LAID_OUT_LAYERS, type TemplateDocument } from "./document.js";
import { ExpansionWork, getOrCreate } from "./scope/expansion-work.js";
import { hasExpressions } from "./edition.js";
import { bindAttributes, NOT_BOUND } from "./binding/bind-attributes.js";
import { bindBackground } from "./binding/bind-background.js";
import { uncovered } from "./uncovered.js";
import { evaluateText } from "./expression/evaluate-expression.js";
import { expressionFailure } from "./expression/expression-failure.js";
import { fallbackFor, imageFallbacks } from "./image-variables.js";
import type { LayerRegistry } from "./layer-types/layer-registry.js";
import { LAYERS } from "./layers/registry.js";
import { fillTexts } from "./fill-texts.js";
import type { PlaceholderRange } from "./text-template/fill-text.js";
import { namesInLayer } from "./names-in-layer.js";
import { attributesOf, type FilledLayer, labelOf, type Place, placeOfCopy, rootPlace, textAt } from "./place.js";
import { isBuiltIn, isList } from "./attributes/values.js";
import type { Overrides } from "./request-overrides.js";

export type { LayerOverrides, Overrides, VariableValues } from "./request-overrides.js";

export interface Expansion {
  readonly layers: readonly Layer[];
  /** The background, if it is a layer. */
  readonly background: LayerBackground | undefined;
  /** The color or gradient beneath all layers. */
  readonly ground: string | Gradient;
  /** The issues that only the values of variables cause. Their paths are those of the variables. */
  readonly issues: readonly Issue[];
  /** Finds the placeholders in an attribute of a shown layer. Only an editor needs them, so they are found on demand. */
  readonly placeholders: (id: string, attribute: string) => readonly PlaceholderRange[];
}

/**
 * Returns the layers of a document for a request whose overrides have been checked one by one. It never throws. Its
 * work is limited: see `ExpansionWork`. It keeps the last expansion and the one without overrides, because the checks
 * of one request expand the same layers several times. Never change a document or overrides in place.
 */
export function expandLayers(
  document: TemplateDocument,
  overrides: Overrides,
  registry: LayerRegistry = LAYERS,
): Expansion {
  const known = kept.get(document) ?? [];
  const found = known.find((each) => isOf(each, overrides, registry));
  if (found !== undefined) return found.expansion;
  const expansion = expand(document, overrides, registry);
  const others = known.filter((each) => isOf(each, {}, each.registry)).slice(-1);
  const { layers, variables, locale, timeZone } = overrides;
  kept.set(document, [...others, { layers, variables, locale, timeZone, registry, expansion }]);
  return expansion;
}

interface KeptExpansion extends Overrides {
  readonly registry: LayerRegistry;
  readonly expansion: Expansion;
}

const kept = new WeakMap<TemplateDocument, readonly KeptExpansion[]>();

function isOf(known: KeptExpansion, overrides: Overrides, registry: LayerRegistry): boolean {
  const { layers, variables, locale, timeZone } = overrides;
  const isSame = known.layers === layers && known.variables === variables && known.registry === registry;
  return isSame && known.locale === locale && known.timeZone === timeZone;
}

function expand(document: TemplateDocument, overrides: Overrides, registry: LayerRegistry): Expansion {
  const expander = new Expander(document, overrides, registry);
  const background = expander.bindBackground(document.background);
  const filled = expander.fillBackground(background);
  const layers = expander.expandAll(document.layers, expander.root);
  return {
    layers,
    background: filled,
    ground: groundOf(background),
    issues: expander.issues,
    placeholders: (id, attribute) => expander.placeholders(id, attribute),
  };
}

/** Steps for the attributes of a layer, in addition to those for its texts. */
const STEPS_PER_LAYER = 50;

/** Steps for finding a layer that may be filled already. Conditions ask for the same layers many times. */
const STEPS_PER_FIND = 20;

class Expander {
  readonly root: Place;
  readonly issues: Issue[] = [];
  readonly #registry: LayerRegistry;
  readonly #overrides: Readonly<Record<string, unknown>>;
  readonly #byName: ReadonlyMap<string, Layer>;
  readonly #families: readonly string[];
  readonly #hasExpressions: boolean;
  readonly #fallbacks: ReadonlyMap<string, string>;
  readonly #work = new ExpansionWork();
  readonly #names = new Map<Layer, readonly string[]>();
  /** The shown layers by their IDs. */
  readonly #shown = new Map<string, { readonly source: Layer; readonly place: Place }>();
  /** The layers whose issues are known. Several copies can share one filled layer. */
  readonly #reported = new Set<FilledLayer>();
  #count = 0;
  #isStopped = false;

  constructor(document: TemplateDocument, overrides: Overrides, registry: LayerRegistry) {
    this.root = rootPlace(document, overrides, this.#work);
    this.#families = familiesOf(document);
    this.#hasExpressions = hasExpressions(document.edition);
    this.#fallbacks = imageFallbacks(document);
    this.#registry = registry;
    this.#overrides = overrides.layers ?? {};
    const named = allLayers(document.layers).flatMap((layer) =>
      layer.name === undefined ? [] : [[layer.name, layer] as const],
    );
    this.#byName = new Map(named.reverse());
  }

  bindBackground(written: Background): Background {
    if (!this.#hasExpressions || !isBoundBackground(written, this.#registry)) return written;
    const schema = documentSchemaOf(this.#registry).shape.background;
    const { background = DEFAULT_GROUND, issues } = bindBackground(written, this.root, this.#registry, schema);
    this.issues.push(...issues);
    return background as Background;
  }

  fillBackground(background: Background): LayerBackground | undefined {
    const filled = filledBackground(background, this.root.scope, this.#registry, (text) =>
      fallbackFor(text, this.root, this.#fallbacks),
    );
    this.#stopIfSpent("background");
    return filled;
  }

  expandAll(layers: readonly Layer[], place: Place): Layer[] {
    return layers.flatMap((layer) => this.#expand(layer, place));
  }

  #expand(source: Layer, place: Place): Layer[] {
    // Hidden layers count too, so the count limits the work.
    this.#count += 1;
    if (this.#count > MAX_LAID_OUT_LAYERS || this.#isStopped) return [];
    const filled = this.#filled(source, place);
    const { layer } = filled;
    const isShown = !layer.hide && this.#isShown(layer, place);
    this.#report(filled, isShown);
    if (this.#stopIfSpent(labelOf(source)) || !isShown) return [];
    const id = `${layer.id}${place.suffix}`;
    this.#shown.set(id, { source, place });
    if (layer.children === undefined) return [place.suffix === "" ? layer : { ...layer, id }];
    return [{ ...layer, id, children: this.#childrenOf(layer, layer.children, place) }];
  }

  /** Returns where the placeholders of an attribute are, in the document and in the filled text. */
  placeholders(id: string, attribute: string): readonly PlaceholderRange[] {
    const shown = this.#shown.get(id);
    const text = shown === undefined ? undefined : textAt(shown.source, attribute);
    if (shown === undefined || text?.includes("{{") !== true) return [];
    const { source, place } = shown;
    // A text of a request is literal.
    if (Object.hasOwn(this.#givenFor(source), attribute)) return [];
    const filler = this.#registry.get(source.type).definition.placeholders.get(attribute);
    const values = attributesOf(this.#filled(source, place).layer);
    return filler?.ranges?.(text, place.scope, { label: labelOf(source), valueOf: (key) => values[key] }) ?? [];
  }

  /** Reports the issues of a layer once. Expressions of a hidden layer have none, because nobody sees their values. */
  #report(filled: FilledLayer, isShown: boolean): void {
    const { issues, boundIssues } = filled;
    if (issues.length === 0 && (boundIssues.length === 0 || !isShown)) return;
    if (this.#reported.has(filled)) return;
    this.#reported.add(filled);
    this.issues.push(...issues, ...(isShown ? boundIssues : []));
  }

  #stopIfSpent(label: string): boolean {
    if (!this.#work.isSpent) return false;
    this.#isStopped = true;
    const message =
      `Filling the texts and conditions of this document takes too much work. It stopped at the layer ` +
      `${quote(label)}. Use shorter values, fewer items, or fewer placeholders with filters.`;
    this.issues.push({ path: "variables", message });
    return true;
  }

  #isShown(layer: Layer, place: Place): boolean {
    const { visible_if: condition } = layer;
    if (condition === undefined) return true;
    const result = evaluateText(condition, place.scope, (name) => this.#isEmpty(name, place));
    if ("value" in result) return result.value === true;
    const failed = { subject: `The "visible_if" of the layer ${quote(labelOf(layer))}`, text: condition };
    this.issues.push(expressionFailure(failed, result.failure, place));
    return false;
  }

  #childrenOf(group: Layer, children: readonly Layer[], place: Place): Layer[] {
    if (group.repeat === undefined) return this.expandAll(children, place);
    const list = place.scope.variables.get(group.repeat) ?? [];
    const items = isList(list) ? list : [];
    const path = `variables.${group.repeat}`;
    if (group.max_items !== undefined && items.length > group.max_items) {
      const message = `The layer ${quote(labelOf(group))} repeats at most ${group.max_items} items; there are ${items.length}.`;
      this.issues.push({ path, message });
      return [];
    }
    const count = items.length;
    const copies = items.flatMap((item, index) =>
      this.expandAll(children, placeOfCopy(group, place, { item, index, count })),
    );
    if (this.#count > MAX_LAID_OUT_LAYERS && !this.issues.some((issue) => issue.path === path)) {
      this.issues.push({ path, message: `With all copies there are more than ${MAX_LAID_OUT_LAYERS} layers.` });
    }
    return copies;
  }

  /** Returns whether a named layer has nothing to show in a place, or undefined if there is no such layer. */
  #isEmpty(name: string, place: Place): boolean | undefined {
    const source = this.#byName.get(name);
    if (source === undefined) return undefined;
    const { layer } = this.#filled(source, place);
    if (layer.hide) return true;
    const { content } = this.#registry.get(layer.type).definition;
    return content !== undefined && textAt(layer, content)?.trim() === "";
  }

  /** Returns a filled layer. A layer whose texts use no item of a repeat is filled once for all copies. */
  #filled(source: Layer, place: Place): FilledLayer {
    this.#work.spend(STEPS_PER_FIND);
    const { items, variables } = place.scope;
    const isOfCopy = (name: string) => items.has(name) || (isBuiltIn(name) && !variables.has(name));
    const usesItem = place !== this.root && this.#namesIn(source).some(isOfCopy);
    const { filled } = usesItem ? place : this.root;
    return getOrCreate(filled, source, () => this.#fill(source, usesItem ? place : this.root));
  }

  /** Returns the names that the placeholders and expressions of a layer use. */
  #namesIn(source: Layer): readonly string[] {
    const { definition } = this.#registry.get(source.type);
    return getOrCreate(this.#names, source, () =>
      namesInLayer(source, definition, this.root.scope, this.#hasExpressions),
    );
  }

  /**
   * Fills a layer's placeholders with the values of variables, and applies a request's attributes, which are literal.
   */
  #fill(source: Layer, place: Place): FilledLayer {
    this.#work.spend(STEPS_PER_LAYER);
    const given = this.#givenFor(source);
    const registered = this.#registry.get(source.type);
    const without = uncovered(given, registered);
    const isReplaced = (attribute: string) => Object.hasOwn(given, attribute) || Object.hasOwn(without, attribute);
    const bound = this.#hasExpressions
      ? bindAttributes(attributesOf(source), isReplaced, {
          registered,
          label: labelOf(source),
          place,
          families: this.#families,
        })
      : NOT_BOUND;
    const values: Readonly<Record<string, unknown>> = {
      ...attributesOf(source),
      ...bound.values,
      ...without,
      ...given,
    };
    const texts = fillTexts(source, {
      place,
      registered,
      values,
      isReplaced: (name) => Object.hasOwn(given, name),
      fallbacks: this.#fallbacks,
    });
    const { changed, issues } = texts;
    // A layer without a change stays the same object, so that caches with objects as keys find it.
    const isSame = [given, changed, bound.values].every((part) => Object.keys(part).length === 0);
    const layer = isSame ? source : ({ ...values, ...changed } as unknown as Layer);
    return { layer, issues, boundIssues: [...bound.issues, ...texts.boundIssues] };
  }

  #givenFor({ name }: Layer): Readonly<Record<string, unknown>> {
    const given = name !== undefined && Object.hasOwn(this.#overrides, name) ? this.#overrides[name] : undefined;
    return typeof given === "object" && given !== null ? (given as Readonly<Record<string, unknown>>) : {};
  }
}

/** Returns every layer of a document. A group comes before the layers inside it. */
export function allLayers(layers: readonly Layer[]): Layer[] {
  return layers.flatMap((layer) => (layer.children === undefined ? [layer] : [layer, ...allLayers(layer.children)]));
}

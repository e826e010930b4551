/** Evaluates the attributes of layers that are expressions, for one request and one place of a document. */
import * as z from "zod";
import type { Issue } from "../../issues/issue.js";
import { quote } from "../../suggestions/suggest.js";
import { unknownFamily } from "../attributes/document-fonts.js";
import { getOrCreate } from "../scope/expansion-work.js";
import type { LayerDefinition } from "../layer-types/define-layer.js";
import type { RegisteredLayer } from "../layer-types/layer-registry.js";
import { namedFamilies } from "../layer-types/named-families.js";
import { bindValue, type BindingPlace, type Bound, expressionAt } from "./bind-value.js";
import { type BoundAttribute, boundAttributes } from "./bound-attributes.js";
import { expressionFailure } from "../expression/expression-failure.js";

type Attributes = Readonly<Record<string, unknown>>;

export interface BindOptions {
  readonly registered: RegisteredLayer;
  /** The name of the layer in messages. */
  readonly label: string;
  readonly place: BindingPlace;
  /** The font families that the document can use. */
  readonly families: readonly string[];
}

/** The values of a layer's expressions, and the issues that the values of variables cause. */
export interface BoundValues {
  readonly values: Attributes;
  readonly issues: readonly Issue[];
}

/** The values of a layer without expressions. */
export const NOT_BOUND: BoundValues = { values: {}, issues: [] };

const known = new WeakMap<Attributes, readonly BoundAttribute[]>();

/** Returns the attributes of a checked layer that contain expressions. */
export function boundIn(layer: Attributes, definition: LayerDefinition): readonly BoundAttribute[] {
  return getOrCreate(known, layer, () => boundAttributes(layer, definition));
}

/** Evaluates the expressions of a layer, except those of attributes that `isReplaced` names. */
export function bindAttributes(
  source: Attributes,
  isReplaced: (attribute: string) => boolean,
  options: BindOptions,
): BoundValues {
  const bound = boundIn(source, options.registered.definition);
  if (bound.length === 0) return NOT_BOUND;
  const values: Record<string, unknown> = {};
  const issues: Issue[] = [];
  for (const [attribute, written] of bound) {
    if (isReplaced(attribute)) continue;
    const result = bindAttribute(attribute, written, options);
    if ("issue" in result) issues.push(result.issue);
    // Even without a value, the layer has attributes of their types.
    values[attribute] = "value" in result ? result.value : standIn(attribute, options.registered);
  }
  return { values, issues };
}

/** Evaluates one attribute of a layer. */
export function bindAttribute(
  attribute: string,
  written: unknown,
  { registered, label, place, families }: BindOptions,
): Bound {
  const { definition } = registered;
  const subject = `The ${quote(attribute)} of the layer ${quote(label)}`;
  const { schema, override } = definition.attributes[attribute] ?? { schema: z.unknown() };
  const canBeZero = SIDES.has(attribute);
  const bound = bindValue(
    { subject, written, schema: canBeZero ? (override?.schema ?? schema) : schema, canBeZero },
    place,
  );
  if ("issue" in bound) return bound;
  const valueOf = (key: string) => (key === attribute ? bound.value : undefined);
  const textOf = (key: string) => (key === attribute ? String(bound.value) : undefined);
  const unknown = isOfFont(attribute, definition)
    ? namedFamilies({ ...definition, content: undefined }, textOf, false, valueOf).find(
        ({ family }) => !families.includes(family),
      )
    : undefined;
  if (unknown === undefined) return bound;
  const text = expressionAt(written, unknown.attribute.slice(attribute.length));
  return { issue: expressionFailure({ subject, text }, unknownFamily(unknown.family, families), place) };
}

/** Returns whether an attribute names font families. */
export function isOfFont(attribute: string, { fontFamily, styles }: LayerDefinition): boolean {
  return attribute === fontFamily || attribute === styles;
}

/** The sides of a layer. An expression gives a number of pixels, because `fill` and `hug` affect other layers. */
const SIDES: ReadonlySet<string> = new Set(["width", "height"]);

function standIn(attribute: string, { definition, standIns }: RegisteredLayer): unknown {
  return standIns().get(attribute) ?? definition.attributes[attribute]?.schema.safeParse(undefined).data;
}

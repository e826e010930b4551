/** The layer types and their attributes, as the schemas of the template language describe them. */
import list from "../../generated/layer-types.json" with { type: "json" };
import type { EditedLayer } from "./edited-document.js";

/** How the panel edits an attribute. */
export type Control =
  "number" | "side" | "boolean" | "choice" | "color" | "text" | "image" | "font" | "gradient" | "json";

/** An attribute of a layer type. */
export interface LayerAttribute {
  readonly name: string;
  readonly label: string;
  readonly control: Control;
  readonly default?: unknown;
  readonly min?: number;
  readonly max?: number;
  readonly isWhole?: boolean;
  /** The values of a choice, or the words that are valid beside a number. */
  readonly choices?: readonly string[];
  readonly isRequired?: boolean;
}

/** A layer type and its attributes, in the order of the documentation. */
export interface LayerType {
  readonly type: string;
  readonly attributes: readonly LayerAttribute[];
}

const TYPES = list as unknown as readonly LayerType[];

/** The names of all layer types, in the order of the documentation. */
export const LAYER_TYPES: readonly string[] = TYPES.map(({ type }) => type);

/** Returns the attributes of a type. An unknown type, which a newer service may have, has none. */
export function attributesOf(type: string): readonly LayerAttribute[] {
  return TYPES.find((one) => one.type === type)?.attributes ?? [];
}

/** Returns the attributes that all layers have in common, as the first one describes them. */
export function commonAttributes(layers: readonly EditedLayer[]): readonly LayerAttribute[] {
  const [first, ...others] = layers;
  if (first === undefined) return [];
  const shared = others.map(({ type }) => new Map(attributesOf(type).map((one) => [one.name, one.control])));
  return attributesOf(first.type).filter((one) => shared.every((names) => names.get(one.name) === one.control));
}

/** Returns the type of the variables that an attribute can be bound to. */
export function variableTypeOf({ control }: Pick<LayerAttribute, "control">): string {
  if (control === "number" || control === "side") return "number";
  return control === "boolean" || control === "color" || control === "image" ? control : "string";
}

/** The attributes of all layer types as data, for the panel of the studio's editor. `format-tables.ts` shows the same as tables. */
import * as z from "zod";
import { LAYERS } from "@image-render/engine/document";
import { BUILT_IN_FAMILIES } from "@image-render/fonts";

/** How the panel edits an attribute. */
type Control = "number" | "side" | "boolean" | "choice" | "color" | "text" | "image" | "font" | "gradient" | "json";

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
  /** Whether a document has to have it. */
  readonly isRequired?: boolean;
}

/** A layer type and its attributes, in the order of the documentation. */
export interface LayerType {
  readonly type: string;
  readonly attributes: readonly LayerAttribute[];
}

interface Property {
  readonly description?: string;
  readonly default?: unknown;
  readonly type?: string;
  readonly enum?: readonly string[];
  readonly const?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly multipleOf?: number;
  readonly anyOf?: readonly Property[];
  readonly oneOf?: readonly Property[];
}

/** The attributes that an editor does not edit, because they say what the layer is. */
const IDENTITY = new Set(["id", "type", "children"]);

/** Describes all layer types. */
export function layerTypes(): LayerType[] {
  return LAYERS.all.map(({ definition, schema }) => {
    const { properties = {}, required = [] } = z.toJSONSchema(schema, { io: "input" });
    const names = Object.keys(properties).filter((name) => !IDENTITY.has(name));
    return {
      type: definition.type,
      attributes: names.map((name) => {
        const property = properties[name] as Property;
        const override = definition.attributes[name]?.override;
        return {
          name,
          label: override?.label ?? property.description ?? name,
          ...describe(name, property, override?.kind),
          ...(property.default !== undefined && { default: property.default }),
          ...(required.includes(name) && { isRequired: true }),
        };
      }),
    };
  });
}

type Description = Omit<LayerAttribute, "name" | "label" | "default" | "isRequired">;

function describe(name: string, property: Property, kind: string | undefined): Description {
  const branches = property.anyOf ?? property.oneOf ?? [];
  const number = branches.find(({ type }) => type === "number");
  if (branches.some((branch) => branch.enum?.[0] === BUILT_IN_FAMILIES[0])) return { control: "font" };
  if (number !== undefined) {
    const choices = branches.flatMap((branch) => branch.enum ?? branch.const ?? []);
    return { control: "side", ...rangeOf(number), choices };
  }
  if (kind === "color") return { control: "color" };
  if (kind === "url") return { control: "image" };
  if (property.enum !== undefined) return { control: "choice", choices: property.enum };
  if (property.type === "boolean") return { control: "boolean" };
  if (property.type === "number" || property.type === "integer") {
    return { control: "number", ...rangeOf(property), ...(property.type === "integer" && { isWhole: true }) };
  }
  if (name.endsWith("_gradient")) return { control: "gradient" };
  const isText = property.type === "string" || branches.some(({ type }) => type === "string");
  return { control: isText ? "text" : "json" };
}

function rangeOf({ minimum, maximum }: Property): Pick<LayerAttribute, "min" | "max"> {
  return { ...(minimum !== undefined && { min: minimum }), ...(maximum !== undefined && { max: maximum }) };
}

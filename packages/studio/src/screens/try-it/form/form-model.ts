/** The form of a template, derived from its schema response. */
import type { LayerSchema } from "@image-render/client";

type SchemaVariable = LayerSchema["variables"][number];
type SchemaLayer = LayerSchema["layers"][number];

/** How a field is edited. */
export type Control = "line" | "text" | "number" | "boolean" | "color" | "image" | "date" | "choice";

/** One value of the request that a person can change. */
export interface FieldModel {
  readonly key: string;
  readonly label: string;
  readonly control: Control;
  /** The value of the template, as text. */
  readonly fallback: string;
  readonly options: readonly string[];
  readonly isRequired: boolean;
  readonly min: number | undefined;
  readonly max: number | undefined;
  readonly maxLength: number | undefined;
}

/** A variable that is a list: rows with the same fields. */
export interface ListModel {
  readonly name: string;
  readonly fields: readonly FieldModel[];
  readonly isRequired: boolean;
  readonly maxItems: number | undefined;
  readonly fallback: readonly Readonly<Record<string, string>>[];
}

/** A named layer: what it shows, and everything else that a request can change about it. */
export interface LayerModel {
  readonly name: string;
  readonly type: string;
  readonly main: readonly FieldModel[];
  readonly more: readonly FieldModel[];
}

/** The whole form. */
export interface FormModel {
  readonly fields: readonly FieldModel[];
  readonly lists: readonly ListModel[];
  readonly layers: readonly LayerModel[];
}

/** The attributes with the content of a layer. They are always in the form. */
const CONTENTS: ReadonlySet<string> = new Set(["text", "image_url", "svg", "html", "data", "hide"]);
/** Attributes that are also always in the form, but only for layers that have no content other than their look. */
const LOOKS: ReadonlySet<string> = new Set(["background_color", "color"]);

/**
 * Creates the form of a template. Layers with the same name are one part of it, because a request cannot tell them
 * apart.
 */
export function formOf({ variables, layers }: Pick<LayerSchema, "variables" | "layers">): FormModel {
  const names = new Set<string>();
  return {
    fields: variables.filter(({ type }) => type !== "list").map(variableField),
    lists: variables.filter(({ type }) => type === "list").map(listOf),
    layers: layers.flatMap((layer) => {
      if (names.has(layer.layerName)) return [];
      names.add(layer.layerName);
      return [layerOf(layer)];
    }),
  };
}

function layerOf({ layerName, type, attributes }: SchemaLayer): LayerModel {
  const fields = attributes.map(attributeField);
  const hasContent = attributes.some(({ key }) => CONTENTS.has(key) && key !== "hide");
  const isMain = ({ key }: FieldModel): boolean => CONTENTS.has(key) || (!hasContent && LOOKS.has(key));
  // What a layer shows comes first, then whether it is shown.
  const main = fields.filter(isMain).sort((a, b) => Number(a.key === "hide") - Number(b.key === "hide"));
  return { name: layerName, type, main, more: fields.filter((field) => !isMain(field)) };
}

function attributeField({ key, type, label, default: value, options }: SchemaLayer["attributes"][number]): FieldModel {
  const controls = {
    text: "text",
    string: "line",
    url: "image",
    color: "color",
    number: "number",
    boolean: "boolean",
  } as const;
  return {
    key,
    label,
    control: options === undefined ? controls[type] : "choice",
    fallback: asText(value),
    options: options ?? [],
    isRequired: false,
    min: undefined,
    max: undefined,
    maxLength: undefined,
  };
}

type ScalarVariable = NonNullable<SchemaVariable["fields"]>[number];

function variableField(variable: SchemaVariable | ScalarVariable): FieldModel {
  const { name, type, required, choices, min, max, maxLength } = variable;
  const controls = {
    string: "text",
    number: "number",
    boolean: "boolean",
    color: "color",
    image: "image",
    date: "date",
    enum: "choice",
    list: "line",
  } as const;
  return {
    key: name,
    label: name,
    control: controls[type],
    fallback: asText(variable.default),
    options: choices ?? [],
    isRequired: required === true,
    min,
    max,
    maxLength,
  };
}

function listOf({ name, fields = [], required, maxItems, default: rows }: SchemaVariable): ListModel {
  const models = fields.map(variableField);
  const given: readonly unknown[] = Array.isArray(rows) ? rows : [];
  return {
    name,
    fields: models,
    isRequired: required === true,
    maxItems,
    fallback: given.map((row) =>
      Object.fromEntries(
        models.map(({ key, fallback }) => [key, asText((row as Record<string, unknown>)[key] ?? fallback)]),
      ),
    ),
  };
}

/** Returns a value as a field shows it. */
function asText(value: unknown): string {
  if (typeof value === "string") return value;
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  return "";
}

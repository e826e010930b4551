/** Builds the request from the form. */
import type { CreateRender, OutputFormat } from "@image-render/client";
import { OUTPUT_FORMATS } from "@image-render/client/formats";
import type { Control, FieldModel, FormModel } from "../form/form-model.js";
import type { Values } from "../form/values.js";

/** The properties of the requested file, apart from its contents. */
export interface Output {
  readonly format: OutputFormat;
  readonly scale: number;
  /** Undefined for the default of the format. */
  readonly quality: number | undefined;
  readonly isTransparent: boolean;
}

export const DEFAULT_OUTPUT: Output = { format: "png", scale: 1, quality: undefined, isTransparent: false };

/** The contents of a request. */
export type Contents = Pick<CreateRender, "layers" | "variables">;

/**
 * Returns the contents that differ from the template, and those that a request must have. Names that the template no longer
 * has are left out.
 */
export function contentsOf(form: FormModel, values: Values): Contents {
  const variables: NonNullable<CreateRender["variables"]> = {};
  for (const field of form.fields) {
    const value = values.variables[field.key] ?? shownOfRequired(field);
    if (value !== undefined) variables[field.key] = valueOf(field.control, value);
  }
  for (const { name, fields, isRequired, fallback } of form.lists) {
    const rows = values.lists[name] ?? (isRequired && fallback.length > 0 ? fallback : undefined);
    if (rows !== undefined) variables[name] = rows.map((row) => rowOf(fields, row));
  }
  const layers: NonNullable<CreateRender["layers"]> = {};
  for (const { name, main, more } of form.layers) {
    const given = values.layers[name] ?? {};
    const set = [...main, ...more].filter(({ key }) => given[key] !== undefined);
    if (set.length > 0) layers[name] = rowOf(set, given);
  }
  return { ...(hasEntries(layers) && { layers }), ...(hasEntries(variables) && { variables }) };
}

/** Returns the fields of a request that describe its file. Those that are the default are left out. */
export function outputOf({ format, scale, quality, isTransparent }: Output): Partial<CreateRender> {
  return {
    ...(format !== DEFAULT_OUTPUT.format && { format }),
    ...(scale !== 1 && { scale }),
    ...(quality !== undefined && OUTPUT_FORMATS[format].hasQuality && { quality }),
    ...(isTransparent && OUTPUT_FORMATS[format].isTransparent && { transparent: true }),
  };
}

/** A required variable has no default for the service. The form shows the one of the template, so it is sent. */
function shownOfRequired({ isRequired, fallback }: FieldModel): string | undefined {
  return isRequired && fallback !== "" ? fallback : undefined;
}

function rowOf(
  fields: readonly FieldModel[],
  row: Readonly<Record<string, string>>,
): Record<string, string | number | boolean> {
  return Object.fromEntries(fields.map(({ key, control, fallback }) => [key, valueOf(control, row[key] ?? fallback)]));
}

/** A number that is not complete yet stays a text, so that the service says what is wrong with it. */
function valueOf(control: Control, text: string): string | number | boolean {
  if (control === "boolean") return text === "true";
  if (control === "number" && text.trim() !== "" && Number.isFinite(Number(text))) return Number(text);
  return text;
}

function hasEntries(record: object): boolean {
  return Object.keys(record).length > 0;
}

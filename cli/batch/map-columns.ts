/** Finds the layer or the variable that each column sets. */
import { didYouMean } from "@image-render/engine/suggestions";
import type { LayerSchemaResponse } from "../../core/contract/layer-schema.js";
import type { LocatedIssue } from "../located-issue.js";
import type { Row, Rows } from "./read-rows.js";

/** The attribute or the variable that a column sets. */
export type Target =
  | { readonly kind: "layer"; readonly layer: string; readonly attribute: string }
  | { readonly kind: "variable"; readonly variable: string };

/** If a column has only the name of a layer, it sets the first of these attributes that the layer has. */
const MAIN_ATTRIBUTES = ["text", "image_url", "value", "data"];

type Schema = Pick<LayerSchemaResponse, "layers" | "variables">;

/**
 * Maps columns to targets. `title` is the layer with this name, or else the variable. `title.color` is a layer
 * attribute.
 *
 * @param ignored the columns that set nothing
 */
export function mapColumns(
  file: string,
  { columns, placeOfColumn }: Pick<Rows, "columns" | "placeOfColumn">,
  schema: Schema,
  ignored: readonly string[],
): { readonly targets: ReadonlyMap<string, Target>; readonly issues: readonly LocatedIssue[] } {
  const targets = new Map<string, Target>();
  const issues: LocatedIssue[] = [];
  for (const column of columns) {
    if (ignored.includes(column)) continue;
    const target = targetOf(column, schema);
    if (typeof target !== "string") targets.set(column, target);
    else {
      const position = placeOfColumn(column);
      issues.push({ file, ...(position !== undefined && { position }), path: column, message: target });
    }
  }
  return { targets, issues };
}

/** Returns the target of a column, or a message that says what is wrong with its name. */
function targetOf(column: string, schema: Schema): Target | string {
  const layer = schema.layers.find(({ layerName }) => layerName === column);
  if (layer !== undefined) {
    const keys = layer.attributes.map(({ key }) => key);
    const attribute = MAIN_ATTRIBUTES.find((key) => keys.includes(key));
    if (attribute !== undefined) return { kind: "layer", layer: column, attribute };
    return `Name an attribute of the layer, for example ${column}.${keys[0] ?? "…"}.`;
  }
  if (schema.variables.some(({ name }) => name === column)) return { kind: "variable", variable: column };
  const dot = column.lastIndexOf(".");
  const owner = schema.layers.find(({ layerName }) => dot > 0 && layerName === column.slice(0, dot));
  if (owner !== undefined) {
    const keys = owner.attributes.map(({ key }) => key);
    const attribute = column.slice(dot + 1);
    if (keys.includes(attribute)) return { kind: "layer", layer: owner.layerName, attribute };
    return `The layer "${owner.layerName}" has no attribute "${attribute}".${didYouMean(attribute, keys)}`;
  }
  const names = [...schema.layers.map(({ layerName }) => layerName), ...schema.variables.map(({ name }) => name)];
  return `The template has no layer or variable "${column}".${didYouMean(column, names)}`;
}

/** A cell with this value hides the layer of its column. It is the notation of other services. */
const HIDDEN = "__HIDDEN__";

/** Returns the overrides of a row. If any cell of a layer hides it, the layer is hidden whatever the other cells say. */
export function overridesOf({ values }: Row, targets: ReadonlyMap<string, Target>) {
  const layers: Record<string, Record<string, unknown>> = {};
  const variables: Record<string, unknown> = {};
  const hidden = new Set<string>();
  for (const [column, value] of values) {
    const target = targets.get(column);
    if (target?.kind === "variable") variables[target.variable] = value;
    if (target?.kind !== "layer") continue;
    if (value === HIDDEN) hidden.add(target.layer);
    else layers[target.layer] = { ...layers[target.layer], [target.attribute]: value };
  }
  for (const layer of hidden) layers[layer] = { ...layers[layer], hide: true };
  return { layers, variables };
}

/** Returns the column that an issue of a request is about. */
export function columnOf(path: string, targets: ReadonlyMap<string, Target>): string | undefined {
  const found = [...targets].find(([, target]) => {
    if (target.kind === "variable") return isInside(path, `variables.${target.variable}`);
    return isInside(path, `layers.${target.layer}.${target.attribute}`);
  });
  return found?.[0];
}

function isInside(path: string, outer: string): boolean {
  return path === outer || path.startsWith(`${outer}.`) || path.startsWith(`${outer}[`);
}

/** Checks whether a value can be edited as a document. The service checks everything else about it. */
import type { EditedDocument } from "../document/edited-document.js";

/** The reason why a value is not a document, and its path as the service writes it. */
export interface ShapeProblem {
  readonly path: string;
  readonly problem: "object" | "side" | "height" | "layers" | "layer" | "id" | "type" | "sameId" | "name";
  readonly word?: string;
}

/** Returns the first reason why the editor cannot show a value, or undefined if it is a document. */
export function shapeProblemOf(value: unknown): ShapeProblem | undefined {
  if (!isObject(value)) return { path: "", problem: "object" };
  if (!isSide(value["width"])) return { path: "width", problem: "side" };
  if (value["height"] !== "hug" && !isSide(value["height"])) return { path: "height", problem: "height" };
  return problemOfLayers(value["layers"], "layers", new Set());
}

/** Returns a value whose shape has no problem as a document. */
export function asDocument(value: unknown): EditedDocument {
  return value as EditedDocument;
}

function problemOfLayers(layers: unknown, path: string, ids: Set<string>): ShapeProblem | undefined {
  if (!Array.isArray(layers)) return { path, problem: "layers" };
  for (const [index, layer] of layers.entries()) {
    const found = problemOfLayer(layer, `${path}[${index}]`, ids);
    if (found !== undefined) return found;
  }
  return undefined;
}

function problemOfLayer(layer: unknown, path: string, ids: Set<string>): ShapeProblem | undefined {
  if (!isObject(layer)) return { path, problem: "layer" };
  const { id, type, name, children } = layer;
  if (typeof id !== "string" || id === "") return { path: `${path}.id`, problem: "id" };
  if (ids.has(id)) return { path: `${path}.id`, problem: "sameId", word: id };
  ids.add(id);
  if (typeof type !== "string") return { path: `${path}.type`, problem: "type" };
  if (name !== undefined && typeof name !== "string") return { path: `${path}.name`, problem: "name" };
  return children === undefined ? undefined : problemOfLayers(children, `${path}.children`, ids);
}

function isSide(value: unknown): boolean {
  return typeof value === "number" && value > 0;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

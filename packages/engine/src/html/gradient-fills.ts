/** Simplifies the gradients of HTML. */
import type { SafeElement } from "../document/svg/safe-element.js";

/**
 * Changes a drawing of satori so that a gradient that fills its box becomes the fill of the box. satori 0.63 writes
 * each gradient as the only tile of a pattern. librsvg draws that pattern into a separate buffer as large as the box,
 * and repeats this for each tile of the picture that libvips asks for. Gradients of another size, or beside a border,
 * stay patterns.
 */
export function withDirectGradients(elements: readonly SafeElement[]): readonly SafeElement[] {
  const all = elements.flatMap(flattened);
  const shapes = Map.groupBy(all, ({ attributes }) => attributes.get("fill"));
  const changed = new Map<SafeElement, SafeElement>();
  for (const pattern of all) {
    const found = gradientIn(pattern);
    if (found === undefined) continue;
    const [shape, ...others] = shapes.get(urlOf(found.id)) ?? [];
    if (shape === undefined || others.length > 0 || sizeOf(shape) !== found.size) continue;
    changed.set(pattern, moved(found.gradient, shape));
    changed.set(shape, { ...shape, attributes: new Map([...shape.attributes, ["fill", urlOf(found.gradientId)]]) });
  }
  return changed.size === 0 ? elements : elements.map((element) => rewritten(element, changed));
}

/** A pattern that shows its tile once, in the whole box. */
const WHOLE_BOX = { x: "0", y: "0", width: "1", height: "1", patternUnits: "objectBoundingBox" };

/** Returns the gradient that is the only content of a pattern, and the size of the box that it fills. */
function gradientIn({ name, attributes, children }: SafeElement) {
  const id = attributes.get("id");
  const [gradient, box, ...others] = children;
  if (name !== "pattern" || id === undefined || others.length > 0) return undefined;
  if (gradient === undefined || box?.name !== "rect" || !isOnly(attributes, { ...WHOLE_BOX, id })) return undefined;
  if (gradient.name !== "linearGradient" && gradient.name !== "radialGradient") return undefined;
  const gradientId = gradient.attributes.get("id");
  if (gradientId === undefined || gradient.attributes.has("gradientTransform")) return undefined;
  const [width = "", height = ""] = [box.attributes.get("width"), box.attributes.get("height")];
  const isFilled = isOnly(box.attributes, { x: "0", y: "0", width, height, fill: urlOf(gradientId) });
  return isFilled ? { id, gradientId, gradient, size: sizeOf(box) } : undefined;
}

/**
 * Moves the gradient to the place of the shape, which is the origin of its pattern. A gradient in shares of the shape's
 * box is not moved.
 */
function moved(gradient: SafeElement, { attributes }: SafeElement): SafeElement {
  if (gradient.attributes.get("gradientUnits") !== "userSpaceOnUse") return gradient;
  const place = `translate(${attributes.get("x") ?? 0} ${attributes.get("y") ?? 0})`;
  return { ...gradient, attributes: new Map([...gradient.attributes, ["gradientTransform", place]]) };
}

function rewritten(element: SafeElement, changed: ReadonlyMap<SafeElement, SafeElement>): SafeElement {
  const own = changed.get(element) ?? element;
  const children = own.children.map((child) => rewritten(child, changed));
  return { ...own, children };
}

function flattened(element: SafeElement): SafeElement[] {
  return [element, ...element.children.flatMap(flattened)];
}

function isOnly(attributes: ReadonlyMap<string, string>, expected: Readonly<Record<string, string>>): boolean {
  const names = Object.keys(expected);
  return attributes.size === names.length && names.every((name) => attributes.get(name) === expected[name]);
}

/** Returns the size of a shape's box. satori writes it on a path too. */
function sizeOf({ attributes }: SafeElement): string {
  return `${attributes.get("width") ?? ""} ${attributes.get("height") ?? ""}`;
}

const urlOf = (id: string) => `url(#${id})`;

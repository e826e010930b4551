import type { XmlElement } from "../document/svg/xml-tree.js";
import { type Canvas, maskState, type PdfOutput } from "./canvas.js";
import { readMatrix } from "./matrix.js";
import { readPath } from "./path-operators.js";
import { referenceOf, type SvgTree } from "./svg-tree.js";
import { Unsupported } from "./unsupported.js";

/** Clips everything away. */
export const HIDE_ALL = "0 0 0 0 re W n";

/**
 * Clips to a clip path of a drawing. A clip of one path needs only operators. For others, the function returns the name
 * of a graphics state, which applies to a group.
 */
export async function clipTo(
  output: PdfOutput,
  canvas: Canvas,
  tree: SvgTree,
  clip: XmlElement,
): Promise<string | undefined> {
  const { attributes, children } = clip;
  const isSimple =
    (attributes.get("clipPathUnits") ?? "userSpaceOnUse") === "userSpaceOnUse" &&
    !attributes.has("transform") &&
    children.every((child) => child.name === "path" && !child.attributes.has("clip-path"));
  if (!isSimple) throw new Unsupported("The clip path has clips of its own.");
  const outer = tree.definitions.get(referenceOf(attributes.get("clip-path")) ?? "");
  const outerState = outer && (await clipTo(output, canvas, tree, outer));
  if (outerState !== undefined) throw new Unsupported("The clip path is clipped to several shapes.");
  const visible = children.filter((child) => child.attributes.get("visibility") !== "hidden");
  const [first, ...others] = visible;
  if (first === undefined) canvas.operators.push(HIDE_ALL);
  else if (others.length === 0) canvas.operators.push(clipOperators(first, "clip-rule"));
  else {
    return await maskState(output, canvas, async ({ operators }) => {
      operators.push("1 g");
      for (const child of visible) operators.push(`${pathOf(child)} ${isEvenOdd(child, "clip-rule") ? "f*" : "f"}`);
      await Promise.resolve();
    });
  }
  return undefined;
}

/** Returns the operators that clip to a path. */
export function clipOperators(path: XmlElement, rule: "clip-rule" | "fill-rule"): string {
  return `${pathOf(path)} ${isEvenOdd(path, rule) ? "W*" : "W"} n`;
}

function pathOf({ attributes }: XmlElement): string {
  return readPath(attributes.get("d") ?? "", readMatrix(attributes.get("transform"))).operators;
}

function isEvenOdd({ attributes }: XmlElement, rule: string): boolean {
  return attributes.get(rule) === "evenodd";
}

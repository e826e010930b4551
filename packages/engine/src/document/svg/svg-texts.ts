import { familyNames } from "../attributes/font-family.js";
import type { SafeElement } from "./safe-element.js";
import type { SafeSvg } from "./safe-svg.js";
import { TEXT_NODE } from "./xml-tree.js";

/** The facts about the texts of an SVG that the cost of their letters depends on. */
export interface SvgTexts {
  /** All characters of all texts, one after the other. */
  readonly characters: string;
  /** The number of places where a new line of letters begins. */
  readonly places: number;
  /** The font families that the SVG names, without duplicates. */
  readonly families: readonly string[];
}

/** The largest number of characters in all texts of one SVG. With more of them, none of its texts is drawn. */
export const MAX_SVG_CHARACTERS_OF_TEXT = 5_000;

/** Returns the texts of an SVG. */
export function textsOf({ children, attributes }: Pick<SafeSvg, "children" | "attributes">): SvgTexts {
  const found = { pieces: [] as string[], places: 0, families: new Set<string>() };
  const add = (element: SafeElement) => {
    if (element.name === TEXT_NODE && element.text !== undefined) found.pieces.push(element.text);
    if (element.name === "text" || element.name === "tspan") found.places += 1 + placesOf(element);
    for (const name of familyNames(element.attributes.get("font-family") ?? "")) found.families.add(name);
    element.children.forEach(add);
  };
  add({ name: "svg", attributes, children });
  return { characters: found.pieces.join(""), places: found.places, families: [...found.families] };
}

/** Returns the number of places in the lists of an element. */
function placesOf({ attributes }: SafeElement): number {
  const lists = ["x", "y", "dx", "dy", "rotate"].map(
    (name) =>
      attributes
        .get(name)
        ?.trim()
        .split(/[\s,]+/).length ?? 0,
  );
  return Math.max(...lists);
}

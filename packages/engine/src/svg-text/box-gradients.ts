/**
 * Gradients of texts. A gradient without units of its own refers to the box of the whole text. As paths, the parts of a
 * text would each have a gradient of their own, so such a gradient is replaced by one in the units of the text.
 */
import { firstNumber } from "../document/svg/number-scanner.js";
import type { SafeElement } from "../document/svg/safe-element.js";
import type { Box } from "../paint/fragment.js";

const GRADIENTS: ReadonlySet<string> = new Set(["linearGradient", "radialGradient"]);
/** The places of a gradient with their defaults, and the other attributes that gradients inherit from each other. */
const PLACES: Readonly<Record<string, readonly (readonly [name: string, otherwise: string | undefined])[]>> = {
  linearGradient: [
    ["x1", "0"],
    ["y1", "0"],
    ["x2", "1"],
    ["y2", "0"],
  ],
  radialGradient: [
    ["cx", "0.5"],
    ["cy", "0.5"],
    ["r", "0.5"],
    ["fx", undefined],
    ["fy", undefined],
    ["fr", undefined],
  ],
};
/** The longest chain of gradients that refer to each other. */
const MAX_CHAIN = 32;

/** Finds the gradients of an SVG, and creates the gradients that texts need. */
export class BoxGradients {
  readonly #byId = new Map<string, SafeElement>();
  readonly #made: SafeElement[] = [];

  constructor(elements: readonly SafeElement[]) {
    const add = (element: SafeElement) => {
      const id = element.attributes.get("id");
      if (id !== undefined) this.#byId.set(id, element);
      element.children.forEach(add);
    };
    elements.forEach(add);
  }

  /** The gradients that were created. */
  get made(): readonly SafeElement[] {
    return this.#made;
  }

  /** Returns the paint that looks the same on each part of a text whose box is `cells`. */
  paintFor(paint: string, cells: Box): string {
    const [, id = ""] = /^url\(\s*#(.*?)\s*\)/.exec(paint) ?? [];
    const chain = this.#chainOf(id);
    const [first] = chain;
    const places = first === undefined ? undefined : PLACES[first.name];
    if (first === undefined || places === undefined || cells.width <= 0 || cells.height <= 0) return paint;
    const find = (name: string) =>
      chain.map(({ attributes }) => attributes.get(name)).find((value) => value !== undefined);
    if (find("gradientUnits") === "userSpaceOnUse") return paint;
    const { x, y, width, height } = cells;
    const transform = `matrix(${width} 0 0 ${height} ${x} ${y}) ${find("gradientTransform") ?? ""}`.trim();
    const attributes = new Map([
      ["href", `#${id}`],
      ["gradientUnits", "userSpaceOnUse"],
      ["gradientTransform", transform],
    ]);
    for (const [name, otherwise] of places) {
      const value = find(name) === undefined ? otherwise : String(shareOf(find(name) ?? ""));
      if (value !== undefined) attributes.set(name, value);
    }
    return `url(#${this.#add(first.name, attributes)})`;
  }

  #add(name: string, attributes: ReadonlyMap<string, string>): string {
    let number = this.#made.length;
    while (this.#byId.has(`text-paint-${number}`)) number += 1;
    const id = `text-paint-${number}`;
    const element = { name, attributes: new Map([["id", id], ...attributes]), children: [] };
    this.#byId.set(id, element);
    this.#made.push(element);
    return id;
  }

  /** Returns a gradient, followed by those that it refers to. */
  #chainOf(id: string): SafeElement[] {
    const chain: SafeElement[] = [];
    let element = this.#byId.get(id);
    while (element !== undefined && GRADIENTS.has(element.name) && chain.length < MAX_CHAIN) {
      chain.push(element);
      element = this.#byId.get((element.attributes.get("href") ?? "").replace(/^#/, ""));
    }
    return chain;
  }
}

/** Returns a share such as `50%` or `0.5` as a number. */
function shareOf(text: string): number {
  const number = firstNumber(text) ?? 0;
  return text.includes("%") ? number / 100 : number;
}

/**
 * Draws the emoji of texts. An SVG contains each of them only once, because the IDs inside of a drawing must be unique.
 */
import { readSvgFile } from "../document/svg/read-svg.js";
import type { SafeElement } from "../document/svg/safe-element.js";
import type { EmojiLibrary } from "../fonts/emoji.js";
import type { PlacedEmoji } from "../text/text-layout.js";

/** An emoji has the colors of its drawing, not those of the text around it. */
const OWN_LOOK: readonly (readonly [string, string])[] = [
  ["fill", "#000"],
  ["fill-opacity", "1"],
  ["fill-rule", "nonzero"],
  ["stroke", "none"],
];

/** Creates the elements of emoji for one SVG. */
export class EmojiDrawings {
  readonly #library: EmojiLibrary;
  readonly #ids = new Map<string, string>();
  readonly #taken: ReadonlySet<string>;
  readonly #definitions: SafeElement[] = [];

  /** @param taken the IDs of the SVG */
  constructor(library: EmojiLibrary, taken: ReadonlySet<string>) {
    this.#library = library;
    this.#taken = taken;
  }

  /** The drawings of all emoji. Each has an ID that `place` refers to. */
  get definitions(): readonly SafeElement[] {
    return this.#definitions;
  }

  /** Returns the element that shows an emoji at its place. */
  place({ key, x, y, side }: PlacedEmoji): SafeElement | undefined {
    const drawing = this.#library.drawing(key);
    const id = this.#idOf(key);
    if (drawing === undefined || id === undefined) return undefined;
    const { width, height } = drawing;
    const scale = side / Math.max(width, height);
    const [left, top] = [x + (side - width * scale) / 2, y + (side - height * scale) / 2];
    const transform = `translate(${left} ${top}) scale(${scale})`;
    return {
      name: "use",
      attributes: new Map([["href", `#${id}`], ["transform", transform], ...OWN_LOOK]),
      children: [],
    };
  }

  /** Returns the ID of an emoji's drawing, which the first call adds. Undefined if the SVG has one of its IDs. */
  #idOf(key: string): string | undefined {
    const known = this.#ids.get(key);
    if (known !== undefined) return known === "" ? undefined : known;
    const id = `emoji-${key.replaceAll(":", "-")}`;
    const drawing = this.#library.drawing(key);
    const file = `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 1 1">${drawing?.body ?? ""}</svg>`;
    const read = readSvgFile(file);
    const isUsable = "svg" in read && ![id, ...read.svg.children.flatMap(idsIn)].some((each) => this.#taken.has(each));
    this.#ids.set(key, isUsable ? id : "");
    if (!isUsable) return undefined;
    this.#definitions.push({ name: "g", attributes: new Map([["id", id]]), children: read.svg.children });
    return id;
  }
}

/** Returns the IDs of an element and of all elements inside. */
export function idsIn({ attributes, children }: SafeElement): string[] {
  const id = attributes.get("id");
  return [...(id === undefined ? [] : [id]), ...children.flatMap(idsIn)];
}

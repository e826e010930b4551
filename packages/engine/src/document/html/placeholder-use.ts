/**
 * Records where an HTML layer of a document uses variables. Each value is escaped for its place, so each placeholder
 * must be in a place where escaping is possible: in a text, in a plain attribute, or as the whole value of an address
 * or a CSS property.
 */
import { parseText } from "../text-template/parse-text.js";
import type { HtmlIssues } from "./html-issues.js";

/** The kind of place that a value is inserted into. */
export type PlaceholderPlace = "text" | "attribute" | "url" | "css";

interface Range {
  readonly start: number;
  readonly end: number;
}

/** The maximum number of placeholders. No layer needs more, and each token of the source is compared with them. */
const MAX_PLACEHOLDERS = 500;

/** A private-use character. It can be part of a name in HTML and CSS, and it never ends anything. */
export const MASK = "\u{E000}";

export class PlaceholderUse {
  /** The source, with each placeholder replaced by meaningless characters of the same length. */
  readonly masked: string;
  readonly #ranges: readonly Range[];
  readonly #places = new Map<number, PlaceholderPlace>();

  /** @param isTemplate false for HTML of a request, in which braces are plain text */
  constructor(source: string, isTemplate: boolean, issues: HtmlIssues) {
    const ranges = isTemplate && source.includes("{{") ? rangesOf(source) : [];
    const [over] = ranges.slice(MAX_PLACEHOLDERS);
    if (over !== undefined) issues.add(over.start, `There are more than ${MAX_PLACEHOLDERS} variables`);
    this.#ranges = ranges.slice(0, MAX_PLACEHOLDERS);
    const pieces: string[] = [];
    let from = 0;
    for (const { start, end } of this.#ranges) {
      pieces.push(source.slice(from, start), MASK.repeat(end - start));
      from = end;
    }
    this.masked = this.#ranges.length === 0 ? source : pieces.join("") + source.slice(from);
  }

  /** The place of each placeholder that can be filled, by its index in the source. */
  get places(): ReadonlyMap<number, PlaceholderPlace> {
    return this.#places;
  }

  overlaps(start: number, end: number): boolean {
    return this.#in(start, end).length > 0;
  }

  /** Notes the placeholders in a range. */
  note(start: number, end: number, place: PlaceholderPlace): void {
    for (const range of this.#in(start, end)) this.#places.set(range.start, place);
  }

  /** Returns whether a range is exactly one placeholder. If it is, notes the placeholder. */
  isWhole(start: number, end: number, place: PlaceholderPlace): boolean {
    const [range, ...others] = this.#in(start, end);
    if (range?.start !== start || range.end !== end || others.length > 0) return false;
    this.#places.set(start, place);
    return true;
  }

  refuseIn(start: number, end: number, issues: HtmlIssues): void {
    for (const range of this.#in(start, end)) this.refuse(range.start, issues);
  }

  /** Adds an issue for each placeholder that is not in a possible place. */
  refuseOthers(issues: HtmlIssues): void {
    for (const { start } of this.#ranges) if (!this.#places.has(start)) this.refuse(start, issues);
  }

  refuse(start: number, issues: HtmlIssues): void {
    this.#places.set(start, "text");
    issues.add(
      start,
      "A variable cannot be here. It can be in a text, in a plain attribute, or the whole value of a src or of a CSS property",
    );
  }

  /** Returns the placeholders that overlap with a range. All placeholders are in order, and no two of them overlap. */
  #in(start: number, end: number): readonly Range[] {
    if (this.#ranges.length === 0) return this.#ranges;
    let [from, to] = [0, this.#ranges.length];
    while (from < to) {
      const middle = (from + to) >> 1;
      if ((this.#ranges[middle]?.end ?? 0) > start) to = middle;
      else from = middle + 1;
    }
    let last = from;
    while ((this.#ranges[last]?.start ?? Infinity) < end) last += 1;
    return this.#ranges.slice(from, last);
  }
}

/** Returns the ranges of the placeholders, including invalid ones, which `textIssues` reports. */
function rangesOf(source: string): Range[] {
  const parts = parseText(source);
  return parts.flatMap((part, index) => {
    if (part.kind === "literal") return [];
    const next = parts[index + 1];
    if (next?.kind !== "literal") return [{ start: part.at, end: next?.at ?? source.length }];
    // A literal is never followed by another one, so it ends where the next placeholder starts.
    const after = parts[index + 2];
    const end = after === undefined || after.kind === "literal" ? source.length : after.at;
    return [{ start: part.at, end: end - next.text.length }];
  });
}

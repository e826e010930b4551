import { HTML_LIMITS } from "./html-vocabulary.js";
import type { HtmlIssues } from "./html-issues.js";
import type { Style } from "./cascade.js";

/** Counts the effects in the styles of a layer's elements. */
export class HtmlCounts {
  readonly urls = new Set<string>();
  boxShadows = 0;
  textShadows = 0;
  groups = 0;
  gradients = 0;
  conics = 0;
  filters = 0;
  changesCase = false;
  #shadows = 0;

  count(style: Style): void {
    const value = (property: string) => style.get(property)?.value ?? "";
    const isSet = (property: string, usual: string) => value(property) !== "" && value(property) !== usual;
    const boxShadows = shadowsIn(style.get("box-shadow")?.value) ?? 0;
    const filters = value("filter").match(FILTER)?.length ?? 0;
    this.boxShadows += boxShadows;
    this.filters += filters;
    this.#shadows += boxShadows + filters + (shadowsIn(style.get("text-shadow")?.value) ?? 0);
    const groups = [
      isSet("opacity", "1"),
      isSet("transform", "none"),
      ["overflow", "overflow-x", "overflow-y"].some((property) => isSet(property, "visible")),
      clipsByText(style),
      isSet("clip-path", "none"),
    ];
    this.groups += groups.filter(Boolean).length;
    for (const property of ["background", "background-image"]) {
      this.gradients += value(property).match(/gradient\(/gi)?.length ?? 0;
      this.conics += value(property).match(/conic-gradient\(/gi)?.length ?? 0;
    }
    if (isSet("text-transform", "none")) this.changesCase = true;
    for (const { urls } of style.values()) for (const url of urls) this.urls.add(url);
  }

  check(textCharacters: number, issues: HtmlIssues): void {
    const limits: [number, number, string][] = [
      [textCharacters, HTML_LIMITS.textCharacters, "characters of text"],
      [this.#shadows, HTML_LIMITS.shadows, "elements with shadows"],
      [this.groups, HTML_LIMITS.groups, "elements that are faded, rotated or cut off"],
      [this.conics, HTML_LIMITS.conics, "conic gradients"],
      [this.urls.size, HTML_LIMITS.images, "images"],
    ];
    for (const [count, most, what] of limits) if (count > most) issues.add(0, `There are more than ${most} ${what}`);
  }
}

const FILTER = /(blur|brightness|contrast|drop-shadow|grayscale|hue-rotate|invert|opacity|saturate|sepia)\(/gi;

/** Returns the number of shadows of a declaration, or undefined if they are inherited or not declared. */
export function shadowsIn(value = "inherit"): number | undefined {
  if (value === "inherit") return undefined;
  if (value === "none" || value === "initial") return 0;
  // Each comma outside of a color starts another shadow.
  return value.replace(/\([^)]*\)/g, "").split(",").length;
}

export function clipsByText(style: Style): boolean {
  return style.get("background-clip")?.value === "text";
}

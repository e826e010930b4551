/**
 * Limits the cost of drawing an SVG. Each reference draws its target again, so a few nested references can draw millions
 * of elements. The cost counts an element as often as it is drawn.
 */
import type { SafeElement } from "./safe-svg.js";
import { SvgError } from "./svg-error.js";

const MAX_COST = 20_000;
/** A mask, a clip path or an opacity needs a separate pixel buffer, which costs as much as this many shapes. */
const LAYER_COST = 50;
const LAYER_ATTRIBUTES = ["mask", "clip-path", "opacity"] as const;

/** @throws SvgError if references form a circle or the elements cost too much. */
export function assertBoundedCost(elements: readonly SafeElement[]): void {
  const byId = new Map<string, SafeElement>();
  indexIds(elements, byId);
  const known = new Map<string, number>();
  const inProgress = new Set<string>();

  const costOfAll = (list: readonly SafeElement[]): number =>
    list.reduce((sum, element) => Math.min(sum + costOf(element), MAX_COST + 1), 0);
  const costOf = (element: SafeElement): number => {
    const layers = LAYER_ATTRIBUTES.filter((name) => element.attributes.has(name)).length;
    const referenced = referencesOf(element).map(costOfTarget);
    return 1 + layers * LAYER_COST + referenced.reduce((sum, cost) => sum + cost, 0) + costOfAll(element.children);
  };
  const costOfTarget = (id: string): number => {
    if (inProgress.has(id)) throw new SvgError(`The element "${id}" refers to itself`);
    const target = byId.get(id);
    if (target === undefined) return 0;
    const cost = known.get(id);
    if (cost !== undefined) return cost;
    inProgress.add(id);
    const counted = costOf(target);
    inProgress.delete(id);
    known.set(id, counted);
    return counted;
  };

  if (costOfAll(elements) > MAX_COST) throw new SvgError("The SVG is too costly to draw");
}

function indexIds(elements: readonly SafeElement[], byId: Map<string, SafeElement>): void {
  for (const element of elements) {
    const id = element.attributes.get("id");
    if (id !== undefined) byId.set(id, element);
    indexIds(element.children, byId);
  }
}

function referencesOf({ attributes }: SafeElement): string[] {
  return [...attributes].flatMap(([key, value]) => {
    if (key === "href" || key === "xlink:href") return [value.slice(1)];
    return value
      .replaceAll("url('#", "url(#")
      .replaceAll('url("#', "url(#")
      .split("url(#")
      .slice(1)
      .map((rest) => rest.slice(0, Math.max(rest.indexOf(")"), 0)));
  });
}

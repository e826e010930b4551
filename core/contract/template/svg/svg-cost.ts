/**
 * What drawing an SVG may cost. A reference draws its target once more, so a few nested ones draw millions of elements;
 * they are counted as often as they are drawn.
 */
import { SyntaxFault } from "../scanner.js";
import { type SafeElement } from "./safe-svg.js";

const MAX_COST = 20_000;
/** A mask, a clip or an opacity needs a layer of its own, which costs as much as drawing this many shapes. */
const LAYER_COST = 50;
const LAYER_ATTRIBUTES = ["mask", "clip-path", "opacity"] as const;

/** Throws a `SyntaxFault` if the elements refer to each other in a circle, or cost more than they may. */
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
    if (inProgress.has(id)) throw new SyntaxFault(`The element "${id}" refers to itself`, 0);
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

  if (costOfAll(elements) > MAX_COST) throw new SyntaxFault("It is too costly to draw", 0);
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

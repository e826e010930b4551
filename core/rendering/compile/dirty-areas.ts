import { around, areaOf, type DeviceRect, overlap } from "../frame/device-grid.js";

/** An item as it was, or is to be, painted. */
export interface PaintedItem {
  readonly key: string;
  readonly rect: DeviceRect | undefined;
}

/** Beyond this share of the picture, one pass over all of it is simpler and no slower. */
const MOST_OF_IT = 0.7;

/**
 * The areas that must be painted anew to come from one list of items to another, none overlapping another. Items with
 * the same key look the same, so only those count that come or go; if any changed places, everything does.
 */
export function dirtyAreas(
  before: readonly PaintedItem[],
  after: readonly PaintedItem[],
  whole: DeviceRect,
): DeviceRect[] {
  const [were, are] = [new Set(before.map(({ key }) => key)), new Set(after.map(({ key }) => key))];
  if (were.size < before.length || are.size < after.length) return [whole];
  const stayed = before.filter(({ key }) => are.has(key));
  const stay = after.filter(({ key }) => were.has(key));
  if (stayed.some(({ key }, index) => stay[index]?.key !== key)) return [whole];
  const changed = [...before.filter(({ key }) => !are.has(key)), ...after.filter(({ key }) => !were.has(key))];
  const areas = apart(changed.flatMap(({ rect }) => (rect === undefined ? [] : [rect])));
  const dirty = areas.reduce((sum, area) => sum + areaOf(area), 0);
  return dirty > areaOf(whole) * MOST_OF_IT ? [whole] : areas;
}

/** Areas that cover the given ones without covering any pixel twice: those that overlap are joined. */
function apart(areas: readonly DeviceRect[]): DeviceRect[] {
  const result: DeviceRect[] = [];
  for (const area of areas) {
    let joined = area;
    for (let index = touching(result, joined); index !== -1; index = touching(result, joined)) {
      const [other] = result.splice(index, 1);
      if (other !== undefined) joined = around(joined, other);
    }
    result.push(joined);
  }
  return result;
}

function touching(areas: readonly DeviceRect[], area: DeviceRect): number {
  return areas.findIndex((other) => overlap(other, area) !== undefined);
}

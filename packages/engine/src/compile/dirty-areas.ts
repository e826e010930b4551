import { around, areaOf, type DeviceRect, overlap } from "../frame/device-grid.js";

/** An item with the pixels that it touches. */
export interface PlacedItem {
  readonly key: string;
  readonly rect: DeviceRect | undefined;
}

/** If the dirty areas are a larger share of the picture, one pass over the whole picture is simpler and not slower. */
const MAX_DIRTY_SHARE = 0.7;

/**
 * Returns the areas to repaint when one list of items replaces another. They do not overlap. Items with the same key
 * look the same, so only items that were added or removed count. If the order of the others changed, the whole picture
 * is dirty.
 */
export function dirtyAreas(
  before: readonly PlacedItem[],
  after: readonly PlacedItem[],
  whole: DeviceRect,
): DeviceRect[] {
  const [old, current] = [new Set(before.map(({ key }) => key)), new Set(after.map(({ key }) => key))];
  if (old.size < before.length || current.size < after.length) return [whole];
  const keptBefore = before.filter(({ key }) => current.has(key));
  const keptAfter = after.filter(({ key }) => old.has(key));
  if (keptBefore.some(({ key }, index) => keptAfter[index]?.key !== key)) return [whole];
  const changed = [...before.filter(({ key }) => !current.has(key)), ...after.filter(({ key }) => !old.has(key))];
  const areas = apart(changed.flatMap(({ rect }) => (rect === undefined ? [] : [rect])));
  const dirty = areas.reduce((sum, area) => sum + areaOf(area), 0);
  return dirty > areaOf(whole) * MAX_DIRTY_SHARE ? [whole] : areas;
}

/** Joins areas that overlap. Returns areas that cover all given areas and do not overlap. */
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

import { blendOver, maskWith } from "../frame/blend.js";
import { touchedPixels } from "../frame/device-grid.js";
import { rasterize } from "../frame/rasterize.js";
import { emptyTile, type Tile } from "../frame/tile.js";
import { centreOf, type Fragment, turnedBounds, unite } from "../paint/fragment.js";
import { outlinePath } from "../paint/outline.js";
import { define } from "../paint/svg.js";
import { turn, withOpacity } from "../paint/turn.js";
import { type ResolvedGroup } from "../resolve/resolved-layer.js";
import { drawItem } from "./canvas.js";
import { type Item, itemKey, type ItemTools } from "./item.js";
import { contentKey } from "./layer-key.js";

/** The item of layers that are painted as one: blended onto a ground of their own, cut off there, and laid down faded. */
export function groupItem(group: ResolvedGroup, children: readonly Item[], { grid, resources }: ItemTools): Item {
  const inked = unite(children.map(({ bounds }) => bounds));
  const bounds = group.clip ? turnedBounds(group, group.rotation, centreOf(group)) : inked;
  const rect = inked.width > 0 ? touchedPixels(grid, bounds) : undefined;
  const content = [group.opacity, group.clip ? clipShape(group).svg : "", ...children.map(({ key }) => key)].join("|");
  return {
    key: itemKey(contentKey(`group ${content}`), grid),
    rect,
    bounds,
    draw: async () => {
      const tile = rect && emptyTile(rect);
      const warnings = [];
      for (const child of children) {
        const drawn = await drawItem(child, resources);
        warnings.push(...drawn.warnings);
        if (tile !== undefined) for (const source of drawn.tiles) blendOver(tile, source, tile);
      }
      const mask = group.clip && tile !== undefined ? await rasterize(clipShape(group), grid) : undefined;
      if (mask !== undefined && tile !== undefined) maskWith(tile, mask);
      const tiles: Tile[] = tile === undefined ? [] : [{ ...tile, opacity: group.opacity }];
      return { tiles, warnings };
    },
    write: async () => {
      const parts = [];
      // One after the other: decoded images are large.
      for (const child of children) parts.push(await child.write());
      const svg = rect === undefined ? "" : parts.map((part) => part.svg).join("");
      return { svg: wrap(group, svg, bounds), warnings: parts.flatMap(({ warnings }) => warnings) };
    },
  };
}

/** The area that a group is cut off at, as ink. */
function clipShape(group: ResolvedGroup): Fragment {
  const path = outlinePath({ kind: "rectangle", radius: group.border_radius }, group);
  return turn(`<path d="${path}" fill="#fff"/>`, group, { ...group, opacity: 1 });
}

function wrap(group: ResolvedGroup, svg: string, bounds: Fragment["bounds"]): string {
  if (svg === "") return "";
  const { id, definition } = define("c", (name) => `<clipPath id="${name}">${clipPathOf(group)}</clipPath>`);
  const clipped = group.clip ? `${definition}<g clip-path="url(#${id})">${svg}</g>` : svg;
  return withOpacity({ svg: clipped, bounds, opacity: group.opacity });
}

/** A clip path holds shapes alone, no groups: so the turn stands on the shape. */
function clipPathOf(group: ResolvedGroup): string {
  const { svg } = clipShape(group);
  return svg.replace(/^<g( transform="[^"]*")><path/, "<path$1").replace(/<\/g>$/, "");
}

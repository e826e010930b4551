import { touchedPixels } from "../frame/device-grid.js";
import { rasterize } from "../frame/rasterize.js";
import { type Fragment, overlaps, unite } from "../paint/fragment.js";
import { outlinePath } from "../paint/outline.js";
import { define } from "../paint/svg.js";
import { turn, withOpacity } from "../paint/turn.js";
import { type ResolvedGroup } from "../resolve/resolved-layer.js";
import { type Item, type ItemTools, type Painted } from "./item.js";
import { contentKey } from "./layer-key.js";

/** The item of layers that are painted as one: cut off, turned and made translucent together. */
export function groupItem(group: ResolvedGroup, children: readonly Item[], { grid, view }: ItemTools): Item {
  const { bounds } = wrap(group, children, "-");
  const rect = touchedPixels(grid, bounds);
  const how = [
    group.x,
    group.y,
    group.width,
    group.height,
    group.rotation,
    group.opacity,
    group.clip,
    group.border_radius,
  ];
  const paint = async (): Promise<Painted> => {
    const parts = [];
    // One after the other: decoded images are large.
    for (const child of children) parts.push(await child.write());
    return {
      fragment: wrap(group, children, parts.map((part) => part.svg).join("")),
      warnings: parts.flatMap(({ warnings }) => warnings),
    };
  };
  return {
    key: contentKey(`group ${how.join(" ")} ${children.map(({ key }) => key).join("|")}`),
    rect,
    bounds,
    draw: async () => {
      const { fragment, warnings } = await paint();
      const tile = await rasterize(fragment, grid);
      return { tiles: tile === undefined ? [] : [tile], warnings };
    },
    write: async () => {
      const { fragment, warnings } = await paint();
      return { svg: overlaps(bounds, view) ? withOpacity(fragment) : "", warnings };
    },
  };
}

function wrap(group: ResolvedGroup, children: readonly Item[], svg: string): Fragment {
  const ink = unite(children.map(({ bounds }) => bounds));
  if (!group.clip) return turn(svg, ink, group);
  const path = outlinePath({ kind: "rectangle", radius: group.border_radius }, group);
  const { id, definition } = define("c", (name) => `<clipPath id="${name}"><path d="${path}"/></clipPath>`);
  const { x, y, width, height } = group;
  return turn(svg === "" ? "" : `${definition}<g clip-path="url(#${id})">${svg}</g>`, { x, y, width, height }, group);
}

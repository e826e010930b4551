import { type GroupLayer, groupLayer } from "../document/layers/group.js";
import { type Item, itemKey, type LayerItemTools, type Written } from "../items/item.js";
import { contentKey } from "../shared/layer-key.js";
import { drawItem } from "../compile/paint-frame.js";
import { vectorItem } from "../compile/vector-item.js";
import type { LaidOut, ResolveTools, Size, Sized as Laid, Sizing, SizingTools } from "../layout/laid-out.js";
import { defineLayerRenderer } from "../items/define-layer-renderer.js";
import { blendOver, maskWith } from "../frame/blend.js";
import { areaOf, touchedPixels } from "../frame/device-grid.js";
import { rasterize } from "../frame/rasterize.js";
import { emptyTile } from "../frame/tile.js";
import { flowChildren } from "../layout/flow.js";
import { placeChildren } from "../layout/place-children.js";
import { isVisible } from "../paint/fill.js";
import { type Box, centerOf, type Fragment, inflate, rotatedBounds, unite } from "../paint/fragment.js";
import { roundedRectangle } from "../paint/outline.js";
import { type BoxStyle, boxOf, paintShape } from "../paint/paint-box.js";
import { rotate } from "../paint/rotate.js";
import type { ResolvedLayer } from "../layout/resolved-layer.js";

/** The background, border and shadow of a group. */
interface GroupBackground extends ResolvedLayer, Omit<BoxStyle, keyof ResolvedLayer> {
  readonly part: "ground";
  readonly border_radius: number;
}

/** Layers that are painted as one: faded together, or clipped together to a box with rounded corners. */
interface Content extends ResolvedLayer {
  readonly part: "content";
  readonly clip: boolean;
  readonly border_radius: number;
  readonly children: readonly ResolvedLayer[];
}

/** A group resolves to its ground and its children. It remains a separate layer only if it fades or clips them. */
export const groupRenderer = defineLayerRenderer(groupLayer, {
  size: sizeGroup,
  baseline: baselineOfGroup,
  resolve: resolveGroup,
  item: async (layer: GroupBackground | Content, tools) =>
    layer.part === "content" ? await contentItem(layer, tools) : await groundItem(layer, tools),
});

function sizeGroup(group: GroupLayer, sides: Partial<Size>, room: Partial<Size>, tools: SizingTools): Sizing {
  const { layout } = group;
  if (layout !== "absolute") return flowChildren({ ...group, layout }, sides, room, tools);
  const children = placeChildren(group.children, sides, tools.sizeLayer);
  const reach = (ends: readonly number[]) => Math.max(0, ...ends);
  return {
    width: sides.width ?? reach(children.map(({ x, width }) => x + width)),
    height: sides.height ?? reach(children.map(({ y, height }) => y + height)),
    children,
  };
}

/**
 * Returns the baseline of a row or column: that of its first layer, as in CSS. In a row of layers on one baseline, this
 * is the baseline of all of them.
 */
function baselineOfGroup({ layout }: GroupLayer, { children }: Laid, { baselineOf }: SizingTools) {
  const [first] = children;
  return layout === "absolute" || first === undefined ? undefined : first.y + baselineOf(first);
}

const PLAIN_CONTENT = {
  type: groupLayer.type,
  part: "content",
  rotation: 0,
  opacity: 1,
  clip: false,
  border_radius: 0,
} as const;

function resolveGroup(group: GroupLayer, laid: LaidOut, { resolveAll }: ResolveTools): (Content | ResolvedLayer)[] {
  const children = resolveAll(laid.children, laid);
  const ground = hasGround(group) && laid.width > 0 && laid.height > 0 ? [groundOf(group, laid)] : [];
  const all = [...ground, ...(group.clip ? clipped(group, laid, children) : children)];
  const rotated = group.rotation === 0 ? all : all.map((layer) => rotateAround(layer, group.rotation, laid));
  if (group.opacity === 1 || rotated.length === 0) return rotated;
  const { id, name, opacity } = group;
  return [{ ...PLAIN_CONTENT, id, name, ...boxOf(laid), opacity, children: rotated }];
}

function hasGround({ background_color, background_gradient, border_width, shadow_color }: GroupLayer): boolean {
  return (
    isVisible(background_color) || background_gradient !== undefined || border_width > 0 || isVisible(shadow_color)
  );
}

function groundOf(group: GroupLayer, laid: LaidOut): GroupBackground {
  return {
    type: group.type,
    part: "ground",
    id: `${group.id}-ground`,
    name: group.name,
    ...boxOf(laid),
    rotation: 0,
    opacity: 1,
    background_color: group.background_color,
    background_gradient: group.background_gradient,
    border_color: group.border_color,
    border_width: group.border_width,
    border_radius: group.border_radius,
    shadow_color: group.shadow_color,
    shadow_x: group.shadow_x,
    shadow_y: group.shadow_y,
    shadow_blur: group.shadow_blur,
  };
}

/** Clips layers to the area inside the border of a group. */
function clipped(group: GroupLayer, laid: LaidOut, children: readonly ResolvedLayer[]): Content[] {
  const inset = Math.min(group.border_width, laid.width / 2, laid.height / 2);
  const inside = inflate(boxOf(laid), -inset);
  if (children.length === 0 || inside.width <= 0 || inside.height <= 0) return [];
  const border_radius = Math.max(0, group.border_radius - inset);
  const { id, name } = group;
  return [{ ...PLAIN_CONTENT, id: `${id}-content`, name, ...inside, clip: true, border_radius, children }];
}

/**
 * Rotates a layer around the center of a group: the layer's center moves, and the layer rotates around its own center.
 * So no layer is drawn in a rotated coordinate system, where it could be far outside of the picture unnoticed (see
 * `sightOf`).
 */
function rotateAround(layer: ResolvedLayer, degrees: number, group: Box): ResolvedLayer {
  const radians = (degrees * Math.PI) / 180;
  const [sine, cosine] = [Math.sin(radians), Math.cos(radians)];
  const [center, own] = [centerOf(group), centerOf(layer)];
  const [fromX, fromY] = [own.x - center.x, own.y - center.y];
  const rotated = {
    ...layer,
    x: center.x + fromX * cosine - fromY * sine - layer.width / 2,
    y: center.y + fromX * sine + fromY * cosine - layer.height / 2,
    rotation: layer.rotation + degrees,
  };
  if (layer.children === undefined) return rotated;
  return { ...rotated, children: layer.children.map((child) => rotateAround(child, degrees, group)) };
}

const groundItem = vectorItem((layer: GroupBackground, view) =>
  paintShape(layer, roundedRectangle(layer.border_radius), view),
);

/**
 * Makes the item of an isolated group: its layers are blended on a transparent tile and clipped there. Then the tile is
 * blended with the group's opacity.
 */
async function contentItem(group: Content, { grid, resources, itemsOf }: LayerItemTools): Promise<Item> {
  const children = await itemsOf(group.children);
  const filled = unite(children.map(({ bounds }) => bounds));
  const bounds = group.clip ? rotatedBounds(group, group.rotation, centerOf(group)) : filled;
  const rect = filled.width > 0 ? touchedPixels(grid, bounds) : undefined;
  const content = [group.opacity, group.clip ? clipShape(group).svg : "", ...children.map(({ key }) => key)].join("|");
  return {
    key: itemKey(contentKey(`group ${content}`), grid),
    rect,
    bounds,
    draw: async () => {
      const spend = resources.work.of(group);
      if (rect !== undefined) spend(areaOf(rect) * US_PER_PIXEL);
      const tile = rect && emptyTile(rect);
      const warnings = [];
      for (const child of children) {
        const drawn = await drawItem(child, resources);
        warnings.push(...drawn.warnings);
        if (tile !== undefined) for (const source of drawn.drawings) blendOver(tile, source, tile);
      }
      const mask = group.clip && tile !== undefined ? await rasterize(clipShape(group), grid, spend) : undefined;
      if (mask !== undefined && tile !== undefined) maskWith(tile, mask);
      return { drawings: tile === undefined ? [] : [{ ...tile, opacity: group.opacity }], warnings };
    },
    write: async () => {
      const parts: Written[] = [];
      // One after the other, because decoded images are large.
      for (const child of children) parts.push(await child.write());
      const pieces = parts.flatMap(({ piece }) => (piece === undefined ? [] : [piece]));
      const piece = { pieces, clip: group.clip ? clipShape(group) : undefined, opacity: group.opacity };
      return { piece: rect && piece, warnings: parts.flatMap(({ warnings }) => warnings) };
    },
  };
}

/** Microseconds for clearing, masking and blending a pixel of a group. */
const US_PER_PIXEL = 0.015;

/** Returns the area that a group is clipped to, as a filled shape. */
function clipShape(group: Content): Fragment {
  const path = roundedRectangle(group.border_radius).path(group);
  return rotate(`<path d="${path}" fill="#fff"/>`, group, { ...group, opacity: 1 });
}

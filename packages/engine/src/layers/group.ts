import { cornerRadii, type RoundedCorners } from "../document/attributes/corner-radii.js";
import { type GroupLayer, groupLayer } from "../document/layers/group.js";
import { compositeItem } from "../compile/composite-item.js";
import { isRemote } from "../compile/image-item.js";
import { vectorItem } from "../compile/vector-item.js";
import { type Composite, composite, isComposite } from "../layout/composite.js";
import { appliedEffects, fillsItsBox } from "../layout/effects.js";
import type { LaidOut, ResolveTools, Size, Sized as Laid, Sizing, SizingTools } from "../layout/laid-out.js";
import { defineLayerRenderer } from "../items/define-layer-renderer.js";
import { flowChildren } from "../layout/flow.js";
import { placeChildren } from "../layout/place-children.js";
import { isVisible } from "../paint/fill.js";
import { type Box, centerOf, inflate } from "../paint/fragment.js";
import { insetRadii, roundedRectangle } from "../paint/outline.js";
import { type BoxStyle, boxOf, paintShape } from "../paint/paint-box.js";
import type { ResolvedLayer } from "../layout/resolved-layer.js";

/** The background, border and shadow of a group. */
interface GroupBackground extends ResolvedLayer, Omit<BoxStyle, keyof ResolvedLayer>, RoundedCorners {
  readonly part: "ground";
}

/**
 * A group resolves to its ground and its children. It remains a separate layer only if it fades them, cuts them, or has
 * a shadow that follows their alpha.
 */
export const groupRenderer = defineLayerRenderer(groupLayer, {
  size: sizeGroup,
  resolvesEffects: true,
  baseline: baselineOfGroup,
  resolve: resolveGroup,
  imageUrls: (layer) => (isComposite(layer) ? [layer.mask_image_url ?? ""] : []),
  mayChange: (layer) => isComposite(layer) && isRemote(layer.mask_image_url ?? ""),
  item: async (layer: GroupBackground | Composite, tools) =>
    isComposite(layer) ? await compositeItem(layer, tools) : await groundItem(layer, tools),
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

function resolveGroup(group: GroupLayer, laid: LaidOut, tools: ResolveTools): ResolvedLayer[] {
  const children = tools.resolveAll(laid.children, laid);
  const isBox = fillsItsBox(group) && (children.length === 0 || group.clip);
  const effects = appliedEffects(group, !tools.shadowsFollowAlpha || isBox);
  const own = effects === undefined ? group : { ...group, shadow_color: "transparent" };
  const ground = hasGround(own) && laid.width > 0 && laid.height > 0 ? [groundOf(own, laid)] : [];
  const all = [...ground, ...(group.clip ? clipped(group, laid, children) : children)];
  const rotated = group.rotation === 0 ? all : all.map((layer) => rotateAround(layer, group.rotation, laid));
  if ((group.opacity === 1 && effects === undefined) || rotated.length === 0) return rotated;
  const { id, name, opacity, rotation } = group;
  const attributes = effects === undefined ? { opacity } : { opacity, rotation, ...effects };
  return [composite({ id, name, ...boxOf(laid) }, { ...attributes, children: rotated })];
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
    layerId: group.id,
    name: group.name,
    ...boxOf(laid),
    rotation: 0,
    opacity: 1,
    background_color: group.background_color,
    background_gradient: group.background_gradient,
    border_color: group.border_color,
    border_width: group.border_width,
    border_style: group.border_style,
    ...radiiOf(group),
    shadow_color: group.shadow_color,
    shadow_x: group.shadow_x,
    shadow_y: group.shadow_y,
    shadow_blur: group.shadow_blur,
  };
}

function radiiOf(group: GroupLayer): RoundedCorners {
  const { border_radius, border_top_left_radius, border_top_right_radius } = group;
  const { border_bottom_right_radius, border_bottom_left_radius } = group;
  return {
    border_radius,
    border_top_left_radius,
    border_top_right_radius,
    border_bottom_right_radius,
    border_bottom_left_radius,
  };
}

/** Clips layers to the area inside the border of a group. */
function clipped(group: GroupLayer, laid: LaidOut, children: readonly ResolvedLayer[]): Composite[] {
  const box = boxOf(laid);
  const inset = Math.min(group.border_width, laid.width / 2, laid.height / 2);
  const inside = inflate(box, -inset);
  if (children.length === 0 || inside.width <= 0 || inside.height <= 0) return [];
  const clip = insetRadii(cornerRadii(group), box, inset);
  const { id, name } = group;
  return [composite({ id: `${id}-content`, name, ...inside }, { layerId: id, clip, children })];
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
  paintShape(layer, roundedRectangle(cornerRadii(layer)), view),
);

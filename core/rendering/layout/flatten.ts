/** From nested groups to the flat list that is painted. */
import { type Layer, type RectangleLayer, type SourceGroup } from "../../contract/template/layers.js";
import { type ResolvedLayer, type ResolvedLeaf } from "../resolve/resolved-layer.js";
import { type Box } from "../paint/fragment.js";
import { insideBorder } from "./lay-out.js";
import { type LaidOut } from "./laid-out.js";

/** The paint list: absolute boxes, what can't be seen left out, groups kept only where they paint as one. */
export function flatten(layers: readonly LaidOut[], language: string): ResolvedLayer[] {
  return flattenAt(layers, language, { x: 0, y: 0 });
}

function flattenAt(layers: readonly LaidOut[], language: string, origin: { x: number; y: number }): ResolvedLayer[] {
  return layers.flatMap((laid): ResolvedLayer[] => {
    const { layer, width, height } = laid;
    const [x, y] = [origin.x + laid.x, origin.y + laid.y];
    if (layer.opacity === 0) return [];
    if (layer.type === "group") return flattenGroup(layer, { ...laid, x, y }, language);
    if (width <= 0 || height <= 0) return [];
    return [sizedLeaf(layer, { x, y, width, height }, language)];
  });
}

/** The very same object where it has its final size already: what is known of it stays known. */
function sizedLeaf(layer: Exclude<Layer, SourceGroup>, box: Box, language: string): ResolvedLeaf {
  if (layer.type === "text") return { ...layer, ...box, language };
  const isFinal = layer.x === box.x && layer.y === box.y && layer.width === box.width && layer.height === box.height;
  return isFinal ? (layer as ResolvedLeaf) : { ...layer, ...box };
}

function flattenGroup(group: SourceGroup, laid: LaidOut, language: string): ResolvedLayer[] {
  const { x, y, width, height } = laid;
  const children = flattenAt(laid.children, language, laid);
  const ground = hasGround(group) && width > 0 && height > 0 ? [groundOf(group, laid)] : [];
  const all = [...ground, ...(group.clip ? clipped(group, laid, children) : children)];
  const turned = group.rotation === 0 ? all : all.map((layer) => turnAbout(layer, group.rotation, laid));
  if (group.opacity === 1 || turned.length === 0) return turned;
  const none = { rotation: 0, clip: false, border_radius: 0 };
  const { id, name, opacity } = group;
  return [{ type: "group", id, name, x, y, width, height, ...none, opacity, children: turned }];
}

function clipped(group: SourceGroup, laid: LaidOut, children: readonly ResolvedLayer[]): ResolvedLayer[] {
  const inside = insideBorder(group, laid);
  if (children.length === 0 || inside.width <= 0 || inside.height <= 0) return [];
  const box = { ...inside, x: laid.x + inside.x, y: laid.y + inside.y };
  const border_radius = Math.max(0, group.border_radius - inside.x);
  const id = `${group.id}-content`;
  return [
    { type: "group", id, name: group.name, ...box, rotation: 0, opacity: 1, clip: true, border_radius, children },
  ];
}

/**
 * A layer turned about the middle of a group: its own middle goes around, and it turns by itself. So no layer is drawn in
 * a turned plane, where it could lie far off the picture without knowing it.
 */
function turnAbout(layer: ResolvedLayer, degrees: number, group: LaidOut): ResolvedLayer {
  const radians = (degrees * Math.PI) / 180;
  const [sine, cosine] = [Math.sin(radians), Math.cos(radians)];
  const [centreX, centreY] = [group.x + group.width / 2, group.y + group.height / 2];
  const [fromX, fromY] = [layer.x + layer.width / 2 - centreX, layer.y + layer.height / 2 - centreY];
  const place = {
    x: centreX + fromX * cosine - fromY * sine - layer.width / 2,
    y: centreY + fromX * sine + fromY * cosine - layer.height / 2,
    rotation: layer.rotation + degrees,
  };
  if (layer.type !== "group") return { ...layer, ...place };
  return { ...layer, ...place, children: layer.children.map((child) => turnAbout(child, degrees, group)) };
}

function hasGround({ background_color, background_gradient, border_width, shadow_color }: SourceGroup): boolean {
  const isPainted = (color: string) => color.trim().toLowerCase() !== "transparent";
  return (
    isPainted(background_color) || background_gradient !== undefined || border_width > 0 || isPainted(shadow_color)
  );
}

/** A group's background, border and shadow, as the rectangle that they are. */
function groundOf(group: SourceGroup, { x, y, width, height }: LaidOut): RectangleLayer {
  return {
    type: "rectangle",
    id: `${group.id}-ground`,
    name: group.name,
    x,
    y,
    width,
    height,
    rotation: 0,
    opacity: 1,
    hide: false,
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

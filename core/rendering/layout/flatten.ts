/** From nested groups to the flat list that is painted. */
import { type Layer, type RectangleLayer, type SourceGroup } from "../../contract/template/layers.js";
import { type ResolvedGroup, type ResolvedLayer } from "../resolve/resolved-layer.js";
import { insideBorder } from "./lay-out.js";
import { type LaidOut } from "./laid-out.js";

/** The paint list: absolute boxes, what can't be seen left out, groups kept only where they paint as one. */
export function flatten(layers: readonly LaidOut[], language: string, originX = 0, originY = 0): ResolvedLayer[] {
  return layers.flatMap((laid): ResolvedLayer[] => {
    const { layer, width, height } = laid;
    const [x, y] = [originX + laid.x, originY + laid.y];
    if (layer.opacity === 0) return [];
    if (layer.type === "group") return flattenGroup(layer, { ...laid, x, y }, language);
    if (width <= 0 || height <= 0) return [];
    const box = { x, y, width, height };
    return [layer.type === "text" ? { ...layer, ...box, language } : { ...layer, ...box }];
  });
}

function flattenGroup(group: SourceGroup, laid: LaidOut, language: string): ResolvedLayer[] {
  const { x, y, width, height } = laid;
  const children = flatten(laid.children, language, x, y);
  const inside = insideBorder(group, laid);
  const radius = Math.max(0, group.border_radius - inside.x);
  const content: ResolvedLayer[] = group.clip
    ? [
        composite(group, { ...inside, x: x + inside.x, y: y + inside.y }, children, {
          clip: true,
          border_radius: radius,
        }),
      ]
    : children;
  const ground = hasGround(group) && width > 0 && height > 0 ? [groundOf(group, laid)] : [];
  const all = [...ground, ...content.filter((layer) => layer.type !== "group" || layer.children.length > 0)];
  const { opacity, rotation } = group;
  if (opacity === 1 && rotation === 0) return all;
  return all.length === 0 ? [] : [composite(group, { x, y, width, height }, all, { opacity, rotation })];
}

function composite(
  { id, name }: Layer,
  box: { x: number; y: number; width: number; height: number },
  children: readonly ResolvedLayer[],
  how: Partial<Pick<ResolvedGroup, "opacity" | "rotation" | "clip" | "border_radius">>,
): ResolvedGroup {
  const none = { opacity: 1, rotation: 0, clip: false, border_radius: 0 };
  const suffix = how.clip === true ? "-content" : "";
  return { type: "group", id: `${id}${suffix}`, name, ...box, ...none, ...how, children };
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

import type { CornerRadii } from "../document/attributes/corner-radii.js";
import type { Mask } from "../document/attributes/mask.js";
import type { Shadow } from "../document/attributes/shadow.js";
import { groupLayer } from "../document/layers/group.js";
import type { ResolvedLayer } from "./resolved-layer.js";

/**
 * Layers that are painted as one. They are blended on a transparent ground, cut to a shape or to the alpha of an image,
 * and get shadows that follow their alpha. Then they fade together.
 */
export interface Composite extends ResolvedLayer {
  readonly part: "composite";
  readonly children: readonly ResolvedLayer[];
  /** The corners of the box that the layers are cut to. @default they can extend beyond the box */
  readonly clip?: CornerRadii | undefined;
  readonly mask?: Mask | undefined;
  /** The address of an image whose alpha the layers are cut to. @default none */
  readonly mask_image_url?: string | undefined;
  readonly mask_fit?: "cover" | "contain" | "fill" | "none" | undefined;
  /** The shadows, from the top to the bottom. @default none */
  readonly shadows?: readonly Shadow[] | undefined;
}

/** Creates a composite in the box of a layer. The renderer of groups draws it. */
export function composite(
  layer: Pick<ResolvedLayer, "id" | "name" | "x" | "y" | "width" | "height">,
  attributes: Pick<Composite, "children"> & Partial<Composite>,
): Composite {
  const { id, name, x, y, width, height } = layer;
  const plain = { type: groupLayer.type, part: "composite", rotation: 0, opacity: 1 } as const;
  return { ...plain, id, name, x, y, width, height, ...attributes };
}

/** Returns whether a layer to paint is a composite. */
export function isComposite(layer: ResolvedLayer): layer is Composite {
  return "part" in layer && layer.part === "composite";
}

/** Returns whether a composite ends at the edges of its box. */
export function isCutToBox({ clip, mask, mask_image_url = "" }: Composite): boolean {
  return clip !== undefined || mask !== undefined || mask_image_url !== "";
}

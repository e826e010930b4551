/** The cost of groups: drawing their ground, and drawing their layers as one if the group fades or clips them. */
import { boxCost, type BoxLook, visiblePixels } from "./box-cost.js";
import { addCosts, type Cost, costOf, FREE, type PlacedBox } from "./cost.js";

/** The attributes of a group that determine its cost. */
export interface GroupLook extends BoxLook {
  readonly clip: boolean;
}

/** For each pixel of a group that is drawn as one: a frame of its own, blending its layers there, and its mask. */
const BLENDED_PIXEL_NS = 30;
const CLIPPED_PIXEL_NS = 25;
const GROUP_BYTES = 8;

/** Returns the cost of a group without the layers inside. */
export function groupCost(look: GroupLook, box: PlacedBox): Cost {
  const hasGround = look.background_color !== "transparent" || look.background_gradient !== undefined;
  const isOne = look.opacity < 1 || look.clip;
  const everywhere = look.clip ? box : { ...box, at: undefined, width: box.picture.width, height: box.picture.height };
  return addCosts([
    hasGround || (look.border_width ?? 0) > 0 || look.shadow_color !== "transparent"
      ? boxCost({ ...look, opacity: 1 }, box)
      : FREE,
    isOne ? costOf("drawing its layers as one", visiblePixels(everywhere), BLENDED_PIXEL_NS, GROUP_BYTES) : FREE,
    look.clip ? costOf("clipping its layers", visiblePixels(box), CLIPPED_PIXEL_NS, GROUP_BYTES) : FREE,
  ]);
}

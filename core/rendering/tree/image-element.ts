import { type ImageLayer } from "../../contract/template/layers.js";
import { type PreparedImage } from "../images/prepare-image.js";
import { borderStyle, cssShadow, placeStyle } from "./box-style.js";
import { type Element } from "./element.js";
import { backgroundStyle } from "./paint.js";

/** An image in its box; the fallback colour where there is none. */
export function imageElement(layer: ImageLayer, image: PreparedImage | undefined): Element {
  const shadow = cssShadow(layer);
  return {
    type: "div",
    props: {
      style: {
        ...placeStyle(layer),
        ...backgroundStyle(image === undefined ? layer.fallback_color : layer.background_color),
        ...borderStyle(layer),
        borderRadius: layer.border_radius,
        // Cutting to a shape costs a mask; a square box is never overhung, since the image was cut to fit.
        ...(layer.border_radius > 0 ? { overflow: "hidden" } : {}),
        ...(shadow === undefined ? {} : { boxShadow: shadow }),
      },
      children: image === undefined ? [] : [picture(image)],
    },
  };
}

function picture({ href, rectangle }: PreparedImage): Element {
  const { left, top, width, height } = rectangle;
  return {
    type: "img",
    props: { src: href, width, height, style: { position: "absolute", left, top, width, height } },
  };
}

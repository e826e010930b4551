/** The filters of shadows in HTML. */
import type { SafeElement } from "../document/svg/safe-element.js";

/**
 * A drawing of satori whose shadows take a quarter of the time. satori 0.63 blurs a white shape in all channels although only
 * its alpha is used, and leaves the conversion to linear colors and back as SVG has it. All filters are those of shadows:
 * the checks accept no other, and drawings inside are images. Shadows of CSS are in sRGB.
 */
export function withFastShadows(elements: readonly SafeElement[]): readonly SafeElement[] {
  return elements.map((element) => {
    const { name, attributes } = element;
    const children = withFastShadows(element.children);
    if (name === "filter") return { ...element, children, attributes: added(attributes, COLORS, "sRGB") };
    // Without an input, a filter's first step has the shape.
    const isShape = name === "feGaussianBlur" && !attributes.has("in");
    return { ...element, children, attributes: isShape ? added(attributes, "in", "SourceAlpha") : attributes };
  });
}

const COLORS = "color-interpolation-filters";

function added(attributes: ReadonlyMap<string, string>, name: string, value: string): ReadonlyMap<string, string> {
  return new Map([...attributes, [name, value]]);
}

/** Makes the filters of shadows in HTML faster. */
import type { SafeElement } from "../document/svg/safe-element.js";

/**
 * Changes a drawing of satori so that its shadows take a quarter of the time. satori 0.63 blurs a white shape in all
 * channels although only its alpha is used. It also keeps SVG's default conversion to linear colors and back. All
 * filters belong to shadows: the checks accept no others, and inner drawings are images. CSS shadows are in sRGB.
 */
export function withFastShadows(elements: readonly SafeElement[]): readonly SafeElement[] {
  return elements.map((element) => {
    const { name, attributes } = element;
    const children = withFastShadows(element.children);
    if (name === "filter") return { ...element, children, attributes: added(attributes, COLORS, "sRGB") };
    // If a filter's first step has no input, its input is the shape.
    const isShape = name === "feGaussianBlur" && !attributes.has("in");
    return { ...element, children, attributes: isShape ? added(attributes, "in", "SourceAlpha") : attributes };
  });
}

const COLORS = "color-interpolation-filters";

function added(attributes: ReadonlyMap<string, string>, name: string, value: string): ReadonlyMap<string, string> {
  return new Map([...attributes, [name, value]]);
}

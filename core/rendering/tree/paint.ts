import { type Gradient } from "../../contract/template/attributes.js";
import { formatColor, parseColor } from "../../contract/template/color.js";
import { type Style } from "./element.js";

/** A checked colour in the one form that the layout engine reads without fail. */
export function cssColor(text: string): string {
  const color = parseColor(text);
  return color === undefined ? "transparent" : formatColor(color);
}

export function isVisible(text: string): boolean {
  return (parseColor(text)?.alpha ?? 0) > 0;
}

function cssGradient(gradient: Gradient): string {
  const angle = gradient.type === "linear-gradient" ? gradient.angle : 180;
  const list = gradient.stops.map(({ color, position }) => `${cssColor(color)} ${position * 100}%`);
  return `linear-gradient(${angle}deg, ${list.join(", ")})`;
}

/** A background: a colour, and a gradient over it. */
export function backgroundStyle(color: string, gradient?: Gradient): Style {
  return {
    ...(isVisible(color) ? { backgroundColor: cssColor(color) } : {}),
    ...(gradient === undefined ? {} : { backgroundImage: cssGradient(gradient) }),
  };
}

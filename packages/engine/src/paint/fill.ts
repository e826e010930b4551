/** Colors and gradients as SVG paints. */
import type { Gradient, LinearGradient, RadialGradient } from "../document/attributes/gradient.js";
import { type Color, parseColor } from "../document/attributes/color.js";
import { type Box, centerOf } from "./fragment.js";
import { define, num } from "./svg.js";

/** A paint: the attributes of the painted element, and a definition that must precede the element. */
export interface Fill {
  readonly attributes: string;
  readonly definition: string;
}

/** Parses a color. A text that is not a color is transparent. */
function readColor(text: string): Color {
  return parseColor(text) ?? { red: 0, green: 0, blue: 0, alpha: 0 };
}

/** Returns whether a color is not fully transparent. */
export function isVisible(text: string): boolean {
  return readColor(text).alpha > 0;
}

/** Returns whether a color hides everything beneath it. */
export function isOpaque(text: string): boolean {
  return readColor(text).alpha >= 1;
}

function hex({ red, green, blue }: Color): string {
  return `#${[red, green, blue].map((channel) => Math.round(channel).toString(16).padStart(2, "0")).join("")}`;
}

function alphaAttribute(name: string, { alpha }: Color): string {
  return alpha < 1 ? ` ${name}="${num(alpha)}"` : "";
}

/** Returns a color as attributes for `fill` or `stroke`. */
export function solidFill(text: string, property: "fill" | "stroke" = "fill"): Fill {
  const color = readColor(text);
  return { attributes: `${property}="${hex(color)}"${alphaAttribute(`${property}-opacity`, color)}`, definition: "" };
}

/** Returns a gradient across a box. */
export function gradientFill(gradient: Gradient, box: Box): Fill {
  return gradient.type === "linear-gradient" ? linearFill(gradient, box) : radialFill(gradient, box);
}

/** Returns a linear gradient. Its angle and length follow CSS Images 3, section 3.1.1. */
function linearFill(gradient: LinearGradient, box: Box): Fill {
  const stops = premultipliedStops(gradient.stops).map(stopElement).join("");
  const radians = (gradient.angle * Math.PI) / 180;
  const [sine, cosine] = [Math.sin(radians), Math.cos(radians)];
  const reach = (Math.abs(box.width * sine) + Math.abs(box.height * cosine)) / 2;
  const middle = centerOf(box);
  const [x1, y1] = [num(middle.x - sine * reach), num(middle.y + cosine * reach)];
  const [x2, y2] = [num(middle.x + sine * reach), num(middle.y - cosine * reach)];
  const { id, definition } = define(
    "g",
    (name) =>
      `<linearGradient id="${name}" gradientUnits="userSpaceOnUse" x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}">` +
      `${stops}</linearGradient>`,
  );
  return { attributes: `fill="url(#${id})"`, definition };
}

/** Returns a radial gradient: a circle that reaches the farthest corner of the box at radius 1. */
function radialFill({ center_x, center_y, radius, stops }: RadialGradient, box: Box): Fill {
  const farthest = Math.hypot(
    box.width * Math.max(center_x, 1 - center_x),
    box.height * Math.max(center_y, 1 - center_y),
  );
  const [cx, cy] = [num(box.x + box.width * center_x), num(box.y + box.height * center_y)];
  const { id, definition } = define(
    "g",
    (name) =>
      `<radialGradient id="${name}" gradientUnits="userSpaceOnUse" cx="${cx}" cy="${cy}" ` +
      `r="${num(farthest * radius)}">${premultipliedStops(stops).map(stopElement).join("")}</radialGradient>`,
  );
  return { attributes: `fill="url(#${id})"`, definition };
}

interface Stop {
  readonly color: Color;
  readonly position: number;
}

function stopElement({ color, position }: Stop): string {
  return `<stop offset="${num(position)}" stop-color="${hex(color)}"${alphaAttribute("stop-opacity", color)}/>`;
}

/** The number of steps between two translucent colors. */
const STEPS = 8;

/**
 * Adds stops that approximate how CSS mixes colors. CSS multiplies colors by their alpha before it mixes them, but SVG
 * does not: in SVG, a fade from white to `transparent`, which is black, would be gray in between.
 */
function premultipliedStops(source: Gradient["stops"]): Stop[] {
  const stops = source.map(({ color, position }) => ({ color: readColor(color), position }));
  return stops.flatMap((stop, index) => {
    const next = stops[index + 1];
    return next === undefined || stop.color.alpha === next.color.alpha ? [stop] : [stop, ...between(stop, next)];
  });
}

function between(from: Stop, to: Stop): Stop[] {
  if (from.color.alpha === 0) return [{ color: { ...to.color, alpha: 0 }, position: from.position }];
  if (to.color.alpha === 0) return [{ color: { ...from.color, alpha: 0 }, position: to.position }];
  return Array.from({ length: STEPS - 1 }, (_, index) => mix(from, to, (index + 1) / STEPS));
}

function mix(from: Stop, to: Stop, share: number): Stop {
  const alpha = from.color.alpha * (1 - share) + to.color.alpha * share;
  const channel = (name: "red" | "green" | "blue") =>
    (from.color[name] * from.color.alpha * (1 - share) + to.color[name] * to.color.alpha * share) / alpha;
  return {
    color: { red: channel("red"), green: channel("green"), blue: channel("blue"), alpha },
    position: from.position * (1 - share) + to.position * share,
  };
}

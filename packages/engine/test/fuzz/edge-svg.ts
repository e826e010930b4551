/** Random SVGs with nested groups, references, far coordinates, masks, clips and dashes. */
import type { RandomSource } from "../oracle/random-source.js";
import { randomSvgText } from "./edge-svg-text.js";
import { edgeColor } from "./edge-values.js";

/** Returns a random SVG. Some of these SVGs are not accepted. */
export function randomSvg(random: RandomSource): string {
  const side = () => random.pick([1, 24, 100, 512, 10_000]);
  const ids = ["a", "b", "c"];
  const number = () => random.pick([0, 1, -1, random.between(-100, 200), random.between(-20_000, 20_000)]).toFixed(2);
  const point = () => `${number()} ${number()}`;
  const fill = () =>
    random.pick([`fill="${edgeColor(random)}"`, 'fill="url(#a)"', 'fill="none"', "", 'fill="currentColor"']);
  const extras = () =>
    [
      random.chance(0.1) ? `opacity="${random.between(0, 1).toFixed(2)}"` : "",
      random.chance(0.1)
        ? `transform="${random.pick(["rotate(30)", "scale(40)", "scale(0.001)", "translate(9999 0)", "matrix(1 2 3 4 5 6)"])}"`
        : "",
      random.chance(0.07) ? 'clip-path="url(#b)"' : "",
      random.chance(0.07) ? 'mask="url(#c)"' : "",
      random.chance(0.1) ? `stroke="#f00" stroke-width="${number()}"` : "",
      random.chance(0.07) ? `stroke-dasharray="${random.pick(["1 1", "0.01", "100 3"])}"` : "",
    ].join(" ");
  const shape = (): string =>
    random.pick([
      () =>
        `<rect x="${number()}" y="${number()}" width="${number()}" height="${number()}" rx="${number()}" ${fill()} ${extras()}/>`,
      () => `<circle cx="${number()}" cy="${number()}" r="${number()}" ${fill()} ${extras()}/>`,
      () => `<path d="M${point()} L${point()} C${point()} ${point()} ${point()} Z" ${fill()} ${extras()}/>`,
      () =>
        `<path d="M${point()} A${point()} 0 0 1 ${point()} q${point()} ${point()} t${point()}" ${fill()} ${extras()}/>`,
      () => `<polyline points="${Array.from({ length: 40 }, point).join(" ")}" ${fill()} ${extras()}/>`,
    ])();
  const text = () => randomSvgText(random, { number, paint: () => `${fill()} ${extras()}` });
  const drawn = () =>
    random.chance(0.15) ? text() : random.chance(0.15) ? `<use href="#${random.pick(ids)}"/>` : shape();
  const group = (depth: number): string => {
    const inside = Array.from({ length: random.whole(1, 4) }, () =>
      depth > 0 && random.chance(0.3) ? group(depth - 1) : drawn(),
    );
    return `<g ${extras()}>${inside.join("")}</g>`;
  };
  const definitions = random.chance(0.5)
    ? `<defs><linearGradient id="a"><stop offset="0" stop-color="#f00"/><stop offset="1" stop-color="#00f"/></linearGradient>` +
      `<clipPath id="b"><circle cx="${number()}" cy="9" r="${number()}"/>${random.chance(0.2) ? text() : ""}</clipPath><mask id="c"><rect width="99" height="${number()}" fill="#fff"/></mask></defs>`
    : "";
  const box = random.chance(0.8) ? `viewBox="0 0 ${side()} ${side()}"` : `width="${side()}" height="${side()}"`;
  return `<svg xmlns="http://www.w3.org/2000/svg" ${box}>${definitions}${group(random.whole(0, 5))}</svg>`;
}

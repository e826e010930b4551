/** Contrast of two colors, as WCAG 2.2 defines it. */

/** Returns the contrast ratio of two colors, from 1 to 21. A color is `#rgb` or `#rrggbb`. */
export function contrastOf(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminanceOf(one), luminanceOf(other)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

function luminanceOf(color: string): number {
  const [red = 0, green = 0, blue = 0] = channelsOf(color).map((value) => {
    const share = value / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function channelsOf(color: string): readonly number[] {
  const digits = color.trim().slice(1);
  const pairs = (digits.length === 3 ? digits.replace(/./g, "$&$&") : digits).match(/../g) ?? [];
  return pairs.map((pair) => parseInt(pair, 16));
}

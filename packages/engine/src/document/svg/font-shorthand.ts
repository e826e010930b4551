/** The words of the shorthand `font`. */
const WEIGHT = /^(?:bold|bolder|lighter|[1-9]\d{0,2}|1000)$/i;
const STYLE = /^(?:italic|oblique)$/i;
const SIZE = /^(?:[\d.]+(?:[a-z]+|%)|(?:xx?-)?(?:small|large)|medium|larger|smaller)$/i;

/** Returns the properties that the shorthand `font` of CSS sets, or none if it has no size or no family. */
export function fontLonghands(value: string): (readonly [name: string, value: string])[] {
  const words = value.replace("!important", "").trim().split(/\s+/);
  // The height of the line is after a slash. It has no effect in an SVG.
  const size = words.findIndex((word) => SIZE.test(word.split("/")[0] ?? ""));
  const [length = ""] = (words[size] ?? "").split("/");
  const families = words
    .slice(size + 1)
    .join(" ")
    .replace(/^\/\s*\S+\s+/, "");
  if (size === -1 || families === "") return [];
  const before = words.slice(0, size);
  return [
    ["font-style", before.find((word) => STYLE.test(word)) ?? "normal"],
    ["font-weight", before.find((word) => WEIGHT.test(word)) ?? "normal"],
    ["font-size", length],
    ["font-family", families],
  ];
}

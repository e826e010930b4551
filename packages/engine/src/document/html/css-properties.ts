/**
 * The CSS properties of HTML layers, each with the values that it can have. This is the part of CSS that cards and
 * banners use: flexbox, grid, boxes, text, images. Properties without an effect on a still picture are ignored with a
 * warning. Everything else is an issue, so that no declaration is ignored silently.
 *
 * In a list of values, a word is a keyword, and a name in angle brackets is a kind of value. `,` and `/` allow these
 * separators. A number is the maximum count of values. The default is one.
 */

const ALIGNMENT = "flex-start flex-end start end self-start self-end left right center baseline stretch normal auto";

/** The names of properties, and their values. */
const TABLE: readonly (readonly [properties: string, values: string])[] = [
  // Layout.
  [
    "display",
    "flex block inline inline-block inline-flex grid inline-grid flow-root none contents -webkit-box list-item",
  ],
  ["position", "static relative absolute"],
  ["top right bottom left", "<length> auto"],
  ["inset", "<length> auto 4"],
  ["inset-inline inset-block", "<length> auto 2"],
  ["inset-inline-start inset-inline-end inset-block-start inset-block-end", "<length> auto"],
  ["width height min-width min-height", "<length> auto max-content min-content fit-content"],
  ["max-width max-height", "<length> none max-content min-content fit-content"],
  ["box-sizing", "border-box content-box"],
  ["aspect-ratio", "<number> auto / 3"],
  ["flex", "<number> <length> auto none content 3"],
  ["flex-direction", "row row-reverse column column-reverse"],
  ["flex-wrap", "nowrap wrap wrap-reverse"],
  ["flex-flow", "row row-reverse column column-reverse nowrap wrap wrap-reverse 2"],
  ["flex-grow flex-shrink", "<number>"],
  ["flex-basis", "<length> auto content max-content min-content fit-content"],
  [
    "justify-content",
    "flex-start flex-end start end left right center space-between space-around space-evenly stretch normal",
  ],
  ["align-items align-self", "flex-start flex-end start end self-start self-end center baseline stretch normal auto"],
  [
    "align-content",
    "flex-start flex-end start end center space-between space-around space-evenly stretch normal baseline",
  ],
  ["justify-items justify-self", ALIGNMENT],
  ["place-items place-self place-content", `${ALIGNMENT} space-between space-around space-evenly 2`],
  ["grid-template-columns grid-template-rows grid-auto-columns grid-auto-rows", "<tracks> none auto"],
  ["grid-template-areas grid-template", "<tracks> none"],
  ["grid-auto-flow", "row column dense 2"],
  ["grid-area grid-column grid-row grid-column-start grid-column-end grid-row-start grid-row-end", "<lines> auto span"],
  ["gap", "<length> normal 2"],
  ["row-gap column-gap", "<length> normal"],
  ["order z-index", "<number> auto"],
  ["margin", "<length> auto 4"],
  ["margin-top margin-right margin-bottom margin-left", "<length> auto"],
  ["margin-inline margin-block", "<length> auto 2"],
  ["margin-inline-start margin-inline-end margin-block-start margin-block-end", "<length> auto"],
  ["padding", "<length> 4"],
  ["padding-top padding-right padding-bottom padding-left", "<length>"],
  ["padding-inline padding-block", "<length> 2"],
  ["padding-inline-start padding-inline-end padding-block-start padding-block-end", "<length>"],
  ["overflow", "visible hidden clip 2"],
  ["overflow-x overflow-y", "visible hidden clip"],
  ["visibility", "visible hidden"],
  // Boxes.
  ["background-color", "<color>"],
  ["background-image", "<image> none , 8"],
  [
    "background",
    "<color> <image> <length> none left right top bottom center cover contain auto repeat no-repeat repeat-x repeat-y , / 40",
  ],
  ["background-size", "<length> auto cover contain , 16"],
  ["background-position", "<length> left right top bottom center , 16"],
  ["background-repeat", "repeat no-repeat repeat-x repeat-y space round , 16"],
  ["background-clip", "border-box padding-box content-box text"],
  [
    "border border-top border-right border-bottom border-left",
    "<length> <color> none solid dashed dotted double thin medium thick 3",
  ],
  ["border-width", "<length> thin medium thick 4"],
  ["border-top-width border-right-width border-bottom-width border-left-width", "<length> thin medium thick"],
  ["border-style", "none solid dashed dotted double 4"],
  ["border-top-style border-right-style border-bottom-style border-left-style", "none solid dashed dotted double"],
  ["border-color", "<color> 4"],
  ["border-top-color border-right-color border-bottom-color border-left-color", "<color>"],
  ["border-radius", "<length> / 9"],
  ["border-top-left-radius border-top-right-radius border-bottom-left-radius border-bottom-right-radius", "<length> 2"],
  ["box-shadow", "<length> <color> none inset , 40"],
  ["outline", "<length> <color> none solid dashed dotted double auto thin medium thick 3"],
  ["outline-width", "<length> thin medium thick"],
  ["outline-style", "none solid dashed dotted double auto"],
  ["outline-color", "<color>"],
  ["outline-offset", "<length>"],
  ["opacity", "<number> <percentage>"],
  ["filter", "<filter> none 8"],
  ["clip-path", "<shape> none"],
  // Text.
  ["color", "<color>"],
  ["-webkit-text-fill-color", "<color>"],
  ["font", "<font>"],
  ["font-family", "<family> , 12"],
  ["font-size", "<length> xx-small x-small small medium large x-large xx-large smaller larger"],
  ["font-weight", "<number> normal bold bolder lighter"],
  ["font-style", "normal italic"],
  ["line-height", "<number> <length> normal"],
  ["letter-spacing word-spacing", "<length> normal"],
  ["text-align", "left right center justify start end"],
  ["text-transform", "none uppercase lowercase capitalize"],
  ["text-decoration", "<color> <length> none underline overline line-through solid double dotted dashed wavy 5"],
  ["text-decoration-line", "none underline overline line-through 3"],
  ["text-decoration-color", "<color>"],
  ["text-decoration-style", "solid double dotted dashed wavy"],
  ["text-overflow", "clip ellipsis"],
  ["text-shadow", "<length> <color> none , 40"],
  ["text-indent", "<length>"],
  ["text-wrap", "wrap nowrap balance pretty"],
  ["white-space", "normal nowrap pre pre-wrap pre-line"],
  ["vertical-align", "<length> baseline sub super top middle bottom text-top text-bottom"],
  ["content", "<text> none normal 8"],
  ["word-break", "normal break-all break-word keep-all"],
  ["overflow-wrap", "normal break-word anywhere"],
  ["line-clamp -webkit-line-clamp", "<number> none"],
  ["-webkit-text-stroke", "<length> <color> 2"],
  ["direction", "ltr rtl"],
  ["list-style-type", "none disc circle square decimal lower-alpha upper-alpha lower-roman upper-roman"],
  // Tables, images and transforms.
  ["border-collapse", "collapse separate"],
  ["border-spacing", "<length> 2"],
  ["object-fit", "fill contain cover none scale-down"],
  ["object-position", "<length> left right top bottom center 4"],
  ["transform", "<transform> none 12"],
  ["transform-origin", "<length> left right top bottom center 3"],
];

/** The possible values of a property. */
export interface PropertyValues {
  readonly keywords: ReadonlySet<string>;
  readonly kinds: ReadonlySet<string>;
  readonly separators: ReadonlySet<string>;
  readonly most: number;
}

/** Properties that are other names of properties of the table. */
const ALIASES: ReadonlyMap<string, string> = new Map([
  ["-webkit-background-clip", "background-clip"],
  ["-webkit-filter", "filter"],
  ["-webkit-text-decoration", "text-decoration"],
  ["list-style", "list-style-type"],
  ["-webkit-clip-path", "clip-path"],
  ["word-wrap", "overflow-wrap"],
]);

/** Returns the name of a property in the table. The name of a custom property can have upper-case letters. */
export function propertyName(name: string): string {
  if (name.startsWith("--")) return name;
  const lower = name.toLowerCase();
  return ALIASES.get(lower) ?? lower;
}

/** Properties that concern motion, input, or the screen. A still picture looks the same without them. */
const WITHOUT_EFFECT =
  /^(-webkit-|-moz-|-ms-|-o-)?(cursor|transition|animation|user-select|user-drag|font-smoothing|osx-font-smoothing|will-change|pointer-events|touch-action|scroll|overscroll|overflow-scrolling|appearance|text-rendering|text-size-adjust|tap-highlight-color|caret-color|accent-color|color-scheme|resize|contain|content-visibility|backface-visibility|print-color-adjust|box-orient|font-display|speak|orphans|widows|page-break|break-(before|after|inside))(-|$)/;

/** Properties that only other browsers know. Browsers that do not know them ignore them, too. */
const OTHER_BROWSERS = /^-(moz|ms|o)-/;

/** Properties whose usual values change nothing. */
const USUAL_VALUES: ReadonlyMap<string, RegExp> = new Map([
  ["font-feature-settings", /^(normal|inherit|initial)$/i],
  ["font-variation-settings", /^(normal|inherit|initial)$/i],
  ["tab-size", /./],
]);

/** Returns whether a declaration of a property outside of the table changes nothing. */
export function isUsual(property: string, value: string): boolean {
  return USUAL_VALUES.get(property)?.test(value) === true;
}

/** Returns whether a property of CSS has no effect on a still picture. */
export function isWithoutEffect(property: string): boolean {
  return (WITHOUT_EFFECT.test(property) && property !== "content") || OTHER_BROWSERS.test(property);
}

let known: ReadonlyMap<string, PropertyValues> | undefined;

/** Returns all properties. The first call reads the table, because most processes check no HTML. */
export function cssProperties(): ReadonlyMap<string, PropertyValues> {
  known ??= new Map(
    TABLE.flatMap(([properties, values]) => {
      const read = readValues(values.split(" "));
      return properties.split(" ").map((name) => [name, read] as const);
    }),
  );
  return known;
}

function readValues(parts: readonly string[]): PropertyValues {
  const most = parts.find((part) => /^\d+$/.test(part));
  return {
    keywords: new Set([...parts.filter((part) => /^[a-z-]+$/.test(part)), "inherit", "initial"]),
    kinds: new Set(parts.filter((part) => part.startsWith("<"))),
    separators: new Set(parts.filter((part) => part === "," || part === "/")),
    most: Number(most ?? 1),
  };
}

/** Properties whose numbers without a unit are not pixels. */
export const NUMERIC: ReadonlySet<string> = new Set(
  "opacity flex flex-grow flex-shrink order z-index line-height font-weight line-clamp -webkit-line-clamp".split(" "),
);

/** Properties whose values the layout engine cannot compute by itself: `calc()` in them is an issue. */
const NOT_CALCULATED: ReadonlySet<string> = new Set(
  "flex background z-index order font-weight aspect-ratio -webkit-text-stroke -webkit-line-clamp line-clamp box-shadow text-shadow".split(
    " ",
  ),
);

/** Returns whether the values of a property can be calculations, such as `calc()`. */
export function isCalculated(property: string): boolean {
  return !NOT_CALCULATED.has(property);
}

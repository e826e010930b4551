/**
 * The CSS properties of HTML layers, each with the values that it can have. This is the part of CSS that cards and
 * banners use: flexbox, boxes, text, images. Everything else is an issue, so that no declaration is ignored silently.
 *
 * In a list of values, a word is a keyword, and a name in angle brackets is a kind of value. `,` and `/` allow these
 * separators. A number is the maximum count of values. The default is one.
 */

/** The names of properties, and their values. */
const TABLE: readonly (readonly [properties: string, values: string])[] = [
  // Layout.
  ["display", "flex block inline inline-block inline-flex flow-root none contents"],
  ["position", "static relative absolute"],
  ["top right bottom left", "<length> auto"],
  ["inset", "<length> auto 4"],
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
  ["gap", "<length> normal 2"],
  ["row-gap column-gap", "<length> normal"],
  ["order z-index", "<number> auto"],
  ["margin", "<length> auto 4"],
  ["margin-top margin-right margin-bottom margin-left", "<length> auto"],
  ["padding", "<length> 4"],
  ["padding-top padding-right padding-bottom padding-left", "<length>"],
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
  ["opacity", "<number> <percentage>"],
  // Text.
  ["color", "<color>"],
  ["font-family", "<family> , 12"],
  ["font-size", "<length> xx-small x-small small medium large x-large xx-large smaller larger"],
  ["font-weight", "<number> normal bold"],
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
  ["word-break", "normal break-all break-word keep-all"],
  ["overflow-wrap", "normal break-word anywhere"],
  ["line-clamp -webkit-line-clamp", "<number> none"],
  ["-webkit-text-stroke", "<length> <color> 2"],
  ["direction", "ltr rtl"],
  ["list-style-type", "none disc circle square decimal lower-alpha upper-alpha lower-roman upper-roman"],
  // Images and transforms.
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

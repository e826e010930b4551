/**
 * The largest requests of each kind that the contract accepts, for measuring how long their checks and estimates take.
 * The variant changes each text a little, so that no cache of the process contains any of it.
 */
import type { FuzzCase } from "../../fuzz/fuzz-case.js";

const CARD = { width: 1200, height: 630 };

const svg = (inside: string) => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 400">${inside}</svg>`;

/** Layers of a type, each with its own source. */
function layersOf(type: "svg" | "html", sources: readonly string[]): FuzzCase {
  const layers = sources.map((source, index) => ({
    ...{ type, id: `l${index}`, name: `n${index}`, x: index },
    ...{ width: 40, height: 40, [type]: source },
  }));
  return { source: { ...CARD, layers }, request: {} };
}

/** Six drawings of 100,000 characters each, or with as many elements as they may have together. */
function sixDrawings(element: (index: number) => string) {
  return (variant: number): FuzzCase => {
    const drawings = Array.from({ length: 6 }, (_, drawing) => {
      let inside = "";
      for (let index = 0; index < 4_160; index++) {
        const next = element(drawing * 100_000 + index);
        if (inside.length + next.length > 99_800) break;
        inside += next;
      }
      return svg(`<desc>${variant}</desc>${inside}`);
    });
    return layersOf("svg", drawings);
  };
}

/** HTML of 100,000 characters in each of two layers, filled with copies of a part. */
function twoPages(begin: string, part: string, end: string, most = Infinity) {
  return (variant: number): FuzzCase => {
    const count = Math.min(most, Math.floor((99_900 - begin.length - end.length) / part.length));
    const page = (index: number) => `<!--${variant} ${index}-->${begin}${part.repeat(count)}${end}`;
    return layersOf("html", [page(0), page(1)]);
  };
}

/**
 * Layers of HTML with 190 rules and 290 elements each. Every rule is compared with every element. `layers` is the
 * largest number that is accepted.
 */
function rulesAndElements(layers: number, rule: string, element = "<b>a</b>") {
  return (variant: number): FuzzCase => {
    const page = (index: number) =>
      `<style>/*${variant} ${index}*/${rule.repeat(190)}</style><div class="a">${element.repeat(290)}</div>`;
    return layersOf(
      "html",
      Array.from({ length: layers }, (_, index) => page(index)),
    );
  };
}

/** A repeated list of items. Each item has three texts with a condition. */
function repeatedItems(variant: number): FuzzCase {
  const items = Array.from({ length: 60 }, (_, index) => ({ label: `Item ${variant} ${index} `.repeat(8) }));
  const fields = [{ name: "label", type: "string" }];
  const list = { name: "items", type: "list", max_items: 60, fields, default: [] };
  const text = { type: "text", width: 90, height: 9, text: "{{item.label|upper|truncate:40}}" };
  const children = [1, 2, 3].map((index) => ({ ...text, id: `t${index}`, visible_if: "not empty(item.label)" }));
  const group = { id: "list", type: "group", layout: "column", repeat: "items", children };
  return { source: { ...CARD, variables: [list], layers: [group] }, request: { variables: { items } } };
}

/** The number of declarations in each of two pages. The two pages together almost reach the limit. */
const DECLARATIONS = 10_200;

const hundredths = (value: number, most: number) => ((value * 7.31) % most).toFixed(2);
const path = (index: number) => `M${hundredths(index, 300)} ${hundredths(index + 9, 300)}h9v9z`;

/** Each function takes the number of a variant and returns its request. */
export const LARGE_REQUESTS: Readonly<Record<string, (variant: number) => FuzzCase>> = {
  "200 texts": (variant) => ({
    source: {
      ...CARD,
      layers: Array.from({ length: 200 }, (_, index) => {
        const text = `Title ${variant} ${index}. ${"Ship small things often. ".repeat(5)}`;
        return { id: `l${index}`, type: "text", x: index, width: 300, height: 20, text, font_size: 12 };
      }),
    },
    request: {},
  }),
  "a repeated group of 60 items with three texts each": repeatedItems,
  "a text of 9,000 different characters": (variant) => {
    const text = String.fromCodePoint(...Array.from({ length: 9_000 }, (_, index) => 0x4e00 + variant + index));
    const layer = { id: "t", name: "t", type: "text", width: 1200, height: 630, font_size: 8 };
    return { source: { ...CARD, layers: [layer] }, request: { layers: { t: { text } } } };
  },
  "SVG: empty groups": sixDrawings(() => "<g/>"),
  "SVG: rectangles": sixDrawings((index) => `<rect x="${index % 390}" width="9" height="9"/>`),
  "SVG: small paths": sixDrawings((index) => `<path d="${path(index)}"/>`),
  "SVG: long paths": sixDrawings(
    (index) => `<path d="${Array.from({ length: 400 }, () => "h9v9h-9z").join("")}m${index % 9} 1"/>`,
  ),
  "SVG: curves": sixDrawings((index) => `<path d="M${index % 300} 9${"c1.5 2 3.25 4 5-6".repeat(300)}"/>`),
  "SVG: transforms": sixDrawings((index) => `<g transform="translate(${index % 99} 1) scale(1.01)"/>`),
  "SVG: classes": (variant) => {
    const shape = (index: number) => `<circle class="a" cx="${hundredths(index, 390)}" cy="9" r="3"/>`;
    const drawing = (index: number) =>
      svg(
        `<style>.a{fill:none;stroke:#231f20;stroke-width:.5}</style><desc>${variant} ${index}</desc>` +
          Array.from({ length: 2_000 }, (_, each) => shape(each)).join(""),
      );
    return layersOf(
      "svg",
      Array.from({ length: 6 }, (_, index) => drawing(index)),
    );
  },
  "HTML: a style of declarations": twoPages('<p style="', "top:0;", '">a</p>', DECLARATIONS),
  "HTML: a style of character references": twoPages('<p style="', "top&#58;0;", '">a</p>', DECLARATIONS),
  "HTML: colors and lengths": twoPages('<p style="', "border:1px solid rgb(1 2 3);", '">a</p>', 2_700),
  "HTML: character references": twoPages("<p>", "&amp;", "</p>", 4_900),
  "HTML: comments": twoPages("<p>a</p>", "<!--a-->", ""),
  "HTML: elements with styles": twoPages(
    "<div>",
    '<p style="display:flex;color:#123456;padding:1px 2px 3px 4px;margin:0 auto;font-weight:bold">a</p>',
    "</div>",
    290,
  ),
  "HTML: a style of declarations, and a variable": (variant) => {
    const page = `<p style="${"top:0;".repeat(5_000)}">{{title}}</p>`;
    const { source } = layersOf("html", [page, `${page}<!--other-->`]);
    const variables = [{ name: "title", type: "string", default: `Title ${variant}` }];
    return { source: { ...(source as object), variables }, request: { variables: { title: `Other ${variant}` } } };
  },
  "HTML: rules by class": rulesAndElements(2, ".b{color:red;top:0}", '<b class="b">a</b>'),
  "HTML: rules by the element around": rulesAndElements(2, ".a b{top:0}"),
  "HTML: rules that do not apply": rulesAndElements(7, ".b{top:0}"),
};

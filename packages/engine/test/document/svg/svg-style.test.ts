import { describe, expect, test } from "@jest/globals";
import { parseXml } from "../../../src/document/svg/parse-xml.js";
import { SvgStyles } from "../../../src/document/svg/svg-style.js";
import type { SvgUse } from "../../../src/document/svg/svg-vocabulary.js";

/** Returns the attributes of the last element of an SVG, with its style sheet applied. */
function styled(css: string, element: string, use: SvgUse = "layer"): Record<string, string> {
  const document = parseXml(`<svg><style>${css}</style>${element}</svg>`);
  const last = document.root.children.at(-1);
  if (last === undefined) throw new Error("There is no element");
  return Object.fromEntries(new SvgStyles(document, use).attributesOf(last));
}

describe("the style of an SVG element", () => {
  test("a rule of an ID overrides one of a class, which overrides one of an element, in any order", () => {
    const element = '<path id="a" class="b" fill="gray"/>';
    expect(styled("#a{fill:red}.b{fill:lime}path{fill:blue}", element)).toEqual({ id: "a", fill: "red" });
    expect(styled(".b{fill:lime}path{fill:blue}", element)).toEqual({ id: "a", fill: "lime" });
    expect(styled("path{fill:blue}", element)).toEqual({ id: "a", fill: "blue" });
    expect(styled("g{fill:blue}", element)).toEqual({ id: "a", fill: "gray" });
  });

  test("a later rule overrides an earlier one, and a later declaration an earlier one", () => {
    expect(styled("path{fill:red;fill:lime}path{opacity:.5}", "<path/>")).toEqual({ fill: "lime", opacity: ".5" });
    expect(styled("path{fill:red}path{fill:lime}", "<path/>")).toEqual({ fill: "lime" });
    expect(styled("path{fill:red}", '<path style="fill:lime;fill:blue"/>')).toEqual({ fill: "blue" });
  });

  test("all classes of an element and all selectors of a rule apply", () => {
    expect(styled(".a,#b , .c{fill:red}.d{opacity:0}", '<path class="x c d"/>')).toEqual({ fill: "red", opacity: "0" });
    expect(styled(".a,#b , .c{fill:red}", '<path id="b"/>')).toEqual({ id: "b", fill: "red" });
    expect(styled(".a,#b , .c{fill:red}", '<path class="b" id="c"/>')).toEqual({ id: "c" });
  });

  test("names that objects have are ordinary names of classes, IDs and elements", () => {
    const names = ["constructor", "__proto__", "toString"];
    for (const name of names) {
      expect(styled("path{fill:red}", `<path class="${name}"/>`)).toEqual({ fill: "red" });
      expect(styled(`.${name}{fill:red}`, `<path class="${name}"/>`)).toEqual({ fill: "red" });
      expect(styled(`#${name}{fill:red}`, `<path id="${name}"/>`)).toEqual({ id: name, fill: "red" });
      expect(styled(`${name}{fill:red}`, `<${name}/>`)).toEqual({ fill: "red" });
      expect(styled(`path{${name}:red}`, `<path style="${name}:red"/>`)).toEqual({});
    }
  });

  test.each([
    ["/* a */path{fill:red}"],
    ["path{/* fill:lime; } */fill:red/* a */}"],
    ["/* a /* b */path{fill:red}"],
    ["/*/ a */path{fill:red}"],
    ["/**/path{fill:/***/red}/* path{fill:lime}"],
  ])("the comments of %j have no effect", (css) => {
    expect(styled(css, "<path/>")).toEqual({ fill: "red" });
  });

  test.each([
    ["a block without its end", "path{fill:red", { fill: "red" }],
    ["a declaration without a value", "path{fill;stroke:red}", { stroke: "red" }],
    ["a name in uppercase, and spaces", "path { FILL : red !important }", { fill: "red" }],
    ["a colon in a value", "path{fill:a:b}", { fill: "a:b" }],
    ["an empty selector", ".{fill:red}#{fill:red}{fill:red}", {}],
    ["a selector with two names", "g path{fill:red}.a.b{fill:red}path:hover{fill:red}", {}],
    ["a property that drawings do not have", "path{cursor:wait;font-size:9px;d:none}", {}],
    ["no block", "path", {}],
  ])("a style sheet with %s is read as far as it has an effect", (_, css, expected) => {
    expect(styled(css, '<path class="a b"/>')).toEqual(expected);
  });

  test("the shorthand of a font is divided only where texts are drawn", () => {
    const font = { "font-style": "normal", "font-weight": "bold", "font-size": "9px", "font-family": "Inter" };
    expect(styled("text{font:bold 9px Inter}", "<text/>", "lettered")).toEqual(font);
    expect(styled("", '<text style="font:bold 9px Inter"/>', "file")).toEqual(font);
    expect(styled("text{font:bold 9px Inter}", "<text/>", "layer")).toEqual({});
  });

  test("a reference to another file is refused in a drawing, and left out of a file", () => {
    const foreign = ['fill="url(a.svg#a)"', 'style="mask:URL( #a)"', 'href="a.svg#a"', 'href=" #a"', 'href="DATA:,"'];
    for (const attribute of foreign) {
      expect(() => styled("", `<path ${attribute}/>`)).toThrow("outside of the SVG");
      expect(() => styled("g{fill:red}", `<path ${attribute}/>`)).toThrow("outside of the SVG");
    }
    for (const attribute of foreign.slice(0, 4)) expect(styled("", `<path ${attribute}/>`, "file")).toEqual({});
    expect(styled("", '<image href=" DATA:,a"/>', "file")).toEqual({ href: " DATA:,a" });
  });
});

describe("the length that rules add to an SVG", () => {
  /** A path is written with `fill:` and a value of 1,000 characters. */
  const rule = `path{fill:${"a".repeat(996)}}`;

  test("rules can add 100,000 characters and five times the length of the source, and no more", () => {
    const element = "<path/>";
    const source = `<svg><style>${rule}</style>${element}</svg>`;
    const document = parseXml(source);
    const [path] = document.root.children.slice(-1);
    if (path === undefined) throw new Error("There is no path");
    const styles = new SvgStyles(document, "layer");
    // Each path adds the four letters of the name and the 996 of the value.
    const most = Math.floor((100_000 + 5 * source.length) / 1000);
    for (let count = 0; count < most; count++) styles.attributesOf(path);
    expect(() => styles.attributesOf(path)).toThrow("more than five times as long");
  });

  test("rules that apply to no element add nothing", () => {
    const css = `.a{fill:${"b".repeat(99_000)}}`.repeat(3);
    const document = parseXml(`<svg><style>${css}</style><path/></svg>`);
    const styles = new SvgStyles({ ...document, characters: 0 }, "layer");
    for (const child of document.root.children) expect(styles.attributesOf(child).size).toBe(0);
  });
});

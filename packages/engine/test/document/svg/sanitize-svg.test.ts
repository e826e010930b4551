import { describe, expect, test } from "@jest/globals";
import { parseXml } from "../../../src/document/svg/parse-xml.js";
import type { SafeElement } from "../../../src/document/svg/safe-element.js";
import type { SafeSvg } from "../../../src/document/svg/safe-svg.js";
import { sanitizeSvg } from "../../../src/document/svg/sanitize-svg.js";
import { SvgError } from "../../../src/document/svg/svg-error.js";
import type { SvgUse } from "../../../src/document/svg/svg-vocabulary.js";

const sanitize = (source: string, use: SvgUse = "layer"): SafeSvg => sanitizeSvg(parseXml(source), use);
const inside = (content: string, use: SvgUse = "layer") => sanitize(`<svg>${content}</svg>`, use);
const namesOf = ({ children }: Pick<SafeElement, "children">): string =>
  children.map((child) => child.name + (child.children.length > 0 ? `(${namesOf(child)})` : "")).join(" ");

/** Returns the message and the place of the error that a source causes. */
function refusalOf(source: string, use: SvgUse = "layer"): readonly [message: string, at: number | undefined] {
  try {
    sanitize(source, use);
  } catch (error) {
    if (error instanceof SvgError) return [error.message, error.at];
    throw error;
  }
  throw new Error("The SVG was accepted");
}

describe("the area of an SVG", () => {
  test.each<[string, readonly [x: number, y: number, width: number, height: number]]>([
    ['viewBox="1 -2 3 4"', [1, -2, 3, 4]],
    ['viewBox=" 1,2 , 3,4 " width="9" height="9"', [1, 2, 3, 4]],
    ['viewBox="0 0 1000000 0.5"', [0, 0, 1_000_000, 0.5]],
    ['viewBox="-1000000 0 1 1"', [-1_000_000, 0, 1, 1]],
    ['viewBox="-1000001 0 1 1"', [0, 0, 100, 100]],
    ['viewBox="0 0 1000001 1"', [0, 0, 100, 100]],
    ['viewBox="0 0 0 1"', [0, 0, 100, 100]],
    ['viewBox="0 0 1 0"', [0, 0, 100, 100]],
    ['viewBox="0 0 1 -1" width="7"', [0, 0, 7, 100]],
    ['viewBox="1 2 3"', [0, 0, 100, 100]],
    ['viewBox="1 2 3 4 5"', [0, 0, 100, 100]],
    ['viewBox="1 2 3 4px" height="8mm"', [0, 0, 100, 8]],
    ['width="0.5" height="1000000"', [0, 0, 0.5, 1_000_000]],
    ['width="0" height="1000001"', [0, 0, 100, 100]],
    ['width="-5" height="50%"', [0, 0, 100, 100]],
    ['width="auto" height=""', [0, 0, 100, 100]],
  ])("the root with %s has the area %j", (attributes, [x, y, width, height]) => {
    expect(sanitize(`<svg ${attributes}/>`).viewBox).toEqual({ x, y, width, height });
  });
});

describe("the root of an SVG", () => {
  const root = '<svg id="a" x="1" y="2" width="3" height="4" viewBox="0 0 5 6" preserveAspectRatio="none" fill="red"/>';

  test("a drawing keeps only what its content inherits, and a file its size as well", () => {
    expect([...sanitize(root).attributes.keys()]).toEqual(["fill"]);
    expect([...sanitize(root, "file").attributes.keys()]).toEqual(
      "id x y width height viewBox preserveAspectRatio fill".split(" "),
    );
  });

  test("a root with another name, in uppercase, or in another namespace is refused at its place", () => {
    const refusal = ["The root element must be <svg>", 1];
    expect(refusalOf(" <g/>")).toEqual(refusal);
    expect(refusalOf(" <SVG/>")).toEqual(refusal);
    expect(refusalOf(' <svg xmlns="urn:a"/>')).toEqual(refusal);
    expect(refusalOf(' <x:svg xmlns:x="urn:a"/>')).toEqual(refusal);
  });
});

describe("what a drawing must not contain", () => {
  test.each([
    ["<g><script/></g>", "Scripts are not allowed", 8],
    ["<ScRiPt/>", "Scripts are not allowed", 5],
    ["<svg:script/>", "Scripts are not allowed", 5],
    ['<x:script xmlns:x="http://www.w3.org/2000/svg"/>', "Scripts are not allowed", 5],
    ["<title><script/></title>", "Scripts are not allowed", 12],
    ['<a xmlns="urn:a"><script xmlns="http://www.w3.org/2000/svg"/></a>', "Scripts are not allowed", 22],
    ["<FOREIGNOBJECT/>", "Foreign objects are not allowed", 5],
    ["<iframe/>", "Foreign content is not allowed", 5],
    ["<image/>", "Images inside of an SVG are not drawn. Use image layers for them", 5],
    ['<g><path ON="1"/></g>', "Event handlers such as ON are not allowed", 8],
    ['<desc><b onLoad=""/></desc>', "Event handlers such as onLoad are not allowed", 11],
    ['<x:y xmlns:x="urn:a" onclick=""/>', "Event handlers such as onclick are not allowed", 5],
    ["<blink/>", "SVG has no element <blink>", 5],
    ["<constructor/>", "SVG has no element <constructor>", 5],
    ["<__proto__/>", "SVG has no element <__proto__>", 5],
    ["<Path/>", "SVG has no element <Path>", 5],
    [`<${"a".repeat(50)}/>`, `SVG has no element <${"a".repeat(40)}>`, 5],
  ])("the drawing %s is refused at its place", (content, message, at) => {
    expect(refusalOf(`<svg>${content}</svg>`)).toEqual([message, at]);
    if (content !== "<image/>") expect(refusalOf(`<svg>${content}</svg>`, "lettered")).toEqual([message, at]);
  });

  test("attributes that only contain the letters of a handler are left out", () => {
    const [path] = inside('<path data-on="1" x:onclick="1" icon="1" xmlns:x="urn:a"/>').children;
    expect(path?.attributes.size).toBe(0);
  });

  test("unknown elements are allowed in other namespaces, and inside of elements that are left out", () => {
    expect(namesOf(inside("<metadata><work><blink/></work></metadata><path/>"))).toBe("path");
    expect(namesOf(inside('<x:blink xmlns:x="urn:a"><path/></x:blink><script xmlns="urn:a"/><g/>'))).toBe("g");
  });

  test("a file leaves out what a drawing must not contain, but no unknown element is allowed", () => {
    const { children, omitted } = inside('<script/><foreignObject/><path onclick="a"/>', "file");
    expect([namesOf({ children }), children[0]?.attributes.size]).toEqual(["path", 0]);
    expect(omitted).toEqual(["script", "foreignObject"]);
    expect(refusalOf("<svg><blink/></svg>", "file")).toEqual(["SVG has no element <blink>", 5]);
  });
});

describe("the elements that are left out", () => {
  test("the content of links and switches is drawn, and that of others is not", () => {
    expect(namesOf(inside("<a><g/><path/></a><switch><rect/></switch><title><path/></title>"))).toBe("g path rect");
    expect(namesOf(inside("<a><g/></a><switch><rect/></switch>", "file"))).toBe("g switch(rect)");
    expect(namesOf(inside('<x:a xmlns:x="urn:a"><path/></x:a>'))).toBe("");
  });

  test("each element that can be seen is named once, without those inside of it", () => {
    const { omitted } = inside("<text><tspan/></text><text/><animate/><desc><mesh/></desc><x:mesh xmlns:x='urn:a'/>");
    expect(omitted).toEqual(["text", "animate"]);
  });

  test("elements that are never seen are not named", () => {
    expect(inside("<title/><desc/><metadata/><style/><a/><switch/><view/><cursor/><color-profile/>").omitted).toEqual(
      [],
    );
  });

  test("a foreign object is an editor's copy only if it needs an extension and a switch has the other", () => {
    const copy = '<foreignObject requiredExtensions="urn:a"/>';
    expect(inside(`<switch>${copy}<g/></switch>`, "file").omitted).toEqual([]);
    expect(inside(`<g>${copy}</g>`, "file").omitted).toEqual(["foreignObject"]);
    expect(inside("<switch><foreignObject/></switch>", "file").omitted).toEqual(["foreignObject"]);
    expect(inside('<switch><mesh requiredExtensions="urn:a"/></switch>', "file").omitted).toEqual(["mesh"]);
  });

  test("a link inside of a text is named, because its characters are lost", () => {
    expect(inside("<text><a>b</a></text>", "file").omitted).toEqual(["a"]);
    expect(inside("<text><tspan><a>b</a></tspan></text>", "lettered").omitted).toEqual(["a"]);
    expect(inside("<g><a><path/></a></g>", "file").omitted).toEqual([]);
  });

  test("texts are kept with their characters, except in a drawing without texts", () => {
    const [text] = inside("<text>a<tspan>b</tspan></text>", "lettered").children;
    expect(namesOf({ children: [text as SafeElement] })).toBe("text(#text tspan(#text))");
    expect(text?.children[0]?.text).toBe("a");
    expect(inside("<text>a</text>").children).toEqual([]);
  });
});

describe("the links of a file", () => {
  const png = `data:image/png;base64,${Buffer.from("\x89PNG\r\n\x1a\n0000IHDR00000000", "latin1").toString("base64")}`;
  const hrefOf = (content: string) => inside(content, "file").children[0]?.attributes.get("href");

  test("a reference to another file or to data is left out and named", () => {
    for (const href of ["b.svg#a", "//example.com/#a", png]) {
      const { children, omitted } = inside(`<use href="${href}" x="1"/>`, "file");
      expect([[...(children[0]?.attributes.keys() ?? [])], omitted]).toEqual([["x"], ["use"]]);
    }
    expect(inside('<use x="1"/><use href="#a"/><pattern href="b.svg#a"/>', "file").omitted).toEqual([]);
    expect(hrefOf(`<pattern href="${png}"/>`)).toBeUndefined();
    expect(hrefOf('<use href="#a"/>')).toBe("#a");
  });

  test("an image can be a raster image, but neither an element nor a drawing", () => {
    expect(hrefOf('<image href="https://example.com/a.png"/>')).toBeUndefined();
    for (const href of ["#a", "data:image/svg+xml,a", "data:image/png,a"]) {
      expect(refusalOf(`<svg><image href="${href}"/></svg>`, "file")).toEqual([
        "An image inside of an SVG must be a PNG, JPEG or GIF data URI",
        5,
      ]);
    }
  });
});

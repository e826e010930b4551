import { describe, expect, test } from "@jest/globals";
import { checkTemplateDocument } from "../../../src/document/check-template-document.js";
import type { TemplateDocument } from "../../../src/document/document.js";
import { expandLayers } from "../../../src/document/expand-layers.js";
import { knownHtml } from "../../../src/document/html/html-facts.js";
import { checkOverrides } from "../../../src/document/overrides.js";
import { uploadsOf, uploadsOfRequest } from "../../../src/document/uploads-of.js";
import { withOwnUploads } from "../../../src/document/own-uploads.js";

const UPLOAD = "/api/v1/uploads/11111111-2222-4333-8444-000000000001/file";

const variables = [
  { name: "title", type: "string", default: "Hello" },
  { name: "accent", type: "string", default: "#e4572e" },
  { name: "photo", type: "string", default: "" },
];

function check(html: string) {
  const layers = [{ id: "card", name: "card", type: "html", width: 400, height: 300, html }];
  return checkTemplateDocument({ width: 400, height: 300, variables, layers });
}

function issuesOf(html: string): string[] {
  const checked = check(html);
  return "issues" in checked ? checked.issues.map(({ path, message }) => `${path}: ${message}`) : [];
}

function documentOf(html: string): TemplateDocument {
  const checked = check(html);
  if ("issues" in checked) throw new Error(JSON.stringify(checked.issues));
  return checked.document;
}

/** The HTML of the layer after the variables of a request are filled in. */
function filled(html: string, values: Record<string, string>): unknown {
  const { layers, issues } = expandLayers(documentOf(html), { variables: values });
  return issues.length > 0 ? issues : (layers[0] as unknown as { html: string }).html;
}

describe("the facts of HTML", () => {
  test("shadows count for each box, and for each text that inherits them", () => {
    const shadows = "text-shadow: 0 0 1px red, 0 0 rgb(0, 0, 0)";
    const html =
      `<div style="${shadows}">a<p>b</p> <p style="text-shadow: none">c</p><p style="text-shadow: 0 0 red">d</p></div>` +
      '<p style="box-shadow: 0 0 1px red, inset 0 0 blue">e</p><p style="box-shadow: none">f</p>';
    expect(knownHtml(html).html).toMatchObject({ textShadows: 2 + 2 + 1, boxShadows: 2 });
  });

  test("letters that clip a background count once, and again at the end of each element that has the background", () => {
    const html =
      '<div style="background-clip: text">abc<p>de</p><div style="background-clip: text"><p>f</p></div></div><p>gh</p>';
    // Letters count again at the end of the first p, the inner p and div, and the outer div.
    expect(knownHtml(html).html).toMatchObject({ clippingCharacters: 6, repeatedCharacters: 5 + 1 + 1 + 5 });
  });
});

describe("the HTML of a document", () => {
  test.each([
    ["an unknown element", "<p>a</p>\n <vdeo></vdeo>", "Line 2, column 2: The element <vdeo> is not supported."],
    ["a script", "<script>alert(1)</script>", "Line 1, column 1: The element <script> is not supported"],
    ["a frame", '<iframe src="https://example.com"></iframe>', "The element <iframe> is not supported"],
    [
      "an event handler",
      '<p onclick="x()">a</p>',
      'Line 1, column 4: The attribute "onclick" is not supported at <p>.',
    ],
    [
      "a misspelled property",
      '<p style="colr: red">a</p>',
      'Line 1, column 11: The property "colr" is not supported. Did you mean "color"?',
    ],
    [
      "a property beyond the subset",
      "<style>p { float: left }</style>",
      'Line 1, column 12: The property "float" is not supported.',
    ],
    [
      "a misspelled value",
      '<p style="display: flx">a</p>',
      'Line 1, column 20: "flx" is not possible for display. Did you mean "flex"?',
    ],
    ["a color that is none", '<p style="color: 12px">a</p>', '"12px" is not possible for color'],
    [
      "a length without a unit",
      '<p style="width: 20">a</p>',
      "Line 1, column 18: The length 20 has no unit, such as px",
    ],
    ["a length out of all proportion", '<p style="width: 99999px">a</p>', "A number is over 16384px"],
    ["too many values", '<p style="margin: 1px 1px 1px 1px 1px">a</p>', "has at most 4 values"],
    ["a blur that costs too much", '<p style="box-shadow: 0 0 201px red">a</p>', "The blur of a shadow is over 200px"],
    ["an at-rule", "<style>@import url(https://example.com/a.css);</style>", "A rule has a selector and a block"],
    [
      "a media query",
      "<style>@media (min-width: 9px) { p { color: red } }</style>",
      "Line 1, column 8: A layer has no window, so @media cannot depend on it",
    ],
    ["a pseudo-class", "<style>a:has(.b) { color: red }</style>", "The selector is not supported"],
    [
      "a function beyond the subset",
      '<p style="width: attr(data-width)">a</p>',
      '"attr(data-width)" is not possible for width',
    ],
    [
      "a file as image",
      '<img src="file:///etc/passwd">',
      "Line 1, column 11: The image cannot be used: It must be an https:// address",
    ],
    [
      "a plain http image in a style",
      '<p style="background: url(http://example.com/a.png)">a</p>',
      "The image cannot be used",
    ],
    [
      "an image address with characters of CSS",
      `<p style="background: url('data:image/png;base64,AA') url(x)">a</p>`,
      "The image cannot be used",
    ],
    ["an image without an address", "<img>", "An <img> needs a src"],
    [
      "an unknown font family",
      "<p style=\"font-family: 'Comic Sans', Arial\">a</p>",
      'Line 1, column 11: There is no font family "Comic Sans" here.',
    ],
    [
      "an element that is not closed",
      "<div><p>a</div>",
      "Line 1, column 6: The element <p> is not closed before </div>.",
    ],
    ["an end without a start", "a</div>", "Line 1, column 2: There is no open <div> here."],
    ["an element closed as in JSX", "<div />", 'HTML does not close an element by "/>"'],
    ["a document", "<!doctype html><p>a</p>", "Write only elements and text here"],
    [
      "a script in a drawing",
      "<svg><script>a</script></svg>",
      "The <svg> cannot be used: Line 1, column 6: Scripts are not allowed",
    ],
    [
      "too many selectors",
      `<style>${"b,".repeat(200)}i { color: red }</style>`,
      "There are more than 200 selectors in <style>",
    ],
    ["too many elements", "<br>".repeat(301), "There are more than 300 elements"],
    ["too deep elements", "<b>".repeat(25) + "</b>".repeat(25), "Elements are nested over 24 deep"],
    ["too much text", "a".repeat(5001), "There are more than 5000 characters of text"],
    [
      "too many shadows",
      '<p style="text-shadow: 0 0 1px red, 0 0 2px rgb(1, 2, 3)">a</p>'.repeat(6),
      "There are more than 10 elements with shadows",
    ],
    ["too many faded elements", '<p style="opacity: 0.5">a</p>'.repeat(61), "faded, rotated or cut off"],
  ])("%s is an issue with its place", (_what, html, message) => {
    expect(issuesOf(html).join("\n")).toContain(message);
  });

  test("too much of something is an issue at the beginning of the HTML", () => {
    const [issue] = issuesOf(`<b>a</b>${"a".repeat(5000)}`);
    expect(issue).toContain("Line 1, column 1: There are more than 5000 characters of text");
  });

  test.each([
    [
      "a style block and classes",
      '<style>.a, p > b { color: red; margin: 0 auto !important }</style><p class="a"><b>x</b></p>',
    ],
    [
      "gradients and images",
      `<div style="background: url('${UPLOAD}') no-repeat center / cover, linear-gradient(90deg, rgba(1, 2, 3, 0.5) 0%, red)"></div>`,
    ],
    ["transforms", '<div style="transform: translate(10px, 50%) rotate(-4.5deg) scale(1.2)">a</div>'],
    ["character references", "<p title='a &amp; b'>&lt;b&gt; &euro; &#128512;</p>"],
    ["elements without end tags", "a<br>b<hr><img src=''>"],
    ["a drawing", '<svg viewBox="0 0 1 1" width="1em" class="x"><path d="M0 0h1v1z"/></svg>'],
    ["generic font families", '<p style="font-family: system-ui, sans-serif">a</p>'],
    ["nothing", ""],
  ])("%s is accepted", (_what, html) => {
    expect(issuesOf(html)).toEqual([]);
  });

  test("a source of many open elements is refused without building them", () => {
    const html = "<b>".repeat(30_000);
    expect(issuesOf(html).length).toBeLessThan(50);
    expect(knownHtml(html).html.elements).toBeLessThan(50);
    expect(knownHtml(html).html.texts).toEqual([]);
  });
});

describe("variables in HTML", () => {
  test("a value is escaped in a text, so its markup is text", () => {
    expect(filled("<p>{{title}}</p>", { title: '<script>alert("1") & x</script>' })).toBe(
      '<p>&#60;script&#62;alert("1") &#38; x&#60;/script&#62;</p>',
    );
  });

  test("a value is escaped in an attribute, even in one without quotes, so it adds no attribute", () => {
    const html = filled('<p title={{title}} class="a {{title}}">x</p>', { title: "b onclick='x' \">" });
    const [element] = knownHtml(String(html)).html.children;
    expect(knownHtml(String(html)).issues).toEqual([]);
    expect(html).toBe(
      '<p title=b&#32;onclick&#61;&#39;x&#39;&#32;&#34;&#62; class="a b&#32;onclick&#61;&#39;x&#39;&#32;&#34;&#62;">x</p>',
    );
    expect(element).toMatchObject({ name: "p", children: [{ text: "x" }] });
  });

  test("a value can be the whole value of a property, in a style and in a style block", () => {
    const html = '<style>b { color: {{accent}} }</style><p style="margin: 0; color:{{accent}}"><b>a</b></p>';
    expect(filled(html, { accent: "rgb(1, 2, 3)" })).toBe(html.replaceAll("{{accent}}", "rgb(1, 2, 3)"));
  });

  test.each(["red; position: fixed", "red} p {color: blue", "red</style><p>", "url(", "\\72 ed", "red/*", "12px"])(
    "the value %j of a property is an issue of the variable",
    (accent) => {
      const issues = filled('<style>b { color: {{accent}} }</style><p style="color: {{accent}}">a</p>', { accent });
      expect(issues).toEqual([{ path: "variables.accent", message: expect.stringContaining("color") as unknown }]);
    },
  );

  test.each([
    ["a part of a value", '<p style="width: {{title}}px">a</p>'],
    ["a name of a property", '<p style="{{title}}: red">a</p>'],
    ["all of a style", '<p style="{{title}}">a</p>'],
    ["a selector", "<style>{{title}} { color: red }</style>"],
    ["all of a style block", "<style>{{title}}</style>"],
    ["a part of an address", '<img src="https://example.com/{{title}}.png">'],
    ["a part of an address in a style", '<p style="background: url({{photo}})">a</p>'],
    ["an element", "<{{title}}>a</{{title}}>"],
    ["an attribute", "<p {{title}}>a</p>"],
    ["a drawing", '<svg viewBox="0 0 1 1"><path d="{{title}}"/></svg>'],
    ["a font family", '<p style="font-family: {{title}}">a</p>'],
  ])("a variable as %s is an issue", (_where, html) => {
    expect(issuesOf(html).join("\n")).toMatch(/variable/);
  });

  test("an unknown variable is an issue", () => {
    expect(issuesOf("<p>{{titel}}</p>")).toEqual([
      'layers[0].html: There is no variable "titel" in this template. Did you mean "title"?',
    ]);
  });

  test("a value that is the address of an image is checked like the address of an image layer", () => {
    const html = '<img src="{{photo}}">';
    expect(filled(html, { photo: "https://example.com/a.png?b=1&c=2" })).toBe(
      '<img src="https://example.com/a.png?b&#61;1&#38;c&#61;2">',
    );
    expect(filled(html, { photo: "javascript:alert(1)" })).toEqual([
      { path: "variables.photo", message: expect.stringContaining("It must be an https:// address") as unknown },
    ]);
  });
});

describe("requests for an HTML layer", () => {
  const document = documentOf('<p>{{title}}</p><img src="{{photo}}">');

  test("a request can replace the HTML, in which braces are text", () => {
    expect(checkOverrides(document, { layers: { card: { html: "<b>{{nobody}}</b>" } } })).toEqual([]);
    const { layers } = expandLayers(document, { layers: { card: { html: "<b>{{nobody}}</b>" } } });
    expect(layers[0]).toMatchObject({ html: "<b>{{nobody}}</b>" });
  });

  test("the HTML of a request is checked, with line and column", () => {
    expect(checkOverrides(document, { layers: { card: { html: "<b>\n<object></object></b>" } } })).toEqual([
      { path: "layers.card.html", message: "Line 2, column 1: The element <object> is not supported." },
    ]);
    const family = checkOverrides(document, { layers: { card: { html: '<b style="font-family: Foo">a</b>' } } });
    expect(family).toMatchObject([
      { path: "layers.card.html", message: expect.stringContaining('font family "Foo"') as unknown },
    ]);
  });

  test("a text for an HTML layer is an error, and is not ignored", () => {
    expect(checkOverrides(document, { layers: { card: { text: "Hi" } } })).toMatchObject([
      { path: "layers.card.text", message: expect.stringContaining('There is no attribute "text" here.') as unknown },
    ]);
  });

  test("uploads in HTML are found in documents, variables and requests", () => {
    const own = documentOf(`<div style="background-image: url(${UPLOAD})"></div>`);
    const uploadId = "11111111-2222-4333-8444-000000000001";
    expect(uploadsOf(own)).toEqual([{ path: "layers[0].html", uploadId }]);
    expect(uploadsOfRequest(document, { variables: { photo: UPLOAD } })).toEqual([
      { path: "variables.photo", uploadId },
    ]);
    expect(uploadsOfRequest(document, { layers: { card: { html: `<img src="${UPLOAD}">` } } })).toEqual([
      { path: "layers.card.html", uploadId },
    ]);
  });

  test("the absolute URL of an own upload in a variable becomes its path", () => {
    const request = {
      layers: {},
      variables: { photo: `https://images.test${UPLOAD}`, title: `https://images.test${UPLOAD}` },
    };
    const { variables: own } = withOwnUploads(document, request, "https://images.test");
    expect(own).toEqual({ photo: UPLOAD, title: `https://images.test${UPLOAD}` });
  });
});

/** Tests the limits on the HTML that the checks and the estimate read for one picture. */
import { describe, expect, test } from "@jest/globals";
import { costIssues } from "../../../src/estimate/cost-issues.js";
import { estimateCost } from "../../../src/estimate/estimate-cost.js";
import { MAX_HTML_CHARACTERS } from "../../../src/limits/picture-limits.js";
import { checkTemplateDocument } from "../../../src/document/check-template-document.js";
import type { TemplateDocument } from "../../../src/document/document.js";
import { expandLayers } from "../../../src/document/expand-layers.js";
import { knownHtml } from "../../../src/document/html/html-facts.js";
import { checkOverrides } from "../../../src/document/overrides.js";
import { outputSchema } from "../../../src/document/output.js";

/** Returns HTML that has this many characters and shows only the text. */
const long = (characters: number, text = "a") => `<p>${text}</p><!--${"-".repeat(characters - 15)}-->`;
const layersOf = (sources: readonly string[]) =>
  sources.map((html, index) => ({ type: "html", id: `l${index}`, name: `n${index}`, width: 9, height: 9, html }));
const documentOf = (sources: readonly string[]) => ({ width: 200, height: 200, layers: layersOf(sources) });

function accepted(value: unknown): TemplateDocument {
  const checked = checkTemplateDocument(value);
  if ("issues" in checked) throw new Error(JSON.stringify(checked.issues));
  return checked.document;
}

describe("the HTML of one picture", () => {
  const tooLong = ["a", "b", "c"].map((text) => long(80_000, text));

  test("the HTML of a document or of a request is refused if its layers are too long together", () => {
    const issue = {
      path: "layers",
      message:
        "All different HTML of a picture has at most 200000 characters together, without images in data URIs; this has 240000.",
    };
    expect(checkTemplateDocument(documentOf(tooLong))).toEqual({ issues: [issue] });
    const document = accepted(documentOf(["", "", ""]));
    const layers = Object.fromEntries(tooLong.map((html, index) => [`n${index}`, { html }]));
    expect(checkOverrides(document, { layers })).toEqual([issue]);
  });

  test("HTML that several layers share counts once, and images in data URIs do not count", () => {
    const [one = "", other = ""] = tooLong;
    expect(checkTemplateDocument(documentOf([one, other, other, one]))).toHaveProperty("document");
    const image = (text: string) => `<p>${text}</p><img src="data:image/png;base64,${"A".repeat(80_000)}">`;
    expect(checkTemplateDocument(documentOf(["a", "b", "c"].map(image)))).toHaveProperty("document");
  });

  test("the estimate refuses a picture if the HTML of the document and of the request is too long together", () => {
    const [one = "", other = "", third = ""] = tooLong;
    const document = accepted(documentOf([one, other, ""]));
    const request = { layers: { n2: { html: third } } };
    expect(checkOverrides(document, request)).toEqual([]);
    const [issue] = costIssues(estimateCost(document, expandLayers(document, request), outputSchema.parse({})));
    expect(issue?.message).toContain(`over ${MAX_HTML_CHARACTERS} characters of HTML in the picture`);
  });

  test("HTML is not filled in for more copies of a repeat than there is time to read", () => {
    const items = Array.from({ length: 100 }, (_, index) => ({ label: `item ${index}` }));
    const list = { name: "items", type: "list", max_items: 200, fields: [{ name: "label", type: "string" }] };
    const source = (characters: number) => ({
      ...{ width: 200, height: 200, variables: [{ ...list, default: [] }] },
      layers: [
        {
          ...{ id: "list", type: "group", layout: "column", repeat: "items" },
          children: [{ id: "card", type: "html", width: 9, height: 9, html: long(characters, "{{item.label}}") }],
        },
      ],
    });
    const issuesOf = (characters: number) =>
      expandLayers(accepted(source(characters)), { variables: { items } }).issues.map(({ message }) => message);
    expect(issuesOf(1_500)).toEqual([]);
    expect(issuesOf(3_000).join()).toContain("takes too much work. It stopped at the layer");
  });
});

describe("the styles of one picture", () => {
  /** HTML in which each element is compared with 190 rules. */
  const styled = (text: string) =>
    `<style>${".a{top:0}".repeat(190)}</style><div><p>${text}</p>${"<b>a</b>".repeat(285)}</div>`;
  const tooMany = Array.from({ length: 9 }, (_, index) => styled(`card ${index}`));
  const message =
    "The styles of all different HTML of a picture take too much work together. Use fewer rules, fewer declarations and fewer elements.";

  test("styles of a document or of a request are refused if they take too much work together", () => {
    expect(checkTemplateDocument(documentOf(tooMany.slice(1)))).toHaveProperty("document");
    expect(checkTemplateDocument(documentOf(tooMany))).toEqual({ issues: [{ path: "layers", message }] });
    const document = accepted(documentOf(tooMany.map(() => "")));
    const layers = Object.fromEntries(tooMany.map((html, index) => [`n${index}`, { html }]));
    expect(checkOverrides(document, { layers })).toEqual([{ path: "layers", message }]);
  });

  test("the estimate refuses a picture if the styles of the document and of the request take too much work together", () => {
    const document = accepted(documentOf([...tooMany.slice(0, 5), "", "", "", ""]));
    const given = (count: number) => ({
      layers: Object.fromEntries(tooMany.slice(5, 5 + count).map((html, index) => [`n${5 + index}`, { html }])),
    });
    const reasonsFor = (count: number) =>
      estimateCost(document, expandLayers(document, given(count)), outputSchema.parse({})).contributors.map(
        ({ reason }) => reason,
      );
    expect(checkOverrides(document, given(4))).toEqual([]);
    expect(reasonsFor(3)).not.toContain("too many styles in the HTML of the picture");
    expect(reasonsFor(4)).toContain("too many styles in the HTML of the picture");
  });

  test("styles are not read for more copies of a repeat than there is time for", () => {
    const items = Array.from({ length: 8 }, (_, index) => ({ label: `card ${index}` }));
    const list = { name: "items", type: "list", fields: [{ name: "label", type: "string" }], default: [] };
    const card = { id: "card", type: "html", width: 9, height: 9, html: styled("{{item.label}}") };
    const document = accepted({
      ...{ width: 200, height: 200, variables: [list] },
      layers: [{ id: "list", type: "group", layout: "column", repeat: "items", children: [card] }],
    });
    const issuesFor = (count: number) => expandLayers(document, { variables: { items: items.slice(0, count) } }).issues;
    expect(issuesFor(5)).toEqual([]);
    expect(
      issuesFor(8)
        .map((issue) => issue.message)
        .join(),
    ).toContain("takes too much work. It stopped at the layer");
  });

  test("the styles of 20 different cards with 100 rules and 100 elements are accepted", () => {
    const rules = Array.from({ length: 100 }, (_, index) => `.c${index}{color:#333;font-size:${index % 40}px}`).join(
      "",
    );
    const elements = Array.from({ length: 100 }, (_, index) => `<b class="c${index}">a</b>`).join("");
    const cards = Array.from({ length: 20 }, (_, index) => `<style>${rules}</style><p>card ${index}</p>${elements}`);
    expect(checkTemplateDocument(documentOf(cards))).toHaveProperty("document");
  });
});

describe("the longest HTML of a layer", () => {
  test.each([
    ["a style of character references", `<p style="${"top&#58;0;".repeat(9_990)}">a</p>`],
    ["a style of many declarations", `<p style="${"top:0;".repeat(16_600)}">a</p>`],
    [
      "many rules for many elements",
      `<style>${".a b{top:0}".repeat(190)}</style><p class="a">${"<b>a</b>".repeat(290)}</p>`,
    ],
  ])("HTML with %s is read in one pass", (_, html) => {
    expect(knownHtml(html).issues).toEqual([]);
  });

  test("a shadow of thousands of lengths is refused at the first length beyond the limit", () => {
    const { issues } = knownHtml(`<p style="box-shadow:${"1px ".repeat(24_900)}">a</p>`);
    expect(issues).toEqual(["Line 1, column 182: The property box-shadow has at most 40 values."]);
  });

  test("rules with thousands of declarations for hundreds of elements are refused", () => {
    const rules = `p{${"top:0;".repeat(80)}}`.repeat(190);
    expect(knownHtml(`<style>${rules}</style>${"<p>a</p>".repeat(290)}`).issues.join()).toContain(
      "Its styles take too much work",
    );
  });
});

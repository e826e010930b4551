/** Tests how much SVG the estimate of one picture reads, and how often. */
import { describe, expect, test } from "@jest/globals";
import { costIssues } from "../../src/estimate/cost-issues.js";
import { PictureImages } from "../../src/estimate/picture-images.js";
import { MAX_SVG_CHARACTERS } from "../../src/limits/picture-limits.js";
import { checkTemplateDocument } from "../../src/document/check-template-document.js";
import { checkOverrides } from "../../src/document/overrides.js";
import { RecentTexts } from "../../src/document/svg/recent-texts.js";
import { estimate } from "./support.js";

const svg = (inside: string) => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">${inside}</svg>`;
const uriOf = (source: string) => `data:image/svg+xml;base64,${Buffer.from(source).toString("base64")}`;
/** A drawing of this many characters that costs little to draw. */
const long = (characters: number, name = "a") => svg(`<desc>${name.repeat(characters)}</desc><path d="M0 0h9v9z"/>`);
const showing = (images: readonly string[]) => ({
  ...{ width: 200, height: 200 },
  layers: images.map((image_url, index) => ({ type: "image", id: `l${index}`, width: 20, height: 20, image_url })),
});

describe("the SVG of one picture", () => {
  test("a picture is refused if its different SVGs are too long together, and the message says so", () => {
    const half = MAX_SVG_CHARACTERS / 2;
    const [issue] = costIssues(estimate(showing([uriOf(long(half, "a")), uriOf(long(half, "b"))])));
    expect(issue?.message).toContain("over 600000 characters of SVG in the picture");
  });

  test("an SVG counts once if several layers show it", () => {
    const logo = uriOf(long(MAX_SVG_CHARACTERS - 1_000));
    expect(costIssues(estimate(showing([logo, logo, logo])))).toEqual([]);
  });

  test("no further SVG is read once all SVGs are too long together", () => {
    const images = new PictureImages({});
    const excess = { excess: "over 600000 characters of SVG in the picture" };
    expect(images.factsOf(long(MAX_SVG_CHARACTERS), "file")).toEqual(excess);
    expect(images.factsOf(svg(""), "file")).toEqual(excess);
  });

  test("the SVGs of a document or of a request are not read if they are too long together", () => {
    const drawings = Array.from({ length: 7 }, (_, index) => svg(`${" ".repeat(90_000 + index)}<path d="M0 0h9v9z"/>`));
    const layers = drawings.map((drawing, index) => ({
      ...{ type: "svg", id: `l${index}`, name: `n${index}` },
      ...{ width: 9, height: 9, svg: drawing },
    }));
    const source = (given: readonly object[]) => ({ width: 200, height: 200, layers: given });
    const message = /^All different SVGs of a picture have at most 600000 characters together; these have \d+\.$/;
    const issue: unknown = { path: "layers", message: expect.stringMatching(message) };
    expect(checkTemplateDocument(source(layers))).toEqual({ issues: [issue] });
    const checked = checkTemplateDocument(source(layers.map((layer) => ({ ...layer, svg: drawings[0] }))));
    if ("issues" in checked) throw new Error(JSON.stringify(checked.issues));
    const overrides = Object.fromEntries(drawings.map((drawing, index) => [`n${index}`, { svg: drawing }]));
    expect(checkOverrides(checked.document, { layers: overrides })).toEqual([issue]);
  });

  test("the SVGs of a document are refused if they have too many elements together", () => {
    const drawings = Array.from({ length: 6 }, (_, index) => `${svg("<g/>".repeat(4_500))}${" ".repeat(index)}`);
    const layers = drawings.map((drawing, index) => ({
      ...{ type: "svg", id: `l${index}`, name: `n${index}` },
      ...{ width: 9, height: 9, svg: index === 0 ? uriOf(drawing) : drawing },
    }));
    const source = (given: readonly object[]) => ({ width: 200, height: 200, layers: given });
    const message =
      "All different SVGs of a picture have at most 25000 elements together; these have 27006. Draw small shapes by one path.";
    const issue = { path: "layers", message };
    expect(checkTemplateDocument(source(layers))).toEqual({ issues: [issue] });
    const checked = checkTemplateDocument(source(layers.slice(1)));
    expect("issues" in checked ? checked.issues : []).toEqual([]);
  });

  test("a picture is refused if its different SVGs have too many elements together, and the message says so", () => {
    const images = Array.from({ length: 6 }, (_, index) => uriOf(svg("<g/>".repeat(4_500 + index))));
    expect(costIssues(estimate(showing(images.slice(1))))).toEqual([]);
    const [issue] = costIssues(estimate(showing(images)));
    expect(issue?.message).toContain("over 25000 elements of SVG in the picture");
  });

  test("an SVG that is too long by itself is not read", () => {
    const checked = checkTemplateDocument({
      ...{ width: 200, height: 200 },
      layers: [{ type: "svg", id: "a", width: 9, height: 9, svg: `<broken${"a".repeat(100_001)}` }],
    });
    expect("issues" in checked ? checked.issues : []).toHaveLength(1);
  });

  test("an SVG counts as a background as well", () => {
    const noise = svg(
      '<filter id="f"><feTurbulence numOctaves="8"/></filter>' + '<path filter="url(#f)" d="M0 0h99v99z"/>'.repeat(5),
    );
    const background = { type: "image", image_url: uriOf(noise) };
    const [issue] = costIssues(estimate({ width: 4000, height: 4000, background, layers: [] }));
    expect(issue?.message).toContain("the background (its SVG)");
  });
});

describe("the kept results of recent texts", () => {
  test("a result is made once for each text, and again after too many other texts", () => {
    const kept = new RecentTexts<object>(10);
    const first = kept.get("abc", () => ({}));
    expect(kept.get("abc", () => ({}))).toBe(first);
    kept.get("12345678", () => ({}));
    expect(kept.get("abc", () => ({}))).not.toBe(first);
  });

  test("a result is not kept for a text that is too long by itself", () => {
    const kept = new RecentTexts<object>(2);
    const first = kept.get("abc", () => ({}));
    expect(kept.get("abc", () => ({}))).not.toBe(first);
  });
});

import { describe, expect, test } from "@jest/globals";
import type { TemplateSource } from "../../src/document/document.js";
import { findWarnings } from "../../src/renderer/find-warnings.js";
import { renderPicture } from "../../src/renderer/render-picture.js";
import { dataUri, decode, fonts, testContext } from "../support.js";

const OPEN = '<svg xmlns="http://www.w3.org/2000/svg" width="80" height="40" viewBox="0 0 80 40">';
const TEXT = `${OPEN}<text x="0" y="40" font-size="60" fill="#f00">MMM</text></svg>`;
const NOISE = `${OPEN}<filter id="f"><feTurbulence baseFrequency="0.1"/></filter><path filter="url(#f)" d="M0 0h9v9z"/></svg>`;

function documentOf(html: string, edition: 1 | 2 = 2): TemplateSource {
  return { edition, width: 80, height: 40, layers: [{ id: "card", type: "html", width: 80, height: 40, html }] };
}

const asImage = (svg: string) => `<img src="${dataUri(Buffer.from(svg), "svg+xml")}" width="80" height="40">`;

/** Returns the warnings of a picture, which a dry run must give too. */
async function warningsOf(html: string, edition?: 1 | 2) {
  const source = documentOf(html, edition);
  const { warnings } = await renderPicture(source, {}, testContext());
  expect(await findWarnings(source, {}, { fonts })).toEqual(warnings);
  return warnings.map(({ code, message }) => `${code} ${message}`);
}

describe("drawings in HTML", () => {
  test("the text of an image is drawn with the fonts of the service", async () => {
    const pixels = await decode(await renderPicture(documentOf(asImage(TEXT)), {}, testContext()));
    const places = Array.from({ length: 80 * 40 }, (_, at) => pixels.at(at % 80, Math.floor(at / 80)));
    expect(places.filter(([, green]) => green < 100).length).toBeGreaterThan(300);
    expect(await warningsOf(asImage(TEXT))).toEqual([]);
  });

  test.each([
    ["text", TEXT],
    ["filter", NOISE],
  ])("a %s that is left out of an SVG in the source has a warning", async (name, html) => {
    const [warning = "", ...others] = await warningsOf(html);
    expect(warning).toContain(`SVG_NOT_DRAWN Parts of the SVG of the layer "card" are not drawn: <${name}>.`);
    expect(others).toEqual([]);
  });

  test("a version of the first edition keeps its picture without the text, with a warning", async () => {
    const [warning = "", ...others] = await warningsOf(asImage(TEXT), 1);
    expect(warning).toContain('SVG_NOT_DRAWN Parts of the SVG of the layer "card" are not drawn: <text>.');
    expect(others).toEqual([]);
  });

  test("one warning names everything that is left out of all drawings of a layer", async () => {
    const [warning = "", ...others] = await warningsOf(NOISE + asImage(TEXT), 1);
    expect(warning).toContain("<filter>, <text>.");
    expect(others).toEqual([]);
  });
});

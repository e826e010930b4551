import { describe, expect, test } from "@jest/globals";
import { costIssues } from "../../src/estimate/cost-issues.js";
import { estimateCost } from "../../src/estimate/estimate-cost.js";
import { checkTemplateDocument } from "../../src/document/check-template-document.js";
import { expandLayers } from "../../src/document/expand-layers.js";
import { estimate } from "./support.js";

function estimateOf(html: string | readonly string[], scale = 1) {
  const sources = typeof html === "string" ? [html] : html;
  const box = { type: "html", width: 1200, height: 630 };
  const layers = sources.map((source, index) => ({ id: `a${index}`, name: `card${index}`, ...box, html: source }));
  const checked = checkTemplateDocument({ width: 1200, height: 630, layers });
  if ("issues" in checked) throw new Error(JSON.stringify(checked.issues));
  const { document } = checked;
  return estimateCost(document, expandLayers(document, {}), { format: "png", scale, transparent: false });
}

describe("the estimate of HTML", () => {
  test("the estimate grows with elements, characters, shadows, groups, images and the scale", () => {
    const plain = estimateOf("<p>a</p>").cpuMs;
    const costlier = [
      estimateOf("<p>a</p>".repeat(100)),
      estimateOf(`<p>${"a ".repeat(1000)}</p>`),
      estimateOf('<p style="box-shadow: 0 0 9px red">a</p>'),
      estimateOf('<p style="opacity: 0.5">a</p>'),
      estimateOf('<p>a</p><img src="https://example.com/a.png">'),
      estimateOf("<p>a</p>", 2),
    ];
    for (const { cpuMs } of costlier) expect(cpuMs).toBeGreaterThan(plain * 1.05);
  });

  test("each different emoji counts 4.5 ms, even if it differs from another one only in its skin tone", () => {
    const timeOf = (emoji: readonly string[]) => estimateOf(`<p>${emoji.join("")}</p>`).cpuMs;
    const smileys = Array.from({ length: 60 }, (_, index) => String.fromCodePoint(0x1f600 + index));
    const hands = Array.from({ length: 60 }, (_, index) =>
      String.fromCodePoint(0x1f446 + (index % 12), 0x1f3fb + Math.floor(index / 12)),
    );
    const flags = Array.from({ length: 60 }, (_, index) =>
      String.fromCodePoint(0x1f1e6 + (index % 26), 0x1f1e6 + Math.floor(index / 26)),
    );
    for (const emoji of [smileys, hands, flags]) {
      const [first = ""] = emoji;
      expect(timeOf(emoji)).toBeGreaterThan(timeOf([first]) + 59 * 4.5);
      expect(timeOf(Array.from({ length: 60 }, () => first))).toBeLessThan(timeOf([first]) + 90);
    }
  });

  test("letters of script fonts count twice", () => {
    const timeOf = (family: string) => estimateOf(`<p style="font-family: ${family}">${"a".repeat(4_000)}</p>`).cpuMs;
    for (const family of ["cursive", "'Pinyon Script'"]) expect(timeOf(family)).toBeGreaterThan(1.4 * timeOf("Inter"));
  });

  test("fonts of scripts, families and faces count, and so does each different Chinese character", () => {
    const timeOf = (html: string) => estimateOf(html).cpuMs;
    const plain = timeOf("<p>abcdef</p>");
    for (const text of ["สวัสดี", "مرحباا", "你好吗我很好", "안녕하세요요", "😀😁😂😃😄😅"]) {
      expect(timeOf(`<p>${text}</p>`)).toBeGreaterThan(plain + 30);
    }
    for (const style of ["font-family: cursive", "font-weight: 700", "font-style: italic"]) {
      expect(timeOf(`<p style="${style}">abcdef</p>`)).toBeGreaterThan(plain + 10);
    }
    const han = (count: number) => String.fromCodePoint(...Array.from({ length: count }, (_, index) => 0x4e00 + index));
    expect(timeOf(`<p>${han(60)}</p>`)).toBeGreaterThan(timeOf(`<p>${han(1).repeat(60)}</p>`) + 100);
  });

  test("each weight of a variable font counts, once in a picture, and none does in edition 1", () => {
    const src = "/api/v1/uploads/0190c0de-0000-7000-8000-000000000001/file";
    const box = { type: "html", width: 300, height: 100 };
    const timeOf = (weights: readonly number[], font: object, rest: object = {}) => {
      const html = (weight: number) => `<p style="font-family: Brand; font-weight: ${weight}">abc</p>`;
      const layers = weights.map((weight, index) => ({ ...box, id: `a${index}`, html: html(weight) }));
      return estimate({ width: 300, height: 200, fonts: [{ family: "Brand", src, ...font }], layers, ...rest }).cpuMs;
    };
    const variable = { weight: "100 900" };
    const each = (font: object, rest?: object) => timeOf([300, 900], font, rest) - timeOf([300, 300], font, rest);
    expect(each(variable)).toBeGreaterThan(each({ weight: 400 }) + 100);
    expect(each(variable, { edition: 1 })).toBeCloseTo(each({ weight: 400 }));
    expect(timeOf([300, 900, 900], variable) - timeOf([300, 900], variable)).toBeLessThan(60);
  });

  test("hidden layers count once for the cost of reading them, and a picture without HTML counts nothing", () => {
    const hidden = { type: "html", width: 90, height: 90, hide: true, html: "<p>abc</p>" };
    const timeOf = (layers: readonly object[]) => estimate({ width: 300, height: 200, layers }).cpuMs;
    const [none, one] = [timeOf([]), timeOf([{ ...hidden, id: "a" }])];
    expect(one - none).toBeGreaterThan(20);
    expect(one - none).toBeLessThan(100);
    expect(
      timeOf([
        { ...hidden, id: "a" },
        { ...hidden, id: "b" },
      ]),
    ).toBeCloseTo(one);
  });

  test("gradients count their pixels, and the pixels of each further tile", () => {
    const gradientOf = (scale: number) => {
      const box = (image: string) => `<div style="width: 10px; height: 10px; background-image: ${image}"></div>`;
      return estimateOf(box("linear-gradient(red, blue)"), scale).cpuMs - estimateOf(box("none"), scale).cpuMs;
    };
    // 2,400 by 1,260 pixels are drawn in two tiles.
    const [one, two] = [gradientOf(1), gradientOf(2)];
    expect(one).toBeGreaterThan(2);
    expect(two).toBeGreaterThan(10 * one);
  });

  test("the layout engine and a font file count once for all layers", () => {
    const layer = '<p style="font-family: cursive">a你好مرحبا</p>';
    const [one, two, three] = [1, 2, 3].map((count) => estimateOf(Array.from({ length: count }, () => layer)).cpuMs);
    expect(Number(three) - Number(two)).toBeCloseTo(Number(two) - Number(one));
    expect(Number(two) - Number(one)).toBeLessThan(Number(one) - 350);
  });

  test("an inherited text shadow counts for each text, and again in each tile of a large drawing", () => {
    const shadowOf = (texts: number, scale = 1) => {
      const html = (style: string) => `<div style="${style}">${"<p>a</p>".repeat(texts)}</div>`;
      return estimateOf(html("text-shadow: 0 0 9px red"), scale).cpuMs - estimateOf(html("color: red"), scale).cpuMs;
    };
    expect(shadowOf(8)).toBeCloseTo(8 * shadowOf(1), 0);
    // 2,400 by 1,260 pixels are drawn in two tiles.
    expect(shadowOf(1, 2)).toBeCloseTo(2 * 4 * shadowOf(1), 0);
  });

  test("letters that clip a background count again for each element inside, and so does their memory", () => {
    const html = (style: string) => `<div style="${style}">${`<p>${"a".repeat(40)}</p>`.repeat(100)}</div>`;
    const [plain, clipped] = [estimateOf(html("color: red")), estimateOf(html("background-clip: text"))];
    expect(clipped.cpuMs).toBeGreaterThan(plain.cpuMs + 1000);
    expect(clipped.memoryBytes).toBeGreaterThan(plain.memoryBytes + 500_000_000);
  });

  test("HTML that would take too long is refused before anything is written, with the name of its layer", () => {
    const shadows = '<p style="box-shadow: 0 0 90px red">a</p>'.repeat(10);
    expect(costIssues(estimateOf(shadows))).toEqual([]);
    const [issue] = costIssues(estimateOf(shadows, 3));
    expect(issue).toMatchObject({
      path: "layers.card0",
      message: expect.stringContaining("the shadows in its HTML") as unknown,
    });
  });
});

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import { costIssues } from "../../src/estimate/cost-issues.js";
import { isHeavy, MAX_RENDER_CPU_MS, MAX_RENDER_MEMORY_BYTES } from "../../src/estimate/cost-limits.js";
import { COSTLY_CASES } from "../cost/costly-cases.js";
import { PIXEL_FORMATS } from "../pixel-formats.js";
import { estimate, type Request } from "./support.js";

const EXAMPLES = join(import.meta.dirname, "../../../../examples");
const withTemplate = (folder: string) =>
  readdirSync(join(EXAMPLES, folder))
    .map((name) => join(folder, name))
    .filter((path) => existsSync(join(EXAMPLES, path, "template.json")));
/** Reads a file of an example. Its images are files in the same folder, so they get addresses. */
function readExample(path: string, file: string): unknown {
  const name = join(EXAMPLES, path, file);
  const text = existsSync(name) ? readFileSync(name, "utf8") : "{}";
  return JSON.parse(text.replace(LOCAL_IMAGE, '$1"https://example.com/image.jpg"'));
}
const LOCAL_IMAGE =
  /("(?:(?:fallback_)?image_url|default|fallback)":\s*)"(?!https:|data:|\/api|\{\{|")[^"]+\.(?:png|jpg|webp|svg)"/g;
const REMOTE_IMAGE = /(?:_url|"default|"fallback)":"(?:https:|\/api)[^"]*"/g;
const examples = [...withTemplate("."), ...withTemplate("features")];

const CARD = { width: 1200, height: 630 };
const LARGE = { width: 5000, height: 5000 };
const layers = (count: number, layer: (index: number) => object) =>
  Array.from({ length: count }, (_, index) => ({ id: `l${index}`, ...layer(index) }));
const photo = { type: "image", ...LARGE, image_url: "https://example.com/photo.jpg" };
const headline = (index: number) => ({
  type: "text",
  text: `Headline number ${index}`,
  x: 300,
  y: index * 400,
  width: 3000,
  height: 300,
  font_size: 200,
});

describe("legitimate work", () => {
  test.each(examples)("the estimate of %s is well within the limits, and not heavy", (path) => {
    const [template, request] = [readExample(path, "template.json"), readExample(path, "request.json")];
    // A remote image counts as a typical photo, which takes three hundredths of the limit. The rest takes little. A
    // hundredth of the limit is for the startup work of a process at its first image.
    const remote = JSON.stringify([template, request]).match(REMOTE_IMAGE)?.length ?? 0;
    const cost = estimate(template, request as Request);
    expect(cost.cpuMs / MAX_RENDER_CPU_MS).toBeLessThan(0.14 + 0.04 * remote);
    expect(costIssues(cost)).toEqual([]);
    expect(isHeavy(cost)).toBe(false);
  });

  test("200 layers of plain text and shapes need less than a tenth of the limit", () => {
    const source = {
      ...CARD,
      layers: layers(200, (index) =>
        index % 2 === 0
          ? {
              type: "text",
              text: `Row ${index} of the table`,
              x: index,
              y: index * 3,
              width: 300,
              height: 40,
              font_size: 24,
            }
          : {
              type: "rectangle",
              x: index,
              y: index,
              width: 300,
              height: 200,
              background_color: "#0f172a",
              border_radius: 8,
            },
      ),
    };
    expect(estimate(source).cpuMs).toBeLessThan(MAX_RENDER_CPU_MS / 10);
  });

  test.each(PIXEL_FORMATS)("25 megapixels of one remote photo with ten texts as %s are within the limits", (format) => {
    const source = { ...LARGE, layers: layers(11, (index) => (index === 0 ? photo : headline(index))) };
    const cost = estimate(source, { format });
    expect(cost.cpuMs).toBeLessThan(MAX_RENDER_CPU_MS * 0.8);
    expect(costIssues(cost)).toEqual([]);
  });

  test("the image library counts for an image, for WebP and for AVIF, but not for PNG and JPEG", () => {
    const source = (more: object[]) => ({ width: 100, height: 80, layers: more });
    const small = { ...photo, id: "p", width: 10, height: 10, image_url: "data:image/png;base64,iVBORw0KGgo=" };
    const timesOf = (more: object[]) =>
      (["png", "jpg", "webp", "avif"] as const).map((format) => estimate(source(more), { format }).cpuMs);
    const [plain, withImage] = [timesOf([]), timesOf([small])];
    expect(plain.map((cpuMs) => cpuMs > 65)).toEqual([false, false, true, true]);
    expect(withImage.map((cpuMs) => cpuMs > 65)).toEqual([true, true, true, true]);
  });

  test("six remote photos on a card are within the limits", () => {
    const source = {
      ...CARD,
      layers: layers(6, (index) => ({
        type: "image",
        x: index * 190,
        width: 180,
        height: 300,
        image_url: `https://example.com/${index}.jpg`,
      })),
    };
    const cost = estimate(source);
    expect(cost.cpuMs).toBeLessThan(MAX_RENDER_CPU_MS * 0.8);
    expect(isHeavy(cost)).toBe(false);
  });
});

/** The cases whose estimate is over a limit. Without the limit, most take more than 10 s or 1.6 GB. */
const REFUSED = new Set([
  "20 shadows at 25 megapixels",
  "20 wide shadows at 25 megapixels",
  "200 shadowed ellipses",
  "20 translucent ellipses with wide spreads",
  "200 tall dotted lines",
  "200 automatic colors",
  "200 automatic colors at 25 megapixels",
  "20 enlarged images at 25 megapixels",
  "20 turned images at 25 megapixels",
  "200 shrunk and balanced texts",
  "20 texts of 9,900 Chinese characters",
  "200 stroked and shadowed texts",
  "SVG files with 50 blurs",
  "SVG files with 50 morphologies",
  "SVG files with 100 masks",
  "SVG files with dashes",
]);

/** The cases that are accepted. `npm run bench:cost` draws them, and compares their time with the estimate. */
const ACCEPTED = new Set([
  "200 dotted lines",
  "SVG files with long paths",
  "far-off shadow of a turned text",
  "20 filled ellipses with wide spreads",
  "200 gradients",
  "200 turned gradients",
  "200 QR codes",
  "200 barcodes",
  "a glyph of 32,000 points in 20 layers",
  "50 texts in an uploaded font at its limit",
  "200 faded clipped groups",
]);

describe("costly requests", () => {
  test.each([...REFUSED])("%s are refused before anything is written", (name) => {
    const { document, overrides } = COSTLY_CASES[name]?.() ?? { document: {} };
    const cost = estimate(document, { layers: overrides });
    const issues = costIssues(cost);
    expect(issues).not.toEqual([]);
    // The largest contributors are named with their share.
    expect(issues[0]).toMatchObject({
      // The frame and encoder of 25 megapixels take as long as one image of that size.
      path: expect.stringMatching(/^(template\.layers\[\d+\]|scale)$/),
      message: expect.stringMatching(/\d+ % (of it is )?for the layer at layers\[\d+\] \([^)]+\)/),
    });
  });

  test.each([...ACCEPTED])("%s is accepted", (name) => {
    const { document, overrides } = COSTLY_CASES[name]?.() ?? { document: {} };
    expect(costIssues(estimate(document, { layers: overrides }))).toEqual([]);
  });

  test("every costly case is known to be refused or accepted", () => {
    expect(Object.keys(COSTLY_CASES).sort()).toEqual([...REFUSED, ...ACCEPTED].sort());
  });

  test("an AVIF of 25 megapixels is refused because of its memory if it is translucent, and not if it is opaque", () => {
    const gradient = (color: string) => ({
      type: "linear-gradient",
      stops: [
        { color: "#000", position: 0 },
        { color, position: 1 },
      ],
    });
    const issuesOf = (background: unknown, side: number, transparent = false) =>
      costIssues(estimate({ width: side, height: side, background, layers: [] }, { format: "avif", transparent }));
    expect(issuesOf("#fff", 5000)).toEqual([]);
    expect(issuesOf(gradient("#fff"), 5000)).toEqual([]);
    expect(issuesOf("#ffffffee", 5000)[0]?.message).toContain("(translucent avif of 25.0 megapixels)");
    expect(issuesOf(gradient("#ffffff00"), 5000)[0]?.message).toContain("MB of memory");
    expect(issuesOf("#fff", 5000, true)[0]?.message).toContain("MB of memory");
    expect(issuesOf("#ffffffee", 4700)).toEqual([]);
  });

  test("a rotated layer that extends far beyond a picture of 25 megapixels is refused because of its memory", () => {
    const turned = { type: "rectangle", x: -5000, y: -5000, width: 16_000, height: 16_000, rotation: 10, opacity: 0.5 };
    const source = { ...LARGE, layers: [{ id: "a", ...turned, background_color: "#f00", border_width: 5 }] };
    const cost = estimate(source);
    expect(cost.memoryBytes).toBeGreaterThan(MAX_RENDER_MEMORY_BYTES);
    expect(costIssues(cost)[0]?.message).toContain("MB of memory");
  });

  test("a rotated shadow on a long and narrow picture is refused because the rasterizer needs a wide area for it", () => {
    const withShadow = (rotation: number, width = 8192, height = 3) => ({
      ...{ edition: 1, width, height },
      layers: [
        { id: "bar", type: "rectangle", width: 90, height: 1, rotation, shadow_color: "#000", shadow_blur: 0.001 },
      ],
    });
    const [level, turned] = [estimate(withShadow(0), { scale: 3 }), estimate(withShadow(118), { scale: 3 })];
    // 24,576 × 6,000 pixels of four bytes, and a copy.
    expect(turned.memoryBytes - level.memoryBytes).toBeGreaterThan(1_150_000_000);
    expect(costIssues(turned).map(({ path }) => path)).toEqual(["template.layers[0]"]);
    expect(costIssues(level)).toEqual([]);
    const usual = estimate(withShadow(118, 1200, 630)).memoryBytes - estimate(withShadow(0, 1200, 630)).memoryBytes;
    expect(usual).toBeLessThan(20_000_000);
  });

  test("a huge emoji on a long and narrow picture is refused because the rasterizer needs a wide area for it", () => {
    const withEmoji = (font_size: number) => ({
      width: 11,
      height: 8192,
      layers: [{ id: "ring", type: "text", text: "💍", width: 15, height: 200, font_size }],
    });
    const [small, huge] = [estimate(withEmoji(10), { scale: 4 }), estimate(withEmoji(500), { scale: 4 })];
    // 5,700 × 32,768 pixels of four bytes, and a copy.
    expect(huge.memoryBytes - small.memoryBytes).toBeGreaterThan(1_400_000_000);
    expect(costIssues(huge).map(({ path }) => path)).toEqual(["template.layers[0]"]);
    expect(costIssues(small)).toEqual([]);
  });
});

describe("the issues of a request that is too costly", () => {
  const blurred = {
    type: "rectangle",
    width: 3000,
    height: 3000,
    background_color: "#fff",
    shadow_color: "#000",
    shadow_blur: 40,
  };
  const source = {
    width: 3000,
    height: 3000,
    layers: [
      { id: "a", name: "hero", ...blurred },
      { id: "g", type: "group", children: layers(7, (index) => ({ ...blurred, id: `b${index}` })) },
      { id: "t", type: "text", text: "Small", width: 100, height: 40 },
    ],
  };

  test("the issues name the largest parts with their share and a remedy, and layers without a name by their place", () => {
    const issues = costIssues(estimate(source));
    expect(issues).toHaveLength(3);
    expect(issues.map(({ path }) => path)).toEqual([
      "layers.hero",
      "template.layers[1].children[0]",
      "template.layers[1].children[1]",
    ]);
    expect(issues[0]?.message).toMatch(
      /^The picture would take about \d+ s of processor time; at most 10 s are possible\. 1\d % of it is for the layer "hero" \(a blurred shadow\), 1\d % for the layer at layers\[1\]\.children\[0\] \(a blurred shadow\), 1\d % for the layer at layers\[1\]\.children\[1\] \(a blurred shadow\) and \d\d % for the rest\. Make several of these parts smaller, or leave some of them out\.$/,
    );
    expect(issues[1]?.message).toMatch(/^1\d % of the processor time of the picture is for the layer at layers\[1\]/);
    const shares = [...(issues[0]?.message ?? "").matchAll(/(\d+) %/g)].map(([, share]) => Number(share));
    expect(shares.reduce((sum, share) => sum + share, 0)).toBe(100);
    const [first] = source.layers;
    const named = costIssues(
      estimate({
        ...source,
        layers: Array.from({ length: 9 }, (_, index) => ({ ...first, id: `n${index}`, name: `n${index}` })),
      }),
    );
    expect(named[0]?.path).toMatch(/^layers\.n\d$/);
  });

  test("the issues have the paths of the document if the document itself is checked", () => {
    expect(costIssues(estimate(source), "document").map(({ path }) => path)).toContain("layers[1].children[1]");
  });

  test("the largest contributor is the size and format of the picture if they cost the most", () => {
    const cost = estimate({ ...LARGE, layers: [] }, { format: "avif" });
    expect(cost.contributors[0]).toMatchObject({ path: "output", reason: "avif of 25.0 megapixels" });
    expect(costIssues(cost)).toEqual([]);
  });

  test("the issues add up the copies of a repeat under the repeated layer", () => {
    const copied = { ...blurred, id: "copy", name: "copy", width: 900, height: 900 };
    const rows = Array.from({ length: 30 }, () => ({ a: "x" }));
    const items = { name: "items", type: "list", fields: [{ name: "a", type: "string" }], default: rows };
    const group = { id: "g", type: "group", layout: "row", repeat: "items", children: [copied] };
    const cost = estimate({ width: 3000, height: 3000, variables: [items], layers: [group] });
    expect(cost.contributors.filter(({ path }) => path === "layers[0].children[0]")).toHaveLength(1);
    expect(cost.contributors[0]).toMatchObject({ path: "layers[0].children[0]", name: "copy" });
  });
});

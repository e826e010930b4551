/** Tests what photos cost, and what would help a picture that takes too long. */
import { describe, expect, test } from "@jest/globals";
import sharp from "sharp";
import { checkTemplateDocument } from "../../src/document/check-template-document.js";
import { expandLayers } from "../../src/document/expand-layers.js";
import { outputSchema } from "../../src/document/output.js";
import { checkCost } from "../../src/estimate/check-cost.js";
import { MAX_RENDER_CPU_MS } from "../../src/estimate/cost-limits.js";
import type { KnownImages } from "../../src/estimate/image-work.js";
import type { ImageFacts } from "../../src/image-headers/decoding-work.js";
import { IMAGE_FORMATS } from "../../src/formats/registry.js";
import { estimate, type Request } from "./support.js";

const photo = (id: number, box: object) => ({
  ...{ type: "image", id: `p${id}`, name: `photo ${id}`, image_url: `https://example.com/${id}.jpg` },
  ...box,
});
const JPEG: ImageFacts = { type: "image/jpeg", width: 6144, height: 4096, bytes: 7_500_000, isProgressive: false };

function cost(source: unknown, request: Request = {}, images: KnownImages = {}) {
  const checked = checkTemplateDocument(source);
  if ("issues" in checked) throw new Error(JSON.stringify(checked.issues));
  const { document } = checked;
  const output = outputSchema.parse(request);
  return checkCost({ document, expansion: expandLayers(document, request), output, options: { images } });
}

/** An A4 page at 150 pixels per inch, with five photos. */
const SHEET = {
  ...{ width: 1240, height: 1754 },
  layers: [
    photo(0, { width: 1240, height: 700 }),
    ...[1, 2, 3].map((id) => photo(id, { x: 390 * id - 350, y: 740, width: 370, height: 260, border_radius: 12 })),
    photo(4, { x: 1000, y: 1500, width: 96, height: 96, border_radius: 48 }),
  ],
};
/** Ten photos that cover 25 megapixels. */
const WALL = {
  ...{ width: 5000, height: 5000 },
  layers: Array.from({ length: 10 }, (_, id) =>
    photo(id, { x: (id % 2) * 2500, y: Math.floor(id / 2) * 1000, width: 2500, height: 1000 }),
  ),
};

describe("photos at print size", () => {
  test.each(IMAGE_FORMATS)(
    "a property sheet with five photos is accepted at 300 pixels per inch as %s, whatever is known about them",
    (format) => {
      expect(cost(SHEET, { format, scale: 2 }).issues).toEqual([]);
      expect(cost(SHEET, { format, scale: 2 }, { factsOf: () => JPEG }).issues).toEqual([]);
    },
  );

  test.each(["png", "jpg", "webp", "avif"] as const)(
    "ten photos of 25 megapixels each on a picture of 25 megapixels are accepted as %s",
    (format) => {
      expect(cost(WALL, { format }, { factsOf: () => JPEG }).issues).toEqual([]);
    },
  );

  test("twenty photos of unknown size in the size of an avatar are accepted", () => {
    const avatars = Array.from({ length: 20 }, (_, id) => photo(id, { width: 96, height: 96, border_radius: 48 }));
    expect(cost({ width: 1200, height: 630, layers: avatars }).issues).toEqual([]);
  });

  test("a small image in a data URI costs nearly nothing in every format", async () => {
    const avatar = sharp({ create: { width: 96, height: 96, channels: 3, background: "#36c" } });
    const withAvatar = (image_url: string) => {
      const layer = { type: "image", id: "a", width: 96, height: 96, image_url };
      return estimate({ width: 400, height: 300, layers: [layer] }).cpuMs;
    };
    const files = await Promise.all(
      (["png", "jpeg", "webp", "avif", "gif"] as const).map(async (format) => {
        const file = await avatar.clone().toFormat(format).toBuffer();
        return `data:image/${format};base64,${file.toString("base64")}`;
      }),
    );
    const invalid = withAvatar("data:image/png;base64,iVBORw0KGgo=");
    for (const file of files) expect(invalid - withAvatar(file)).toBeGreaterThan(290);
  });

  test("an image costs more if it is progressive, if it has more bytes, and as AVIF", () => {
    const ms = (change: Partial<ImageFacts>) =>
      cost(SHEET, {}, { factsOf: () => ({ ...JPEG, ...change }) }).estimate.cpuMs;
    expect(ms({ isProgressive: true })).toBeGreaterThan(1.5 * ms({}));
    expect(ms({ bytes: 20_000_000 })).toBeGreaterThan(1.2 * ms({}));
    expect(ms({ type: "image/avif" })).toBeGreaterThan(3 * ms({}));
  });
});

describe("what would help a picture that takes too long", () => {
  const SHADOW = { shadow_color: "#000", shadow_blur: 40 };
  const shape = (id: number, width: number, height: number) => ({
    ...{ type: "ellipse", id: `e${id}`, name: `shape ${id}`, width, height, background_color: "#f00", ...SHADOW },
  });

  test("a smaller scale is proposed with the time that it takes", () => {
    const source = { width: 2000, height: 1500, layers: [1, 2, 3].map((id) => shape(id, 1900, 1400)) };
    const [issue] = cost(source, { scale: 2 }).issues;
    const [, seconds, scale] = /about (\d+\.\d) s with scale (\S+?)[ ,]/.exec(issue?.message ?? "") ?? [];
    const proposed = estimate(source, { scale: Number(scale) });
    expect(proposed.cpuMs / 1000).toBeCloseTo(Number(seconds), 1);
    expect(proposed.cpuMs).toBeLessThanOrEqual(MAX_RENDER_CPU_MS);
    // The next larger scale does not help.
    expect(estimate(source, { scale: Number(scale) + 0.25 }).cpuMs).toBeGreaterThan(MAX_RENDER_CPU_MS);
  });

  test("smaller images are proposed only if they help", () => {
    const large = { factsOf: () => ({ ...JPEG, type: "image/avif", bytes: 12_000_000 }) as const };
    const message = (source: object, images: KnownImages) => cost(source, {}, images).issues[0]?.message ?? "";
    expect(message(WALL, large)).toMatch(/with images of at most (12|6|3) megapixels/);
    expect(message(WALL, large)).not.toContain("uploaded");
    const shadows = { width: 3000, height: 3000, layers: [1, 2, 3, 4, 5, 6, 7, 8].map((id) => shape(id, 2900, 2900)) };
    expect(message({ ...shadows, layers: [...shadows.layers, photo(0, { width: 96, height: 96 })] }, {})).not.toContain(
      "images of",
    );
  });

  test("smaller uploads are proposed for images whose size is not known, because a smaller remote image costs the same", () => {
    const more = Array.from({ length: 9 }, (_, id) => photo(20 + id, { width: 5000, height: 1900 }));
    const source = { ...WALL, layers: [...WALL.layers, ...more] };
    const [issue] = cost(source, {}).issues;
    const [, seconds, megapixels] =
      /(\d\.\d) s with uploaded images of at most (\d+) mega/.exec(issue?.message ?? "") ?? [];
    const side = Math.sqrt(Number(megapixels) * 1e6);
    // An upload of this size in an unusually costly form.
    const upload = { ...JPEG, width: side, height: side, isProgressive: true, bytes: 0.4 * side ** 2 };
    const then = cost(source, {}, { factsOf: () => upload });
    expect(then.issues).toEqual([]);
    expect(then.estimate.cpuMs / 1000).toBeCloseTo(Number(seconds), 1);
  });

  test("the fewest layers whose absence helps are named, and a single one by its name", () => {
    const [small, large] = [shape(1, 300, 300), shape(2, 4000, 3900)];
    const message = (...layers: object[]) => cost({ width: 4000, height: 4000, layers }).issues[0]?.message ?? "";
    const five = Array.from({ length: 5 }, (_, id) => shape(id + 10, 2600, 2600));
    expect(message(small, large, ...five.slice(0, 2))).toMatch(/s without the layer "shape 2"\.$/);
    expect(
      message(...five, ...five.map((layer) => ({ ...layer, id: `${layer.id}x`, name: `${layer.name}x` }))),
    ).toMatch(/s without the \d layers that take the most\.$/);
  });

  test("another format is proposed if its encoder makes the difference", () => {
    const gradient = {
      type: "linear-gradient",
      stops: [
        { color: "#0000", position: 0 },
        { color: "#fff", position: 1 },
      ],
    };
    const source = { width: 5000, height: 5000, background: gradient, layers: [] };
    const [issue] = cost(source, { format: "avif" }).issues;
    expect(issue?.path).toBe("scale");
    expect(issue?.message).toMatch(/It would take about \d+ MB with scale 0\.75 or \d+ MB as png\.$/);
  });
});

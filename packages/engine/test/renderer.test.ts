import { describe, expect, jest, test } from "@jest/globals";
import { Renderer } from "../src/renderer/renderer.js";
import { testContext } from "./support.js";

const shape = { type: "rectangle", x: 10, y: 10, width: 30, height: 30, background_color: "#f00" } as const;
const document = {
  width: 100,
  height: 80,
  layers: [
    { ...shape, id: "ground" },
    { ...shape, id: "a", name: "a", x: 30 },
    { ...shape, id: "above", x: 40, y: 30, background_color: "rgba(0, 0, 255, 0.5)" },
    { id: "t", name: "t", type: "text", x: 5, y: 40, width: 90, height: 30, text: "Text", font_size: 20 },
  ],
};
const requests = [
  {},
  { layers: { a: { background_color: "#0f0" } } },
  { layers: { a: { hide: true }, t: { text: "Other" } } },
  { layers: { a: { x: 60, rotation: 30 } } },
  {},
];

describe("a renderer with caches", () => {
  test("a renderer gives the same bytes whatever it rendered before", async () => {
    const cached = new Renderer(testContext());
    for (const request of requests) {
      const again = await cached.render(document, request, { version: "1" });
      const fresh = await new Renderer(testContext()).render(document, request);
      expect(Buffer.from(again.bytes).equals(Buffer.from(fresh.bytes))).toBe(true);
    }
  });

  test.each(
    [0.33, 1, 2.5, 4].flatMap((scale) => [{ scale, format: "png" } as const, { scale, format: "jpg" } as const]),
  )(
    "a $format at scale $scale has the same bytes after renders of other formats and texts",
    async ({ scale, format }) => {
      const cached = new Renderer(testContext());
      const clear = { ...document, background: "rgba(0, 0, 0, 0)" };
      for (const request of requests) {
        const changed = { ...request, scale };
        await cached.render(clear, { ...changed, format: "jpg" }, { version: "1" });
        await cached.render(clear, { ...changed, format, layers: { t: { text: "Between" } } }, { version: "1" });
        await cached.render(clear, { ...changed, format: "png", layers: { t: { text: "More" } } }, { version: "1" });
        const again = await cached.render(clear, { ...changed, format }, { version: "1" });
        const fresh = await new Renderer(testContext()).render(clear, { ...changed, format });
        expect(Buffer.from(again.bytes).equals(Buffer.from(fresh.bytes))).toBe(true);
      }
    },
  );

  test("renders of one version in different languages show different numbers", async () => {
    const text = "{{price | number: 2}}";
    const localized = {
      ...document,
      variables: [{ name: "price", type: "number", default: 1234.5 }],
      layers: [{ id: "t", type: "text", x: 0, y: 0, width: 100, height: 30, text }],
    };
    const renderer = new Renderer(testContext());
    const pictures = [];
    for (const locale of ["en", "de", "en"]) {
      pictures.push((await renderer.render(localized, { locale }, { version: "1" })).bytes);
    }
    const [first, second, third] = pictures.map((bytes) => Buffer.from(bytes).toString("base64"));
    expect(second).not.toBe(first);
    expect(third).toBe(first);
  });

  test("simultaneous renders of one version do not paint over each other", async () => {
    const renderer = new Renderer(testContext());
    const alone = await Promise.all(requests.map((request) => new Renderer(testContext()).render(document, request)));
    const together = await Promise.all(requests.map((request) => renderer.render(document, request, { version: "1" })));
    expect(together.map(({ bytes }) => Buffer.from(bytes).toString("base64"))).toEqual(
      alone.map(({ bytes }) => Buffer.from(bytes).toString("base64")),
    );
  });

  test("renders of one version at different scales have their own sizes", async () => {
    const renderer = new Renderer(testContext());
    const sizes = [];
    for (const scale of [1, 2, 1]) sizes.push((await renderer.render(document, { scale }, { version: "1" })).width);
    expect(sizes).toEqual([100, 200, 100]);
  });

  test("a template version is compiled once for each scale up to 4, and not again by later renders", async () => {
    let compilations = 0;
    // The process of the tests holds more memory than a function has.
    const residentBytes = () => 400 * 2 ** 20;
    const options = { memoryBytes: 1769 * 2 ** 20, residentBytes, onCompile: () => (compilations += 1) };
    const renderer = new Renderer(testContext(), options);
    const card = { ...document, width: 1200, height: 630 };
    const counts = [];
    for (const text of ["first", "second", "third"]) {
      for (const scale of [0.1, 1, 2, 4]) {
        await renderer.render(card, { scale, format: "jpg", layers: { t: { text } } }, { version: "1" });
      }
      counts.push(compilations);
    }
    expect(counts).toEqual([4, 4, 4]);
  });

  test("a renderer outside of a function keeps its templates however much memory the process holds", async () => {
    const held = jest.spyOn(process.memoryUsage, "rss").mockReturnValue(8 * 2 ** 30);
    let compilations = 0;
    const renderer = new Renderer(testContext(), { onCompile: () => (compilations += 1) });
    for (let count = 0; count < 3; count++) await renderer.render(document, {}, { version: "1" });
    held.mockRestore();
    expect(compilations).toBe(1);
  });

  test("a renderer with little memory renders the same pictures", async () => {
    const small = new Renderer(testContext(), { memoryBytes: 1 });
    for (const request of requests) {
      const one = await small.render(document, request, { version: "1" });
      const other = await new Renderer(testContext()).render(document, request);
      expect(Buffer.from(one.bytes).equals(Buffer.from(other.bytes))).toBe(true);
    }
  });

  test("layers far outside the picture, with clips and shadows, do not abort the process", async () => {
    const far = { ...shape, x: 9000, opacity: 0.5, shadow_color: "#000", shadow_blur: 10, border_radius: 5 };
    const layers = [
      { ...far, id: "far" },
      { ...far, id: "turned", x: -9000, rotation: 45 },
      { ...far, id: "thrown", x: 99.9, shadow_x: -1000, shadow_y: 1000 },
      { ...far, id: "sliver", x: 99.5, y: -500, height: 501 },
    ];
    const { warnings } = await new Renderer(testContext()).render({ width: 100, height: 80, layers }, {});
    expect(warnings).toEqual([]);
  });
});

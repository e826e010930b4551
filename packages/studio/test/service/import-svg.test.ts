import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { openCanvas } from "../support/canvas.js";
import { openPage, type TestPage } from "../support/page.js";
import { openService, type TestService } from "../support/service.js";

const PNG = Buffer.from("89504e470d0a1a0a0000000d4948445200000002000000020806000000", "hex");
const JPEG = Buffer.from("ffd8ffe000104a46494600010100000100010000", "hex");

let page: TestPage;
let service: TestService;

beforeEach(() => {
  page = openPage();
  service = openService();
});
afterEach(() => {
  service.close();
  page.close();
});

/** Measures texts in place of the service: each letter is 10 pixels wide. */
function measuring() {
  const bodies: {
    readonly document: { readonly layers: readonly { readonly id: string; readonly text: string }[] };
  }[] = [];
  service.on("POST /templates/preview", ({ body, headers }) => {
    expect(headers.get("accept")).toBe("application/json");
    bodies.push(body as (typeof bodies)[number]);
    // The order of the layers does not matter.
    const layers = (bodies.at(-1)?.document.layers ?? []).toReversed();
    return {
      layers: layers.map(({ id, text }) => ({
        layerId: id,
        box: { y: 3, height: 24 },
        text: { lines: text.split("\n").map((line) => ({ width: line.length * 10, baseline: 21 })) },
      })),
    };
  });
  return bodies;
}

describe("the texts of an SVG", () => {
  test("are measured by the service, in the order in which they are asked for", async () => {
    const bodies = measuring();
    const { measureTexts } = await import("../../src/service/import-svg/measure-texts.js");
    const measured = await measureTexts([
      { text: "Tea", font_size: 20 },
      { text: "Black\ncoffee", font_size: 30 },
    ]);
    expect(measured).toEqual([
      { widths: [30], height: 24, baseline: 18 },
      { widths: [50, 60], height: 24, baseline: 18 },
    ]);
    expect(bodies).toEqual([
      {
        document: {
          width: 8192,
          height: 1,
          layers: [
            { id: "t0", type: "text", x: 0, y: 0, text: "Tea", font_size: 20 },
            { id: "t1", type: "text", x: 0, y: 0, text: "Black\ncoffee", font_size: 30 },
          ],
        },
        scale: 0.05,
        format: "png",
      },
    ]);
  });

  test("are sent in parts, because a document has at most 200 layers", async () => {
    const bodies = measuring();
    const { measureTexts } = await import("../../src/service/import-svg/measure-texts.js");
    const measured = await measureTexts(Array.from({ length: 401 }, (_, index) => ({ text: "x".repeat(index + 1) })));
    expect(bodies.map(({ document }) => document.layers.length)).toEqual([200, 200, 1]);
    expect([0, 199, 200, 399, 400].map((index) => measured[index]?.widths[0])).toEqual([10, 2000, 2010, 4000, 4010]);
  });

  test.each([
    ["a text", { layers: [] }],
    ["its lines", { layers: [{ layerId: "t0", box: { y: 0, height: 9 }, text: { lines: [] } }] }],
    ["its measures", { layers: [{ layerId: "t0", box: { y: 0, height: 9 } }] }],
  ])("are not imported if the service leaves out %s", async (_what, response) => {
    service.on("POST /templates/preview", () => response);
    const { measureTexts } = await import("../../src/service/import-svg/measure-texts.js");
    await expect(measureTexts([{ text: "Tea" }])).rejects.toThrow("The service did not measure the texts of the SVG.");
  });
});

describe("an SVG file", () => {
  const svgOf = (content: string) =>
    `<svg xmlns="http://www.w3.org/2000/svg" width="400" height="200">\n${content}\n</svg>`;
  const imageOf = (type: string, bytes: Buffer, x = 0) =>
    `<image x="${x}" width="40" height="40" href="data:image/${type};base64,${bytes.toString("base64")}"/>`;

  /** A storage that keeps what is uploaded. Returns the announced files, and the largest number sent at once. */
  function storing() {
    const files: unknown[] = [];
    let running = 0;
    const most = { running: 0 };
    service.on("POST /uploads", ({ body }) => {
      files.push(body);
      const id = `u${files.length}`;
      return { id, method: "PUT", url: `https://storage.example.com/${id}`, headers: {} };
    });
    service.on("PUT /{id}", async () => {
      running++;
      most.running = Math.max(most.running, running);
      for (let turn = 0; turn < 20; turn++) await new Promise<void>((resolve) => setImmediate(resolve));
      running--;
      return new Response(null);
    });
    service.on("GET /uploads/{id}", ({ path }) => ({ path: `${path}/file`, state: "ready" }));
    return { files, most };
  }

  /** Finds all values of a key in a document. */
  const valuesOf = (document: unknown, key: string): string[] =>
    [...JSON.stringify(document).matchAll(new RegExp(`"${key}":"([^"]*)"`, "g"))].map(([, value = ""]) => value);

  test("becomes a template whose images are uploads", async () => {
    const { files, most } = storing();
    const { importSvgFile } = await import("../../src/service/import-svg/import-svg-file.js");
    const images = Array.from({ length: 6 }, (_, index) =>
      imageOf("png", Buffer.concat([PNG, Buffer.from([index])]), index * 50),
    );
    const imported = await importSvgFile(svgOf(images.join("\n")), "Card");
    expect(imported.document).toMatchObject({ name: "Card", width: 400, height: 200 });
    expect(valuesOf(imported.document, "image_url")).toHaveLength(6);
    expect(valuesOf(imported.document, "image_url").toSorted()).toEqual([
      "/uploads/u1/file",
      "/uploads/u2/file",
      "/uploads/u3/file",
      "/uploads/u4/file",
      "/uploads/u5/file",
      "/uploads/u6/file",
    ]);
    expect(files[0]).toMatchObject({ contentType: "image/png", bytes: 30 });
    expect((files[0] as { readonly filename: string }).filename).not.toContain("/");
    expect(most.running).toBe(4);
    expect(imported.layerCount).toBe(6);
    expect(imported.notes).toEqual([]);
  });

  test("keeps the type of its photos", async () => {
    const { files } = storing();
    const { importSvgFile } = await import("../../src/service/import-svg/import-svg-file.js");
    await importSvgFile(svgOf(imageOf("jpeg", JPEG)), "Card");
    expect(files).toMatchObject([{ contentType: "image/jpeg" }]);
  });

  test.each([
    ["a PNG, which not every browser turns into a JPEG again", [0x89, 0x50], "image/png"],
    ["bytes that only begin like a PNG", [0x89, 0x51], "image/jpeg"],
    ["bytes that only continue like a PNG", [0x88, 0x50], "image/jpeg"],
  ])("has a mirrored photo that is %s", async (_what, bytes, contentType) => {
    const { close } = openCanvas({ bytes });
    const { files } = storing();
    const { importSvgFile } = await import("../../src/service/import-svg/import-svg-file.js");
    await importSvgFile(svgOf(`<g transform="matrix(-1 0 0 1 100 0)">${imageOf("jpeg", JPEG)}</g>`), "Card");
    close();
    expect(files).toMatchObject([{ contentType }]);
  });

  test("says with its line what is not kept, and once for each file that it links to", async () => {
    storing();
    const { importSvgFile } = await import("../../src/service/import-svg/import-svg-file.js");
    const link = '<image width="40" height="40" href="photos/tea.png"/>';
    const { notes } = await importSvgFile(
      `\n${svgOf(`${link}\n${link}\n<rect width="9" height="9" filter="url(#none)" style="mix-blend-mode: hue"/>`)}`,
      "Card",
    );
    const linked = notes.filter(({ message }) => message.includes("photos/tea.png"));
    expect(linked).toEqual([
      {
        message:
          "The SVG links to the file photos/tea.png, which a page cannot read. A gray picture is in its place. Embed the images and export again, or choose an image.",
        line: undefined,
      },
    ]);
    expect(notes.filter(({ line }) => line !== undefined).map(({ line }) => line)).toContain(5);
  });

  test.each([
    ["<svg", /^The SVG cannot be read\./],
    ['<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20">\n\n<rect></circle></svg>', /Line 3: .+\.$/],
  ])("that cannot be read is refused in a sentence: %j", async (text, message) => {
    const { importSvgFile } = await import("../../src/service/import-svg/import-svg-file.js");
    await expect(importSvgFile(text, "Card")).rejects.toThrow(message);
  });

  test("is not imported if the service refuses something", async () => {
    service.on("POST /uploads", () => Response.json({ error: "It is full.", code: "LIMIT" }, { status: 409 }));
    const { importSvgFile } = await import("../../src/service/import-svg/import-svg-file.js");
    await expect(importSvgFile(svgOf(imageOf("png", PNG)), "Card")).rejects.toThrow("It is full.");
  });
});

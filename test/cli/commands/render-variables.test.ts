import { join } from "node:path";
import { expect, test } from "@jest/globals";
import { makeFolder, makePng, pixelAt, run } from "../support.js";

/** A document whose only layer has the color of a variable. */
const DOCUMENT = {
  width: 10,
  height: 10,
  variables: [
    { name: "accent", type: "color", required: true, default: "#0000ff" },
    { name: "share", type: "number", min: 0, max: 1, default: 1 },
    { name: "plan", type: "enum", choices: ["basic", "pro"] },
  ],
  layers: [
    {
      ...{ id: "r", type: "rectangle", x: 0, y: 0, width: "{{ share * 10 }}", height: 10 },
      background_color: "{{ plan == 'pro' ? accent : '#000000' }}",
    },
  ],
};

test("--var sets variables as text, in place of the values of the request", async () => {
  const folder = makeFolder({
    "card.json": DOCUMENT,
    "request.json": { variables: { accent: "#ff0000", plan: "basic" } },
  });
  const set = ["--var", "plan=pro", "--var", "share=0.5"];
  const { code } = await run(folder, "render", "card.json", "-d", "request.json", ...set);
  expect(code).toBe(0);
  const picture = join(folder, "card.png");
  expect([await pixelAt(picture, 2, 5), await pixelAt(picture, 7, 5)]).toEqual([
    [255, 0, 0, 255],
    [255, 255, 255, 255],
  ]);
});

test("a local render uses the defaults of required variables", async () => {
  const folder = makeFolder({ "card.json": DOCUMENT });
  await run(folder, "render", "card.json", "--var", "plan=pro");
  expect(await pixelAt(join(folder, "card.png"), 5, 5)).toEqual([0, 0, 255, 255]);
});

test("an image variable shows an upload or an address, and its fallback in place of an unavailable image or none", async () => {
  const upload = (last: number) => `11111111-2222-4333-8444-00000000000${last}`;
  const pathOf = (last: number) => `/api/v1/uploads/${upload(last)}/file`;
  const folder = makeFolder({
    "card.json": {
      ...{ width: 10, height: 10, variables: [{ name: "photo", type: "image", fallback: pathOf(1) }] },
      layers: [{ id: "p", type: "image", x: 0, y: 0, width: 10, height: 10, image_url: "{{ photo }}" }],
    },
    [`files/${upload(1)}.png`]: await makePng("#00ff00"),
    [`files/${upload(2)}.png`]: await makePng("#0000ff"),
  });
  const colorOf = async (photo: string) => {
    const { code } = await run(folder, "render", "card.json", "-u", "files", "--var", `photo=${photo}`);
    return code === 0 ? await pixelAt(join(folder, "card.png"), 5, 5) : code;
  };
  expect(await colorOf(pathOf(2))).toEqual([0, 0, 255, 255]);
  expect(await colorOf(`data:image/png;base64,${(await makePng("#ff0000")).toString("base64")}`)).toEqual([
    255, 0, 0, 255,
  ]);
  expect(await colorOf("data:image/png;base64,bm8gcGljdHVyZQ==")).toEqual([0, 255, 0, 255]);
  expect(await colorOf("")).toEqual([0, 255, 0, 255]);
  expect(await colorOf("photo.png")).toBe(1);
});

test("an issue of such a value names the option", async () => {
  const folder = makeFolder({ "card.json": DOCUMENT });
  const { code, errors } = await run(folder, "render", "card.json", "--var", "plan=por", "--var", "titel=A");
  expect(code).toBe(1);
  expect(errors).toContain('--var plan: It must be "basic" or "pro". Did you mean "pro"?');
  expect(errors).toContain('--var titel: There is no variable "titel"');
});

test.each([
  [["--var", "plan"], "--var must be a name and a value, such as title=Hello, not plan."],
  [["--var", "=pro"], "--var must be a name and a value, such as title=Hello, not =pro."],
  [["--var", "plan=pro", "--var", "plan=basic"], "--var sets plan twice."],
])("%j is a wrong command line", async (options, message) => {
  const { code, errors } = await run(makeFolder({ "card.json": DOCUMENT }), "render", "card.json", ...options);
  expect(code).toBe(2);
  expect(errors).toContain(message);
});

import { describe, expect, test } from "@jest/globals";
import sharp from "sharp";
import { previewBodySchema } from "../../core/contract/templates-api.js";
import { bytesOf, errorOf } from "./responses.js";
import { useService } from "./use-service.js";

const { service } = useService();
const JSON_TYPE = "application/json";

async function preview(path: string, body: object, accept = "*/*"): Promise<Response> {
  return await service.call(`/api/v1/templates/${path}`, {
    method: "POST",
    headers: { "content-type": JSON_TYPE, accept },
    body: JSON.stringify(body),
  });
}
const ofDocument = (document: object, more: object = {}, accept?: string) =>
  preview("preview", { document, ...more }, accept);

describe("previews with their layout", () => {
  const block = { type: "rectangle", y: 20, width: 60, height: 40 };
  const document = {
    width: 400,
    height: 200,
    layers: [
      { ...block, id: "low", x: 20, background_color: "#ff0000" },
      { ...block, id: "middle", x: 60, background_color: "#00ff0080", rotation: 30 },
      { id: "words", type: "text", x: 10, y: 100, width: 300, height: 60, text: "A few words", font_size: 30 },
    ],
  };

  test("a caller that accepts JSON gets the same picture with the layout of its layers", async () => {
    const picture = await bytesOf(await ofDocument(document, {}, "image/png"));
    const response = await ofDocument(document, {}, JSON_TYPE);
    const headers = ["content-type", "cache-control"].map((name) => response.headers.get(name));
    expect([response.status, ...headers]).toEqual([200, "application/json; charset=utf-8", "no-store"]);
    const body = previewBodySchema.parse(await response.json());
    expect(Buffer.from(body.image.base64, "base64").equals(picture)).toBe(true);
    expect(body).toMatchObject({
      image: { contentType: "image/png", width: 400, height: 200 },
      width: 400,
      warnings: [],
    });
    expect(body.layers.map(({ id, box, rotation }) => [id, box.x, rotation])).toEqual([
      ["low", 20, 0],
      ["middle", 60, 30],
      ["words", 10, 0],
    ]);
    expect(body.layers[2]?.text?.lines).toEqual([expect.objectContaining({ start: 0, end: 11 })]);
    expect(body.parts).toBeUndefined();
  });

  test("a preview of a stored template has the layout of the request's values", async () => {
    const layers = { title: { text: "Grace" } };
    const response = await preview(`${service.template("Open Graph card")}/preview`, { scale: 0.5, layers }, JSON_TYPE);
    const body = previewBodySchema.parse(await response.json());
    expect(body).toMatchObject({ image: { width: 600, height: 315 }, width: 1200, height: 630 });
    expect(body.layers.find(({ name }) => name === "title")?.text?.text).toBe("Grace");
  });

  test("the parts of a layer, drawn one over the other, are the picture", async () => {
    const parts = { layers: ["middle"] };
    const body = previewBodySchema.parse(await (await ofDocument(document, { parts }, JSON_TYPE)).json());
    const fileOf = (part: { base64: string } | null | undefined) => Buffer.from(part?.base64 ?? "", "base64");
    const { below, chosen, above } = body.parts ?? {};
    const over = [chosen, above].map((part) => ({ input: fileOf(part), left: part?.x ?? 0, top: part?.y ?? 0 }));
    const composed = await sharp(fileOf(below)).composite(over).removeAlpha().raw().toBuffer();
    const whole = await sharp(fileOf(body.image)).removeAlpha().raw().toBuffer();
    const largest = whole.reduce((most, value, index) => Math.max(most, Math.abs(value - (composed[index] ?? 0))), 0);
    expect(largest).toBeLessThanOrEqual(2);
  });

  test("a layer that cannot be moved alone has no parts, and the response says why", async () => {
    const hugging = { ...document, height: "hug", max_height: 300 };
    const response = await ofDocument(hugging, { parts: { layers: ["low"] } }, JSON_TYPE);
    expect(await response.json()).toMatchObject({ parts: null, partsRefusal: "AUTOMATIC_LAYOUT" });
  });

  test("parts without a JSON response are refused", async () => {
    expect(await errorOf(await ofDocument(document, { parts: { layers: ["low"] } }))).toMatchObject({
      status: 422,
      details: { issues: [{ path: "parts", message: expect.stringContaining("Accept: application/json") }] },
    });
  });
});

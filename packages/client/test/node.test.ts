import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "@jest/globals";
import { ImageRenderError } from "../src/index.js";
import { saveTo, uploadFile } from "../src/node.js";
import { clientWith, json } from "./given-fetch.js";

const folder = mkdtempSync(join(tmpdir(), "test-client-node-"));
afterAll(() => rmSync(folder, { recursive: true }));

const announced = json(201, { id: "u", method: "PUT", url: "https://bucket.example.com/u", headers: {} });
const ready = json(200, { id: "u", state: "ready" });

describe("a file of this machine", () => {
  test("is uploaded with its name and the type of its extension", async () => {
    const path = join(folder, "Logo.PNG");
    writeFileSync(path, "picture");
    const { client, requests } = clientWith([announced, new Response(null), ready]);
    await expect(uploadFile(client, path)).resolves.toMatchObject({ state: "ready" });
    const facts = { contentType: "image/png", bytes: 7, filename: "Logo.PNG" };
    expect(JSON.parse(requests[0]?.body ?? "")).toEqual(facts);
    expect(requests[1]?.body).toBe("picture");
  });

  test("is refused if neither its extension nor the caller tells its type", async () => {
    const path = join(folder, "logo");
    writeFileSync(path, "picture");
    const { client, requests } = clientWith([announced, new Response(null), ready]);
    await expect(uploadFile(client, path)).rejects.toBeInstanceOf(ImageRenderError);
    expect(requests).toHaveLength(0);
    await expect(uploadFile(client, path, { contentType: "image/png" })).resolves.toBeDefined();
  });
});

describe("a response", () => {
  test("is saved as a file", async () => {
    const path = join(folder, "card.png");
    await saveTo(path, new Response("picture"));
    expect(readFileSync(path, "utf8")).toBe("picture");
  });

  test("that ends early leaves the earlier file as it is, and no part of a new one", async () => {
    const path = join(folder, "kept.png");
    writeFileSync(path, "earlier");
    const body = new ReadableStream({
      pull(controller) {
        controller.enqueue(new TextEncoder().encode("pic"));
        controller.error(new TypeError("terminated"));
      },
    });
    await expect(saveTo(path, new Response(body))).rejects.toThrow("terminated");
    expect(readFileSync(path, "utf8")).toBe("earlier");
    expect(readdirSync(folder).filter((name) => name.endsWith(".part"))).toEqual([]);
  });
});

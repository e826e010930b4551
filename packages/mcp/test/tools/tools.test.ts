import { describe, expect, test } from "@jest/globals";
import type { RenderService } from "../../src/service/render-service.js";
import type { Scope } from "../../src/service/scope.js";
import { callTool } from "../../src/server/call-tool.js";
import { TOOLS, toolsFor } from "../../src/tools/tools.js";
import { DOCUMENT, fakeService, type FakeService, JOB, refusal, RENDER, TEMPLATE } from "../fake-service.js";

const BOTH: readonly Scope[] = ["render", "templates"];

/** Calls a tool as the server does: with its input parsed by its schema. */
async function call(name: string, input: object, service: FakeService = fakeService(), scopes = BOTH) {
  const tool = TOOLS.find((one) => one.name === name);
  if (tool === undefined) throw new Error(`There is no tool ${name}.`);
  const result = await callTool(tool, tool.input.parse(input), { service, scopes, remainingWaitSeconds: () => 25 });
  const { content, structuredContent, isError = false } = result;
  const texts = content.flatMap((part) => (part.type === "text" ? part.text : []));
  return { content, texts, data: structuredContent as Record<string, unknown>, isError, service };
}

const argsOf = ({ calls }: FakeService, method: string) =>
  calls.filter((one) => one.method === method).map(({ args }) => args);

describe("the list of tools", () => {
  test("a key sees only the tools that its scopes allow", () => {
    const namesFor = (...scopes: Scope[]) => toolsFor(scopes).map(({ name }) => name);
    expect(namesFor("admin")).toEqual(["get_usage", "search_docs"]);
    expect(namesFor("templates")).toEqual(
      expect.arrayContaining(["preview", "create_template", "update_template", "get_template"]),
    );
    expect(namesFor("templates")).not.toContain("render");
    expect(namesFor("render")).toEqual(expect.arrayContaining(["render", "sign_urls", "get_template_schema"]));
    expect(namesFor("render")).not.toContain("preview");
  });

  test("tools that change nothing say so, and only update_template replaces something", () => {
    const names = (effect: string) => TOOLS.filter((tool) => tool.effect === effect).map(({ name }) => name);
    expect(names("change")).toEqual(["update_template"]);
    expect(names("create")).toEqual(["create_template", "render", "render_batch", "sign_urls", "resend_webhook"]);
  });
});

describe("reading a template", () => {
  test("get_template_schema returns names first, and then the attributes of one layer", async () => {
    const { data } = await call("get_template_schema", { template: TEMPLATE });
    expect(data["layers"]).toEqual([{ name: "title", type: "text", text: "Hello" }]);
    expect(data["variables"]).toEqual([{ name: "price", type: "number", default: 5 }]);
    const { data: one } = await call("get_template_schema", { template: TEMPLATE, layer: "title" });
    expect(one["layer"]).toEqual({
      name: "title",
      type: "text",
      attributes: { text: 'text = "Hello"', align: 'left|center|right = "left"' },
    });
    const { texts, isError } = await call("get_template_schema", { template: TEMPLATE, layer: "titel" });
    expect([isError, texts]).toEqual([true, ['The template has no layer "titel". Its layers are: title.']]);
  });

  test("get_template gives the path of each layer, even inside groups, and shortens data URIs", async () => {
    const { data, texts } = await call("get_template", { template: TEMPLATE });
    expect((data["layers"] as { path: string }[]).map(({ path }) => path)).toEqual([
      "/layers/photo",
      "/layers/box",
      "/layers/box/children/title",
    ]);
    expect(texts.join().length).toBeLessThan(1000);
    const { data: photo } = await call("get_template", { template: TEMPLATE, layer: "photo" });
    expect(photo["layer"]).toMatchObject({
      path: "/layers/photo",
      value: { image_url: "data:image/png;base64,… (5022 characters)" },
    });
  });
});

describe("pictures", () => {
  test("a preview has at most one megapixel, and a transparent one is a PNG", async () => {
    const { content, service, data } = await call("preview", { template: TEMPLATE });
    expect(data).toEqual({ width: 2000, height: 1000, warnings: [] });
    const [[id, body] = []] = argsOf(service, "previewTemplate");
    expect([id, body]).toEqual([TEMPLATE, { format: "jpg", quality: 85, scale: 0.706 }]);
    expect(2000 * 0.706 * 1000 * 0.706).toBeLessThan(1_000_000);
    expect(content.at(-1)).toEqual({
      type: "image",
      data: Buffer.from("stored").toString("base64"),
      mimeType: "image/jpeg",
    });
    const transparent = await call("preview", { template: TEMPLATE, transparent: true });
    expect(argsOf(transparent.service, "previewTemplate")[0]?.[1]).toMatchObject({ transparent: true, format: "png" });
  });

  test("a preview of a patch draws the changed document, and stores nothing", async () => {
    const patch = [{ op: "replace", path: "/layers/box/children/title/text", value: "Bye" }];
    const { service } = await call("preview", { template: TEMPLATE, patch });
    const [[body] = []] = argsOf(service, "previewDocument") as [{ document: typeof DOCUMENT }][];
    expect(body?.document.layers[1]).toMatchObject({ children: [{ text: "Bye" }] });
    expect(service.calls.map(({ method }) => method)).toEqual(["getTemplate", "previewDocument"]);
  });

  test.each([[{}], [{ template: TEMPLATE, document: DOCUMENT }]])("a preview of %j is refused", async (input) => {
    const { texts, isError } = await call("preview", input);
    expect([isError, texts]).toEqual([true, ["Give either `template` or `document`."]]);
  });

  test("update_template shows before and after in half a megapixel each, and saves only the state that it has read", async () => {
    const patch = [{ op: "replace", path: "/width", value: 1000 }];
    const { data, texts, service } = await call("update_template", { template: TEMPLATE, patch });
    expect(data).toEqual({ template: TEMPLATE, version: 4, before: 3, changed: true, warnings: [] });
    expect(texts.slice(1)).toEqual(["Before: version 3:", "After: version 4:"]);
    expect(argsOf(service, "updateTemplate")).toEqual([[TEMPLATE, { document: { ...DOCUMENT, width: 1000 } }, '"7"']]);
    expect(argsOf(service, "previewTemplate")[0]?.[1]).toMatchObject({ version: 3, scale: 0.499 });
  });

  test("update_template saves nothing if the changed document cannot be drawn", async () => {
    const issues = [{ path: "document.width", message: "It must be at most 8192." }];
    const previewDocument = () => Promise.reject(refusal(422, "VALIDATION_ERROR", "Not valid.", { issues }));
    const service = fakeService({ previewDocument });
    const patch = [{ op: "replace", path: "/width", value: 9000 }];
    const { texts, isError } = await call("update_template", { template: TEMPLATE, patch }, service);
    expect([isError, texts]).toEqual([
      true,
      [
        "VALIDATION_ERROR: Not valid.\n- document.width: It must be at most 8192.\nCorrect each of these places and call the tool again.",
      ],
    ]);
    expect(argsOf(service, "updateTemplate")).toEqual([]);
  });

  test("create_template stores a document only after its picture is drawn", async () => {
    const { service, data } = await call("create_template", { name: "Card", document: DOCUMENT });
    expect(service.calls.map(({ method }) => method)).toEqual(["previewDocument", "createTemplate"]);
    expect(data).toEqual({ template: TEMPLATE, name: "Card", version: 1, warnings: [] });
  });
});

/** A job without a picture. */
const UNFINISHED = { ...JOB, assetUrl: undefined };

describe("renders", () => {
  const link = { type: "resource_link", uri: JOB.assetUrl, name: `${RENDER}.png`, mimeType: "image/png" };

  test("render waits, and returns the picture and a link", async () => {
    const { content, service } = await call("render", { template: TEMPLATE, layers: { title: { text: "x" } } });
    expect(argsOf(service, "createRender")).toEqual([[{ template: TEMPLATE, layers: { title: { text: "x" } } }, 25]]);
    expect(content.map(({ type }) => type)).toEqual(["text", "text", "image", "resource_link"]);
    expect(content.at(-1)).toEqual(link);
  });

  test.each([
    ["a PDF", { format: "pdf" }],
    ["a picture of four megapixels", { width: 2000, height: 2000 }],
    ["a file of two megabytes", { bytes: 2_000_000 }],
  ])("%s is shown as a preview if the key may preview, and as a link otherwise", async (_name, change) => {
    const job = { ...JOB, ...change };
    const service = () => fakeService({ createRender: async () => job });
    const shown = await call("render", { template: TEMPLATE, layers: { title: { text: "x" } } }, service());
    expect(argsOf(shown.service, "previewTemplate")[0]?.[1]).toMatchObject({
      version: 3,
      layers: { title: { text: "x" } },
    });
    const linked = await call("render", { template: TEMPLATE }, service(), ["render"]);
    expect(linked.content.map(({ type }) => type)).toEqual(["text", "resource_link"]);
    expect(argsOf(linked.service, "download")).toEqual([]);
  });

  test("a render that is not finished in time says how to wait for it", async () => {
    const queued = { ...UNFINISHED, status: "queued" as const };
    const { data, isError } = await call(
      "render",
      { template: TEMPLATE },
      fakeService({ createRender: async () => queued }),
    );
    expect(isError).toBe(false);
    expect(data["next"]).toBe(`The render is not finished. Call get_render with render "${RENDER}" to wait for it.`);
  });

  test("a render that took nearly all of the time is returned as a link only", async () => {
    const [tool] = TOOLS.filter(({ name }) => name === "render");
    if (tool === undefined) throw new Error("There is no tool render.");
    const left = [25, 2];
    const service = fakeService();
    const context = { service, scopes: BOTH, remainingWaitSeconds: () => left.shift() ?? 0 };
    const { content } = await callTool(tool, { template: TEMPLATE }, context);
    expect(content.map(({ type }) => type)).toEqual(["text", "resource_link"]);
    expect(argsOf(service, "download")).toEqual([]);
  });

  test("get_render waits for a queued render, and explains its failure and its webhook", async () => {
    const warnings = [{ code: "TEXT_CUT", layer: "title", message: "Cut." }];
    const failed = {
      ...UNFINISHED,
      status: "failed" as const,
      error: "The font is missing.",
      warnings,
    };
    const attempts = [{ at: "2026-11-24T12:00:00.000Z", status: 500 }];
    const service = fakeService({
      getRender: async () => ({ ...failed, status: "queued" }),
      waitForRender: async () => failed,
      listDeliveries: async () => [{ event: "render.failed", url: "https://a.example", status: "failed", attempts }],
    });
    const { data, isError } = await call("get_render", { render: RENDER }, service);
    expect(argsOf(service, "waitForRender")).toEqual([[RENDER, 25]]);
    expect(isError).toBe(false);
    expect(data).toMatchObject({
      status: "failed",
      error: "The font is missing.",
      advice: [expect.stringContaining("validate"), expect.stringContaining("text_fit")],
      webhooks: [{ url: "https://a.example", status: "failed", attempts: 1, lastProblem: "HTTP status 500" }],
    });
  });

  test("a batch that is not finished in time says how to wait for it", async () => {
    const totals = { total: 2, queued: 1, done: 1, failed: 0 };
    const batch = { id: "b", status: "queued" as const, totals, jobs: [JOB] };
    const service = fakeService({ createBatch: async () => batch, waitForBatch: async () => batch });
    const { data, content } = await call("render_batch", { jobs: [{ template: TEMPLATE }] }, service);
    expect(argsOf(service, "waitForBatch")).toEqual([["b", 25]]);
    expect(data["next"]).toBe('1 renders are not finished. Call get_batch with batch "b" to wait for them.');
    expect(content.at(-1)).toEqual(link);
  });

  test("sign_urls sends one request for all pictures", async () => {
    const urls = [{ url: "https://images.example.com/api/v1/img/x", expiresAt: "2027-11-25T00:00:00.000Z" }];
    const service = fakeService({ signUrls: async () => urls });
    const { data } = await call("sign_urls", { images: [{ template: TEMPLATE }], expiresIn: 60 }, service);
    expect(argsOf(service, "signUrls")).toEqual([[{ jobs: [{ template: TEMPLATE, expiresIn: 60 }] }]]);
    expect(data).toEqual({ urls });
  });
});

describe("errors", () => {
  const failing = (error: Error): Partial<RenderService> => ({ getUsage: () => Promise.reject(error) });

  test.each([
    ["UNAUTHORIZED", refusal(401, "UNAUTHORIZED", "The API key is not valid."), /Ask the user for a valid API key/],
    ["RATE_LIMITED", refusal(429, "RATE_LIMITED", "Too many requests.", { retryAfterSeconds: 7 }), /after 7 seconds/],
    ["INTERNAL", refusal(500, "INTERNAL", "The service failed.", { requestId: "r-1" }), /Request ID: r-1/],
    ["PAYMENT_REQUIRED", refusal(402, "PAYMENT_REQUIRED", "No credits are left."), /get_usage/],
  ])("%s becomes a result that says what to do", async (_code, error, expected) => {
    const { isError, texts } = await call("get_usage", {}, fakeService(failing(error)));
    expect(isError).toBe(true);
    expect(texts.join()).toMatch(expected);
  });

  test("a bug throws and gives no result, so that it is logged", async () => {
    await expect(call("get_usage", {}, fakeService(failing(new TypeError("bug"))))).rejects.toThrow("bug");
  });
});

describe("search_docs", () => {
  test("finds the section about a topic, and reads it", async () => {
    const { data } = await call("search_docs", { query: "signed image URL expiry" });
    const results = data["results"] as { uri: string }[];
    expect(results.map(({ uri }) => uri.split("#")[0])).toContain("irs://docs/signing");
    const { data: section } = await call("search_docs", { section: "irs://docs/template-format#shadows" });
    expect(section["markdown"]).toMatch(/^### Shadows\n/);
    const { isError } = await call("search_docs", { section: "irs://docs/nothing" });
    expect(isError).toBe(true);
  });
});

test("list_fonts finds families by name, style and script, and the workspace's own files", async () => {
  const uploads = [
    { id: "u1", path: "/api/v1/uploads/u1/file", filename: "Arabic Brand.woff2", contentType: "font/woff2" },
    { id: "u2", path: "/api/v1/uploads/u2/file", filename: "arabic.png", contentType: "image/png" },
  ];
  const service = fakeService({ listUploads: async () => ({ uploads }) });
  const { data } = await call("list_fonts", { filter: "arabic" }, service);
  expect(data).toEqual({
    families: [{ family: "Noto Sans Arabic", style: "sans serif", scripts: "Arabic, Latin", weights: "100–900" }],
    uploads: [{ file: "Arabic Brand.woff2", src: "/api/v1/uploads/u1/file" }],
  });
});

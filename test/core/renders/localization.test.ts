import { describe, expect, test } from "@jest/globals";
import { parseCreateRender } from "../../../core/contract/render-request.js";
import { DEFAULT_PLANS, type Plan } from "../../../core/contract/plans.js";
import { signBodySchema } from "../../../core/contract/sign-api.js";
import { checkTemplateDocument, expandLayers } from "@image-render/engine/document";
import { createRender } from "../../../core/renders/create-render.js";
import { renderJob } from "../../../core/renders/render-job.js";
import { mintImages } from "../../../core/signed-images/mint-images.js";
import { createRenderFixture, TEMPLATE, templateVersion, WORKSPACE } from "../../support/render-fixture.js";

const SOURCE = {
  width: 100,
  height: 100,
  locale: "en-US",
  time_zone: "America/New_York",
  variables: [
    { name: "price", type: "number", default: 1234.5 },
    { name: "at", type: "string", default: "2026-11-21T23:30:00Z" },
  ],
  layers: [
    { id: "p", type: "text", name: "price", width: 90, height: 20, text: "{{price | number: 2}}" },
    { id: "t", type: "text", name: "at", width: 90, height: 20, text: "{{at | date: medium}}" },
  ],
};

function documentOf(source: unknown) {
  const checked = checkTemplateDocument(source);
  if ("issues" in checked) throw new Error(JSON.stringify(checked.issues));
  return checked.document;
}

const textsOf = (overrides: Parameters<typeof expandLayers>[1]) =>
  expandLayers(documentOf(SOURCE), overrides).layers.map((layer) => (layer as { text?: unknown }).text);

const caller = { workspaceId: WORKSPACE, planName: "unlimited", plan: DEFAULT_PLANS.unlimited as Plan };
const context = { caller, requestId: "request-1", baseUrl: "https://images.example.com" };
const fixtureOf = () => createRenderFixture([], [templateVersion({ document: JSON.stringify(SOURCE) })]);

async function mint(body: object): Promise<URLSearchParams> {
  const dependencies = {
    ...fixtureOf(),
    keyRing: { current: "k1", keys: { k1: "k".repeat(64) } },
    generations: { find: async () => 1 },
    findWarnings: async () => [],
  };
  const { url } = await mintImages(dependencies, context, signBodySchema.parse({ template: TEMPLATE, ...body }));
  return new URL(url).searchParams;
}

describe("locale and timeZone of a request", () => {
  test("filters use the locale and time zone of the document if the request has none", () => {
    expect(textsOf({})).toEqual(["1,234.50", "Nov 21, 2026"]);
  });

  test("filters use the locale and time zone of the request", () => {
    expect(textsOf({ locale: "de-DE" })).toEqual(["1.234,50", "21.11.2026"]);
    expect(textsOf({ timeZone: "Asia/Tokyo" })).toEqual(["1,234.50", "Nov 22, 2026"]);
  });

  test("createRender stores locale and time zone in canonical form, and the renderer gets them", async () => {
    const fixture = fixtureOf();
    const body = parseCreateRender({ template: TEMPLATE, locale: "de-ch", timeZone: "europe/zurich" });
    const created = await createRender(fixture, context, body);
    if (created.kind !== "created") throw new Error(created.kind);
    expect(created.job.inputs).toEqual({ layers: {}, variables: {}, locale: "de-CH", timeZone: "Europe/Zurich" });
    const requests: unknown[] = [];
    const render = async (_document: unknown, request: unknown) => {
      requests.push(request);
      return Promise.resolve({ bytes: new Uint8Array(1), height: 1, warnings: [] });
    };
    await renderJob({ ...fixture, render }, { jobId: created.job.id, requestId: "r" }, { remainingMs: 60_000 });
    expect(requests).toMatchObject([{ locale: "de-CH", timeZone: "Europe/Zurich" }]);
  });

  test("locale and time zone are stored in the bucket together with data URIs", async () => {
    const fixture = createRenderFixture(
      [],
      [
        templateVersion({
          document: JSON.stringify({ ...SOURCE, layers: [{ id: "i", type: "image", name: "i", width: 9, height: 9 }] }),
        }),
      ],
    );
    const layers = { i: { image_url: "data:image/png;base64,iVBORw0KGgo=" } };
    await createRender(fixture, context, parseCreateRender({ template: TEMPLATE, layers, locale: "fr" }));
    expect([...fixture.storedInputs.values()]).toEqual([{ layers, variables: {}, locale: "fr" }]);
  });

  test.each([
    [{ locale: "not a language" }, "locale"],
    [{ timeZone: "Mars/Olympus" }, "timeZone"],
  ])("parseCreateRender refuses %p", (body, path) => {
    expect(() => parseCreateRender({ template: TEMPLATE, ...body })).toThrow(
      expect.objectContaining({ code: "VALIDATION_ERROR", details: { issues: [expect.objectContaining({ path })] } }),
    );
  });

  test("a minted URL contains locale and time zone in canonical form, unless the template has the same ones", async () => {
    const query = await mint({ locale: "de-ch", timeZone: "europe/zurich" });
    expect([query.get("_locale"), query.get("_timeZone")]).toEqual(["de-CH", "Europe/Zurich"]);
    const same = await mint({ locale: "en-us", timeZone: "america/new_york" });
    expect([...same.keys()].sort()).toEqual(["exp", "sig", "version"]);
  });
});

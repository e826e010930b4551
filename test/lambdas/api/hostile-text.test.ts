/** Text that tables, signatures or the SDK refuse, sent to every route of the api function that takes a body. */
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { type Route, type RouteName, ROUTES } from "../../../core/contract/routes.js";
import { DOCUMENT } from "../../support/render-fixture.js";
import { type ApiFixture, startApi } from "./api-fixture.js";

/** "Launch day 🚀", cut after the first half of the surrogate pair. */
const CUT = "Launch day \ud83d";
const REPAIRED = "Launch day \ufffd";
const KEYS = ["constructor", "toString", "hasOwnProperty", "valueOf", "then", "toJSON", "prototype"];

let api: ApiFixture;
let template = "";

beforeAll(async () => {
  api = await startApi();
  const layers = [...KEYS, "title"].map((name, index) => ({ ...DOCUMENT.layers[0], id: `t${index}`, name }));
  const variables = [...KEYS, "text"].map((name) => ({ name, type: "string" }));
  const body = { name: CUT, document: { ...DOCUMENT, layers, variables } };
  const { json } = await api.send("createTemplate", { body });
  if (typeof json.id !== "string") throw new Error(JSON.stringify(json));
  template = json.id;
});

afterAll(async () => api.close());

const withKeys = (value: unknown) => Object.fromEntries(KEYS.map((key) => [key, value]));

/** A valid body with half a surrogate pair in every text that the route stores or signs. */
const CUT_BODIES: Partial<Record<RouteName, () => unknown>> = {
  createRender: () => ({
    template,
    layers: { title: { text: CUT } },
    variables: { text: CUT },
    metadata: { [CUT]: CUT },
  }),
  rerender: () => ({ layers: { title: { text: CUT } }, variables: { text: CUT }, metadata: { [CUT]: CUT } }),
  createBatch: () => ({
    jobs: [{ template, layers: { title: { text: CUT } }, variables: { text: CUT }, metadata: { [CUT]: CUT } }],
  }),
  signImages: () => ({ template, layers: { title: { text: CUT } }, variables: { text: CUT } }),
  createTemplate: () => ({
    name: CUT,
    description: CUT,
    document: { ...DOCUMENT, name: CUT, layers: [{ ...DOCUMENT.layers[0], text: CUT }] },
  }),
  updateTemplate: () => ({ name: CUT, description: CUT }),
  createProject: () => ({ name: CUT }),
  createUpload: () => ({ contentType: "image/png", bytes: 100, filename: CUT }),
  createEndpoint: () => ({ url: `https://hooks.example.com/${CUT}` }),
  updateEndpoint: () => ({ url: `https://hooks.example.com/${CUT}` }),
  createKey: () => ({ name: CUT }),
  createSessionLink: () => ({ name: CUT, scopes: ["render"] }),
  createWorkspace: () => ({ name: CUT, plan: "team" }),
  updateWorkspace: () => ({ name: CUT }),
};

async function canceledRender(body: unknown): Promise<string> {
  const id = String((await api.send("createRender", { body })).json.id);
  await api.send("cancelRender", { id });
  return id;
}

const idFor = async (name: RouteName): Promise<string> => {
  if (name === "updateEndpoint") {
    return String((await api.send("createEndpoint", { body: { url: "https://hooks.example.com/" } })).json.id);
  }
  if (name === "rerender") return await canceledRender({ template });
  if (name !== "updateWorkspace") return template;
  return String((await api.send("createWorkspace", { body: { name: "Shop", plan: "team" } })).json.id);
};

const withBody = (Object.entries(ROUTES) as [RouteName, Route][])
  .filter(([name, { servedBy, body }]) => servedBy === "api" && body !== undefined && name !== "createSession")
  .map(([name]) => name);

describe("every route of the api function with a body", () => {
  // The body of a request for a batch download has no text.
  test.each(withBody.filter((name) => name !== "createArchive"))(
    "%s repairs half a surrogate pair in all its texts",
    async (name) => {
      const body = CUT_BODIES[name]?.();
      if (body === undefined) throw new Error(`This test has no body for ${name}.`);
      const { status, json } = await api.send(name, { id: await idFor(name), body });
      expect(`${status} ${JSON.stringify(json)}`).toMatch(/^2\d\d /);
      expect(JSON.stringify(json)).not.toContain("\\ud83d");
    },
  );

  test.each(withBody)("%s returns 400 for JSON that is nested 3,000 deep", async (name) => {
    const deep = '{"a":'.repeat(3000) + "1" + "}".repeat(3000);
    const text = `{"template":"${template}","layers":${deep},"variables":${deep},"document":${deep}}`;
    const { status, json } = await api.send(name, { id: await idFor(name), text });
    expect([status, json.code]).toEqual([400, "BAD_REQUEST"]);
    expect(json.message).toContain("32 levels");
  });
});

describe("names that every JavaScript object inherits", () => {
  test("a render stores layers, variables and metadata with such names, and its job returns them", async () => {
    const body = {
      template,
      layers: withKeys({ text: "x" }),
      variables: withKeys("x"),
      metadata: withKeys("x"),
    };
    const { status, json } = await api.send("createRender", { body });
    expect(status).toBe(202);
    expect(json.metadata).toEqual(withKeys("x"));
    const read = await api.send("getRender", { id: String(json.id) });
    expect(read.json.metadata).toEqual(withKeys("x"));
  });

  test("a render with such names is rendered again with them, and with those of the body", async () => {
    const id = await canceledRender({ template, layers: withKeys({ text: "x" }), variables: withKeys("x") });
    const body = { layers: { constructor: { color: "#ff0000" } }, variables: { constructor: "y" } };
    const { status, json } = await api.send("rerender", { id, body });
    expect(status).toBe(202);
    const item = await api.tables.itemAt("Jobs", { id: json.id });
    expect(JSON.parse(String(item?.inputs))).toEqual({
      layers: { ...withKeys({ text: "x" }), constructor: { text: "x", color: "#ff0000" } },
      variables: { ...withKeys("x"), constructor: "y" },
    });
  });

  test("an attribute with such a name is an issue", async () => {
    const { status, json } = await api.send("createRender", {
      body: { template, layers: { title: { constructor: "x" } } },
    });
    expect([status, json.code]).toEqual([422, "VALIDATION_ERROR"]);
  });

  test("a layer, variable or metadata entry with the name __proto__ returns 400", async () => {
    for (const field of ["layers", "variables", "metadata"]) {
      const text = `{"template":"${template}","${field}":{"__proto__":{"text":"x"}}}`;
      const { status, json } = await api.send("createRender", { text });
      expect([field, status, json.code]).toEqual([field, 400, "BAD_REQUEST"]);
    }
  });

  test("a URL is minted for layers and variables with such names", async () => {
    const body = { template, layers: withKeys({ text: "x" }), variables: withKeys("x") };
    const { status } = await api.send("signImages", { body });
    expect(status).toBe(200);
  });
});

describe("text that was not UTF-8", () => {
  /** The text that API Gateway makes of "Café" in Latin-1. */
  const REPLACED = "Caf\ufffd";
  const layers = { title: { text: REPLACED } };
  const warning = {
    code: "REPLACED_CHARACTERS",
    layer: "title",
    message: expect.stringContaining("UTF-8"),
    path: "layers.title.text",
    text: REPLACED,
  };

  test("a render whose texts contain U+FFFD is accepted, and its job has a warning with path and text", async () => {
    const body = { template, layers, variables: { text: "x\ufffdy" }, metadata: { order: REPLACED } };
    const { status, json } = await api.send("createRender", { body });
    const inVariable = { ...warning, layer: "", path: "variables.text", text: "x\ufffdy" };
    const inMetadata = { ...warning, layer: "", path: "metadata.order" };
    expect([status, json.warnings]).toEqual([202, [warning, inVariable, inMetadata]]);
    expect((await api.send("getRender", { id: String(json.id) })).json.warnings).toEqual(json.warnings);
  });

  test("each job of a batch has the warnings of its own texts", async () => {
    const { json } = await api.send("createBatch", { body: { jobs: [{ template }, { template, layers }] } });
    const jobs = json.jobs as { warnings?: unknown }[];
    expect(jobs.map(({ warnings }) => warnings)).toEqual([undefined, [warning]]);
  });

  test("a dry run and a mint have the warning", async () => {
    const dry = await api.send("createRender", { body: { template, layers, dryRun: true } });
    expect([dry.status, dry.json.warnings]).toEqual([200, [warning]]);
    const minted = await api.send("signImages", { body: { template, layers } });
    expect([minted.status, minted.json.warnings]).toEqual([200, [warning]]);
  });

  test("a request has at most ten of these warnings, with the first 80 characters of the text", async () => {
    const long = "\ufffd".repeat(200);
    const metadata = Object.fromEntries(Array.from({ length: 16 }, (_, index) => [`m${index}`, long]));
    const { json } = await api.send("createRender", { body: { template, metadata } });
    const warnings = json.warnings as { text: string }[];
    expect([warnings.length, warnings[0]?.text]).toEqual([10, "\ufffd".repeat(80)]);
  });

  test("a body returns 400 if the service sees its bytes and they are not UTF-8", async () => {
    const bytes = Buffer.from(JSON.stringify({ template, layers: { title: { text: "Café" } } }), "latin1");
    const { status, json } = await api.send("createRender", { base64: bytes.toString("base64") });
    expect([status, json.code, json.message]).toEqual([
      400,
      "BAD_REQUEST",
      "The body is not UTF-8. Send JSON in UTF-8.",
    ]);
  });
});

test("half a surrogate pair in a query is repaired", async () => {
  const { status } = await api.send("listTemplates", { query: "q=Launch%20%ED%A0%BD" });
  expect(status).toBe(200);
});

test("a job stores the repaired text", async () => {
  const { json } = await api.send("createRender", { body: { template, layers: { title: { text: CUT } } } });
  const item = await api.tables.itemAt("Jobs", { id: json.id });
  expect(item?.inputs).toBe(JSON.stringify({ layers: { title: { text: REPAIRED } }, variables: {} }));
});

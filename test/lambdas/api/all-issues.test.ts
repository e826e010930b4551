/** Tests that one response lists the issues of the schema and those of the check against the template. */
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { type Route, type RouteName, ROUTES } from "../../../core/contract/routes.js";
import { DOCUMENT } from "../../support/render-fixture.js";
import { type ApiFixture, type ApiRequest, startApi } from "./api-fixture.js";

let api: ApiFixture;
let template = "";

beforeAll(async () => {
  api = await startApi();
  const document = {
    ...DOCUMENT,
    variables: [
      { name: "seat", type: "string" },
      { name: "price", type: "number" },
    ],
  };
  template = String((await api.send("createTemplate", { body: { name: "Card", document } })).json.id);
});

afterAll(async () => api.close());

async function refusal(name: RouteName, body: unknown, request: ApiRequest = {}) {
  const { status, json } = await api.send(name, { ...request, body });
  const { issues, jobs } = (json.details ?? {}) as { issues?: { path: string }[]; jobs?: { index: number }[] };
  return {
    status,
    message: json.message,
    paths: issues?.map(({ path }) => path),
    jobs: jobs?.map(({ index }) => index),
  };
}

/** A body with values that the schema refuses, and with a layer, attribute, and variable that the template lacks. */
const INVALID_FIELDS = {
  format: "bmp",
  scale: "huge",
  layers: { title: { colour: "red" }, titel: { text: "x" }, other: 7 },
  variables: { seat: "A-1", plaec: "x", price: { amount: 1 } },
};
const PATHS = [
  "format",
  "scale",
  "layers.other",
  "variables.price",
  "layers.titel",
  "layers.title.colour",
  "variables.plaec",
];

test.each([
  ["a create", {}],
  ["a dry run", { dryRun: true }],
])("%s with wrong fields and unknown layers returns one 422 with all issues", async (_name, more) => {
  const { status, paths, message } = await refusal("createRender", { template, ...INVALID_FIELDS, ...more });
  expect([status, [...(paths ?? [])].sort()]).toEqual([422, [...PATHS].sort()]);
  expect(message).toBe(
    "The request cannot be rendered. format: It must be one of png, jpg, webp, avif, pdf, jpeg. (and 6 more issues)",
  );
});

test("a mint of one picture and a mint of a list return all issues of schema and template", async () => {
  const one = await refusal("signImages", { template, ...INVALID_FIELDS, expiresIn: 1 });
  expect([one.status, [...(one.paths ?? [])].sort()]).toEqual([422, [...PATHS, "expiresIn"].sort()]);
  const list = await refusal("signImages", { format: "bmp", jobs: [{ template }, { template, ...INVALID_FIELDS }] });
  const inItem = PATHS.map((path) => `jobs[1].${path}`);
  expect([list.status, list.jobs, [...(list.paths ?? [])].sort()]).toEqual([422, [1], [...inItem, "format"].sort()]);
});

test("a mint request with valid items but a wrong field of its own is refused", async () => {
  expect(await refusal("signImages", { format: "bmp", jobs: [{ template }] })).toMatchObject({
    status: 422,
    paths: ["format"],
  });
});

test("a batch returns all issues of each item, and those of its own fields", async () => {
  const { status, paths, jobs } = await refusal("createBatch", {
    webhookUrl: [],
    jobs: [{ template, ...INVALID_FIELDS }, { template }, { template, quality: 1, scale: 9, layers: { titel: {} } }],
  });
  const ofThird = ["jobs[2].quality", "jobs[2].scale", "jobs[2].layers.titel"];
  const wanted = [...PATHS.map((path) => `jobs[0].${path}`), ...ofThird, "webhookUrl"];
  expect([status, jobs, [...(paths ?? [])].sort()]).toEqual([422, [0, 2], wanted.sort()]);
});

test("a faulty value is reported once, and not again as a missing or wrong value of the template", async () => {
  const body = { template, layers: { title: "Hello" }, variables: { price: [1] }, scale: 99 };
  expect((await refusal("createRender", body)).paths).toEqual(["scale", "layers.title", "variables.price"]);
});

test("a request with a malformed template returns 400 with every issue of its fields", async () => {
  const malformed = await refusal("createRender", { template: "x", format: "bmp", scale: 9 });
  expect(malformed).toMatchObject({ status: 400, paths: ["template", "format", "scale"] });
  const missing = await refusal("signImages", { format: "bmp" });
  expect(missing).toMatchObject({ status: 400, paths: ["format", "template"] });
});

test("each route that checks fields later refuses a faulty value in each of them", async () => {
  const routes = (Object.entries(ROUTES) as [RouteName, Route][]).filter(
    ([, { checkedLater, servedBy }]) => checkedLater !== undefined && servedBy === "api",
  );
  expect(routes.map(([name]) => name).sort()).toEqual(["createBatch", "createRender", "signImages"]);
  for (const [name, { checkedLater = [] }] of routes) {
    for (const field of checkedLater) {
      const body = { template, ...(name === "createBatch" && { jobs: [{ template }] }), [field]: [[]] };
      expect([name, field, await refusal(name, body)]).toMatchObject([name, field, { status: 422, paths: [field] }]);
    }
  }
});

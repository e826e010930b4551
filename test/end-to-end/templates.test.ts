import { describe, expect, test } from "@jest/globals";
import sharp from "sharp";
import { errorBodySchema } from "../../core/contract/errors.js";
import { layerSchemaResponse } from "../../core/contract/layer-schema.js";
import {
  projectListSchema,
  projectSchema,
  templateBodySchema,
  templateListSchema,
  versionListSchema,
} from "../../core/contract/templates-api.js";
import { statusAndCode } from "./responses.js";
import { until } from "./service.js";
import { useService } from "./use-service.js";

const TEMPLATES = "/api/v1/templates";
const UNKNOWN = "7c9e6679-7425-40de-944b-e07fc1f90ae7";

const { service, stack } = useService();

const title = { id: "title", type: "text", name: "title", x: 10, y: 10, width: 180, height: 40, text: "Hello" };
const documentOf = (width: number, layers: unknown[] = [title]) => ({ width, height: 100, layers });

async function put(id: string, body: unknown, ifMatch?: string): Promise<Response> {
  const headers = { "content-type": "application/json", ...(ifMatch !== undefined && { "if-match": ifMatch }) };
  return await service.call(`${TEMPLATES}/${id}`, { method: "PUT", body: JSON.stringify(body), headers });
}

async function create(body: unknown) {
  const response = await service.post(TEMPLATES, body);
  const text = await response.text();
  if (response.status !== 201) throw new Error(`${response.status}: ${text}`);
  return templateBodySchema.parse(JSON.parse(text));
}

/** The response to a query of the list, and the names of its templates. */
async function list(query: string) {
  const response = await service.call(`${TEMPLATES}?${query}`);
  expect(response.status).toBe(200);
  const body = templateListSchema.parse(await response.json());
  return { ...body, names: body.templates.map(({ name }) => name) };
}

describe("templates", () => {
  test("a template can be created, changed, read and rendered at each of its versions", async () => {
    const response = await service.post(TEMPLATES, { name: "Walk", document: documentOf(200) });
    const made = templateBodySchema.parse(await response.json());
    expect([response.status, response.headers.get("etag")]).toEqual([201, '"1"']);
    expect(response.headers.get("location")).toBe(`${TEMPLATES}/${made.id}`);
    expect(made).toMatchObject({ name: "Walk", version: 1, document: documentOf(200) });
    expect(made).not.toHaveProperty("warnings");

    const unchanged = await put(made.id, { document: { layers: [title], height: 100, width: 200 } }, '"1"');
    expect([unchanged.status, unchanged.headers.get("etag")]).toEqual([200, '"1"']);
    expect(templateBodySchema.parse(await unchanged.json())).toEqual(made);

    const changed = await put(made.id, { description: "Wider", document: documentOf(300) }, '"1"');
    expect([changed.status, changed.headers.get("etag")]).toEqual([200, '"2"']);
    const now = templateBodySchema.parse(await changed.json());
    expect(now).toMatchObject({ name: "Walk", description: "Wider", version: 2, document: documentOf(300) });

    const late = await put(made.id, { document: documentOf(400) }, '"1"');
    const { code, details } = errorBodySchema.parse(await late.json());
    expect([late.status, code, details]).toEqual([412, "PRECONDITION_FAILED", { version: 2, etag: '"2"' }]);

    const read = await service.call(`${TEMPLATES}/${made.id}`);
    expect([read.headers.get("etag"), templateBodySchema.parse(await read.json())]).toEqual(['"2"', now]);
    const first = templateBodySchema.parse(await (await service.call(`${TEMPLATES}/${made.id}?version=1`)).json());
    expect(first).toEqual({ ...now, version: 1, document: documentOf(200) });
    const { versions } = versionListSchema.parse(await (await service.call(`${TEMPLATES}/${made.id}/versions`)).json());
    expect(versions.map(({ version }) => version)).toEqual([2, 1]);
    expect(versions[0]?.bytes).toBe(JSON.stringify(documentOf(300)).length);

    const renders = await Promise.all([
      service.createRender({ template: made.id, version: 1 }),
      service.createRender({ template: made.id }),
    ]);
    const jobs = await Promise.all(renders.map(({ id }) => service.ended(id)));
    expect(jobs.map(({ status, version, width }) => [status, version, width])).toEqual([
      ["done", 1, 200],
      ["done", 2, 300],
    ]);
  });

  test("a template with a repeated layer name is stored with warnings, has a schema, and is not rendered", async () => {
    const layers = [title, { ...title, id: "b" }];
    const made = await create({ name: "Twice", document: documentOf(200, layers) });
    expect(made.warnings).toEqual([expect.objectContaining({ path: "document.layers[1].name" })]);
    const response = await service.call(`${TEMPLATES}/${made.id}/schema`);
    const schema = layerSchemaResponse.parse(await response.json());
    expect(schema.layers.map(({ layerName }) => layerName)).toEqual(["title", "title"]);
    const render = await service.post("/api/v1/render", { template: made.id });
    expect(await statusAndCode(render)).toEqual([422, "DUPLICATE_LAYER_NAMES"]);
  });

  test("the schema of each template version names the layers that requests can change", async () => {
    const { id } = await create({ name: "Schema", document: documentOf(200) });
    await put(id, { document: documentOf(200, [{ ...title, name: "headline" }]) });
    const schemaOf = async (query: string) =>
      layerSchemaResponse.parse(await (await service.call(`${TEMPLATES}/${id}/schema${query}`)).json());
    expect(await schemaOf("")).toMatchObject({ id, name: "Schema", version: 2, layers: [{ layerName: "headline" }] });
    expect(await schemaOf("?version=1")).toMatchObject({ version: 1, width: 200, layers: [{ layerName: "title" }] });
    const unknown = await service.call(`${TEMPLATES}/${id}/schema?version=3`);
    expect(await statusAndCode(unknown)).toEqual([404, "NOT_FOUND"]);
  });

  test("a template of several megabytes is stored complete and rendered", async () => {
    const noise = { type: "gaussian", mean: 128, sigma: 60 } as const;
    const photo = sharp({ create: { width: 1100, height: 1100, channels: 3, background: "#888", noise } });
    const image_url = `data:image/jpeg;base64,${(await photo.jpeg({ quality: 80 }).toBuffer()).toString("base64")}`;
    const image = { type: "image", x: 0, y: 0, width: 100, height: 100, image_url };
    const layers = ["a", "b", "c", "d"].map((id) => ({ ...image, id }));
    const document = documentOf(200, layers);
    expect(JSON.stringify(document).length).toBeGreaterThan(3_000_000);
    const { id } = await create({ name: "Large", document });
    const read = templateBodySchema.parse(await (await service.call(`${TEMPLATES}/${id}`)).json());
    expect(read.document).toEqual(document);
    const render = await service.createRender({ template: id });
    expect(await service.ended(render.id)).toMatchObject({ status: "done", width: 200 });
  });

  test("a picture is as high as its content, and its job has this height when it is done", async () => {
    const rows = { id: "rows", name: "rows", type: "text", x: 10, y: 20, line_height: 1, font_size: 20, text: "One" };
    const document = { width: 200, height: "hug", max_height: 1000, layers: [rows] };
    const { id } = await create({ name: "Receipt", document });
    const request = { layers: { rows: { text: "One\nTwo\nThree" } }, scale: 0.5 };
    const queued = await service.createRender({ template: id, ...request });
    expect(queued).toMatchObject({ status: "queued", width: 100, height: 500 });
    const job = await service.ended(queued.id);
    expect(job).toMatchObject({ status: "done", width: 100, height: 40 });
    const heightOf = async (response: Response) => (await sharp(await response.arrayBuffer()).metadata()).height;
    expect(await heightOf(await fetch(job.assetUrl ?? ""))).toBe(40);
    const preview = await service.post(`${TEMPLATES}/${id}/preview`, { layers: request.layers });
    expect([preview.status, await heightOf(preview)]).toEqual([200, 80]);
  });

  test("simultaneous changes of a template create one version for each document", async () => {
    const { id } = await create({ name: "Crowd", document: documentOf(200) });
    const responses = await Promise.all([201, 202, 203, 204].map((width) => put(id, { document: documentOf(width) })));
    const bodies = await Promise.all(
      responses.map(async (response) => templateBodySchema.parse(await response.json())),
    );
    expect(bodies.map(({ version }) => version).sort()).toEqual([2, 3, 4, 5]);
  });
});

describe("deleted templates", () => {
  test("a deleted template is not found, and a job that was queued before still ends as done", async () => {
    const { id } = await create({ name: "Short-lived", document: documentOf(200) });
    const before = await service.createRender({ template: id });
    await service.ended(before.id);
    const response = await service.call(`${TEMPLATES}/${id}`, { method: "DELETE" });
    expect([response.status, await response.text()]).toEqual([204, ""]);

    for (const path of ["", "?version=1", "/schema", "/versions"]) {
      expect(await statusAndCode(await service.call(`${TEMPLATES}/${id}${path}`))).toEqual([404, "NOT_FOUND"]);
    }
    expect(await statusAndCode(await put(id, { name: "Back" }))).toEqual([404, "NOT_FOUND"]);
    expect(await statusAndCode(await service.call(`${TEMPLATES}/${id}`, { method: "DELETE" }))).toEqual([
      404,
      "NOT_FOUND",
    ]);
    for (const version of [undefined, 1]) {
      const render = await service.post("/api/v1/render", { template: id, version });
      expect(await statusAndCode(render)).toEqual([404, "NOT_FOUND"]);
    }

    // A job that was created before the deletion, and whose message arrives after it.
    const jobId = "11111111-2222-4333-8444-777777777777";
    await stack.copyItem("Jobs", { id: before.id }, { id: jobId, status: "queued", attempts: 0 });
    await stack.sendToQueue("Standard", { jobId, requestId: "test" });
    expect(await service.ended(jobId)).toMatchObject({ status: "done" });
  });
});

describe("the list of templates", () => {
  test("the list of templates has pages, filters by project and name, and omits deleted templates", async () => {
    const response = await service.post("/api/v1/projects", { name: " Season " });
    expect(response.status).toBe(201);
    const project = projectSchema.parse(await response.json());
    expect(project.name).toBe("Season");
    const { projects } = projectListSchema.parse(await (await service.call("/api/v1/projects")).json());
    expect(projects).toMatchObject([{ name: "Default project", isDefault: true }, project]);

    const ids: string[] = [];
    for (const number of [1, 2, 3, 4, 5]) {
      const projectId = number % 2 === 1 ? project.id : undefined;
      const made = await create({ name: `Listed ${number}`, projectId, document: documentOf(200) });
      expect(made.projectName).toBe(projectId === undefined ? "Default project" : "Season");
      ids.push(made.id);
    }
    await until("the index has the templates", async () => (await list("q=listed")).names.length === 5 || undefined);
    expect(await list("q=listed&limit=2")).toMatchObject({ names: ["Listed 5", "Listed 4"], hasMore: true, limit: 2 });
    expect(await list("q=LISTED&limit=2&offset=4")).toMatchObject({ names: ["Listed 1"], hasMore: false, offset: 4 });
    const inProject = await list(`project=${project.id}`);
    expect(inProject.names).toEqual(["Listed 5", "Listed 3", "Listed 1"]);
    expect(inProject.templates[0]).toMatchObject({ projectId: project.id, projectName: "Season", version: 1 });
    expect((await list(`project=${UNKNOWN}`)).names).toEqual([]);
    const all = await list("async=1");
    expect(all).toMatchObject({ limit: 50, offset: 0, hasMore: false });
    expect(all.names).toEqual(expect.arrayContaining(["Open Graph card", "Certificate", "Listed 2"]));

    await put(ids[0] ?? "", { projectId: null });
    await service.call(`${TEMPLATES}/${ids[1] ?? ""}`, { method: "DELETE" });
    const left = ["Listed 1", "Listed 5", "Listed 4", "Listed 3"];
    await until(
      "the index has the changes",
      async () => (await list("q=listed")).names.join() === left.join() || undefined,
    );
    expect((await list(`project=${project.id}`)).names).toEqual(["Listed 5", "Listed 3"]);
  });
});

describe("refused requests", () => {
  const cases: [string, () => Promise<Response>, number, string][] = [
    ["without a document", () => service.post(TEMPLATES, { name: "x" }), 422, "VALIDATION_ERROR"],
    ["without a name", () => service.post(TEMPLATES, { document: documentOf(200) }), 422, "VALIDATION_ERROR"],
    ["with an invalid document", () => service.post(TEMPLATES, { name: "x", document: {} }), 422, "VALIDATION_ERROR"],
    [
      "for an unknown project",
      () => service.post(TEMPLATES, { name: "x", projectId: UNKNOWN, document: documentOf(200) }),
      404,
      "NOT_FOUND",
    ],
    ["for an unknown template", () => service.call(`${TEMPLATES}/${UNKNOWN}`), 404, "NOT_FOUND"],
    ["for an ID that is not a UUID", () => service.call(`${TEMPLATES}/7`), 404, "NOT_FOUND"],
    ["for a version that is not a number", () => service.call(`${TEMPLATES}/${UNKNOWN}?version=x`), 400, "BAD_REQUEST"],
    ["for a page of 101 templates", () => service.call(`${TEMPLATES}?limit=101`), 400, "BAD_REQUEST"],
    ["for a project ID that is not a UUID", () => service.call(`${TEMPLATES}?project=7`), 400, "BAD_REQUEST"],
    ["with an invalid If-Match", () => put(service.template("Certificate"), {}, "1"), 400, "BAD_REQUEST"],
    ["for a project without a name", () => service.post("/api/v1/projects", { name: "  " }), 422, "VALIDATION_ERROR"],
    [
      "with a document of more than 4 MB",
      () => {
        const image_url = `data:image/png;base64,${"A".repeat(1_000_000)}`;
        const image = { type: "image", x: 0, y: 0, width: 10, height: 10, image_url };
        const layers = [1, 2, 3, 4, 5].map((id) => ({ ...image, id: String(id) }));
        return service.post(TEMPLATES, { name: "x", document: documentOf(200, layers) });
      },
      413,
      "PAYLOAD_TOO_LARGE",
    ],
  ];

  test.each(cases)("a request %s is refused with the right status and code", async (_name, request, status, code) => {
    expect(await statusAndCode(await request())).toEqual([status, code]);
  });

  test("a refused document gets an issue with the path inside the document", async () => {
    const response = await service.post(TEMPLATES, { name: "x", document: documentOf(200, [{ ...title, x: "left" }]) });
    const { details } = errorBodySchema.parse(await response.json());
    expect(details).toEqual({ issues: [expect.objectContaining({ path: "document.layers[0].x" })] });
  });
});

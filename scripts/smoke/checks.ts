/** The checks of the smoke test, in the order in which they run. Each name is a sentence that can be understood alone. */
import { readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { differenceOf } from "./compare-pictures.js";
import type { Check, SmokeContext } from "./context.js";

/** Reads a document that the service accepts. */
const read = (folder: string, file: string) => JSON.parse(readFileSync(join(folder, file), "utf8")) as never;
const SMALL = read(import.meta.dirname, "document.json");
const UNKNOWN = "00000000-0000-4000-8000-000000000000";

const differs = (what: string, actual: unknown, expected: unknown) =>
  actual === expected ? undefined : `${what} is ${String(actual)} in place of ${String(expected)}`;
const first = (...problems: readonly (string | undefined)[]) => problems.find((problem) => problem !== undefined);

async function statusOf(url: string, init?: RequestInit): Promise<number> {
  const response = await fetch(url, { redirect: "manual", ...init });
  await response.arrayBuffer();
  return response.status;
}

async function newTemplate({ irs }: SmokeContext): Promise<string> {
  return (await irs.templates.create({ document: SMALL })).id;
}

export const CHECKS: readonly Check[] = [
  {
    name: "The service responds, and says which version it has.",
    run: async ({ irs }) => {
      const { status, version } = await irs.health();
      return first(differs("the status", status, "ok"), version === "" ? "the version is missing" : undefined);
    },
  },
  {
    name: "The pages, the studio, the documentation and the OpenAPI document are served.",
    run: async ({ baseUrl }) => {
      const paths = ["/", "/docs", "/studio", "/llms.txt", "/api/v1/openapi.json"];
      const statuses = await Promise.all(paths.map((path) => statusOf(`${baseUrl}${path}`)));
      return first(...paths.map((path, index) => differs(path, statuses[index], 200)));
    },
  },
  {
    name: "The examples are rendered as expected, in their own workspace.",
    run: async ({ irs, examples }) => {
      const problems = await Promise.all(
        examples.map(async (folder) => {
          const { id } = await irs.templates.create({ document: read(folder, "template.json") });
          const job = await irs.renders.createAndWait({ ...(read(folder, "request.json") as object), template: id });
          const picture = await irs.renders.download(job.id);
          const problem = await differenceOf(readFileSync(join(folder, "expected.png")), picture);
          return problem === undefined ? undefined : `the picture of ${basename(folder)} is another: ${problem}`;
        }),
      );
      return first(...problems);
    },
  },
  {
    name: "A signed URL shows its picture at the first view and later, and a forged one is refused.",
    run: async (context) => {
      const url = await context.irs.images.sign({
        template: await newTemplate(context),
        layers: { title: { text: "A" } },
      });
      const [before, after] = [await statusOf(url), await statusOf(url)];
      const forged = await statusOf(url.replace("title=A", "title=B"));
      return first(
        differs("the first view", before, 200),
        differs("the next view", after, 200),
        differs("a forged URL", forged, 401),
      );
    },
  },
  {
    name: "The address of a picture needs no key, and has ranges and conditions.",
    run: async (context) => {
      const { assetUrl = "" } = await context.irs.renders.createAndWait({ template: await newTemplate(context) });
      const whole = await fetch(assetUrl);
      await whole.arrayBuffer();
      const etag = whole.headers.get("etag") ?? "";
      return first(
        differs("the status", whole.status, 200),
        differs("a range", await statusOf(assetUrl, { headers: { range: "bytes=0-9" } }), 206),
        differs("a condition", await statusOf(assetUrl, { headers: { "if-none-match": etag } }), 304),
        differs("a wrong signature", await statusOf(assetUrl.replace(/sig=.*/, "sig=x")), 401),
      );
    },
  },
  {
    name: "A render in the request returns its job when it is done.",
    run: async (context) => {
      const body = { template: await newTemplate(context) };
      const { body: job } = await context.irs.requestJson("POST /render", { body, query: { wait: 60 } });
      return differs("the status of the job", (job as { status?: string }).status, "done");
    },
  },
  {
    name: "A batch ends with all its jobs done, and the stream of a job ends with its last event.",
    run: async (context) => {
      const template = await newTemplate(context);
      const batch = await context.irs.batches.create([{ template }, { template, format: "webp" }]);
      const { id } = await context.irs.renders.create({ template });
      let last: string | undefined;
      for await (const event of context.irs.renders.events(id)) last = event.data.status;
      const ended = await context.irs.batches.wait(batch.id);
      return first(differs("the last event", last, "done"), differs("the number of jobs", ended.totals.done, 2));
    },
  },
  {
    name: "A repeated request with the same idempotency key creates nothing.",
    run: async (context) => {
      const template = await newTemplate(context);
      const once = { idempotencyKey: `smoke-${context.workspaceId}` };
      const [a, b] = [
        await context.irs.renders.create({ template }, once),
        await context.irs.renders.create({ template }, once),
      ];
      return differs("the ID of the second response", b.id, a.id);
    },
  },
  {
    name: "A template that is being edited has a preview.",
    run: async ({ irs }) => {
      const preview = await irs.templates.previewDocument({ document: SMALL });
      return preview.byteLength > 0 ? undefined : "the preview is empty";
    },
  },
  {
    name: "Requests without a key, for unknown things and with wrong values get the errors of the contract.",
    run: async ({ baseUrl, key }) => {
      const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
      const post = { method: "POST", headers, body: JSON.stringify({ template: UNKNOWN, format: "png" }) };
      return first(
        differs("a request without a key", await statusOf(`${baseUrl}/api/v1/templates`), 401),
        differs("an unknown template", await statusOf(`${baseUrl}/api/v1/render`, post), 404),
        differs("malformed JSON", await statusOf(`${baseUrl}/api/v1/render`, { ...post, body: "{" }), 400),
        differs("an unknown route", await statusOf(`${baseUrl}/api/v1/nothing`, { headers }), 404),
      );
    },
  },
  {
    name: "The debits of the workspace are those of its renders.",
    run: async ({ irs }) => {
      const { credits } = await irs.usage.get();
      const entries = [];
      for await (const entry of irs.usage.ledger()) entries.push(entry);
      const sum = entries.reduce((total, { kind, credits: moved }) => total + (kind === "debit" ? moved : -moved), 0);
      return differs("the sum of the ledger", sum, credits.spent);
    },
  },
];

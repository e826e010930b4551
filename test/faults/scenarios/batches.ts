/** Batches and their downloads. */
import type { BatchBody } from "../../../core/contract/batch-body.js";
import type { Scenario, World } from "../scenario.js";
import { withHook } from "./renders.js";

const SIZE = 3;

async function createBatch(world: World, format: "png" | "pdf"): Promise<BatchBody> {
  const jobs = Array.from({ length: SIZE }, () => ({ template: world.template, format }));
  const { body } = await world.client.call<BatchBody>("POST", "/api/v1/renders/batch", {
    body: { jobs, ...withHook(world) },
  });
  return body;
}

function download(format: "zip" | "pdf"): Scenario {
  return {
    name: `download-${format}`,
    reaches: ["api", "archive"],
    async prepare(world) {
      const { id } = await createBatch(world, format === "pdf" ? "pdf" : "png");
      await world.stack.settle();
      return { batch: id };
    },
    async run({ client, prepared: { batch } }) {
      const path = `/api/v1/renders/batches/${batch}/archive`;
      await client.call("POST", path, { body: { format }, accept: [409] });
      return {};
    },
    async check({ client, stack, prepared: { batch } }) {
      const path = `/api/v1/renders/batches/${batch}/archive`;
      const accept = [302, 303, 307, 409];
      for (let attempt = 0; attempt < 40; attempt += 1) {
        const { status, headers, body } = await client.call("GET", `${path}?format=${format}`, { accept });
        if (status >= 300 && status < 400) return checkFile(headers.get("location") ?? "", format);
        // The caller sees that the download could not be created, and requests it again.
        if (status === 409) await client.call("POST", path, { body: { format }, accept: [409] });
        else if (body["status"] === "ready") return checkFile(String(body["url"]), format);
        await stack.move(60);
        await stack.rest();
      }
      return [`the ${format} of the batch ${batch} is never ready`];
    },
  };
}

async function checkFile(url: string, format: "zip" | "pdf"): Promise<readonly string[]> {
  const response = await fetch(url);
  const bytes = Buffer.from(await response.arrayBuffer());
  const isWhole = format === "zip" ? bytes.includes("PK\x05\x06", -22, "latin1") : bytes.includes("%%EOF", -16);
  return response.status === 200 && isWhole ? [] : [`${url} is not a whole ${format}: ${response.status}`];
}

export const BATCH_SCENARIOS: readonly Scenario[] = [
  {
    name: "batch",
    reaches: ["api", "renderer", "webhook"],
    async run(world) {
      const { id, jobs } = await createBatch(world, "png");
      return { jobs: jobs.map((job) => job.id), batches: [id], events: [`${id}.completed`] };
    },
  },
  {
    name: "batch-cancel",
    reaches: ["api"],
    async run(world) {
      const { id, jobs } = await createBatch(world, "png");
      await world.client.call("POST", `/api/v1/renders/batches/${id}/cancel`, { accept: [409] });
      const ids = jobs.map((job) => job.id);
      return { jobs: ids, mayFail: ids, batches: [id], events: [`${id}.completed`] };
    },
  },
  download("zip"),
  download("pdf"),
];

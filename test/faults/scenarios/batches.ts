/** Batches and their downloads. */
import type { ArchiveBody, BatchBody } from "../../../core/contract/batch-body.js";
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
      const path = `/api/v1/renders/batches/${batch}/archive?format=${format}`;
      let reply = await client.call<ArchiveBody & { url?: string }>("GET", path, { accept: [302, 303, 307, 404] });
      for (let moves = 0; moves < 30 && reply.body.status === "making"; moves += 1) {
        await stack.move(60);
        await stack.rest();
        reply = await client.call("GET", path, { accept: [302, 303, 307, 404] });
      }
      const { status, body } = reply;
      if (status >= 300 && status < 400) return checkFile(reply.headers.get("location") ?? "", format);
      // A caller sees that the download failed, and can start it again.
      return body.status === "failed" ? [] : [`the ${format} of the batch ${batch}: ${status} ${JSON.stringify(body)}`];
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
    async run(world) {
      const { id, jobs } = await createBatch(world, "png");
      return { jobs: jobs.map((job) => job.id), batches: [id], events: [`${id}.completed`] };
    },
  },
  {
    name: "batch-cancel",
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

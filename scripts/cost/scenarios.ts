/** What the scenarios do, and how often. Each is measured on a few operations and scaled. */
import { ImageRenderService } from "@image-render/client";
import type { LocalService } from "../../bench/local-service.js";

export interface Scenario {
  readonly name: "renders" | "renders in the request" | "first views" | "cached views";
  /** What one operation is. */
  readonly what: string;
  /** The number of operations that are measured. */
  readonly measured: number;
  /** The number of operations that the bill is for. */
  readonly billed: number;
  /** Runs the operations one after the other. */
  readonly run: (client: ImageRenderService, service: LocalService, count: number) => Promise<void>;
}

const TEMPLATE = "Open Graph card";
const layersOf = (index: number) => ({ title: { text: `Picture ${index} of the counted bill` } });

export const SCENARIOS: readonly Scenario[] = [
  {
    name: "renders",
    what: "`POST /render`, and `/wait` until the job is done",
    measured: 50,
    billed: 1_000,
    async run(client, { templates }, count) {
      for (let index = 0; index < count; index += 1) {
        const { id } = await client.renders.create({ template: templates[TEMPLATE] ?? "", layers: layersOf(index) });
        await client.renders.wait(id);
      }
    },
  },
  {
    name: "renders in the request",
    what: "`POST /render?wait=30`, which renders in the same invocation",
    measured: 50,
    billed: 1_000,
    async run(client, { templates }, count) {
      for (let index = 0; index < count; index += 1) {
        const body = { template: templates[TEMPLATE] ?? "", layers: layersOf(index) };
        await client.requestJson("POST /render", { body, query: { wait: 30 } });
      }
    },
  },
  {
    name: "first views",
    what: "the first view of a signed URL",
    measured: 50,
    billed: 1_000,
    async run(client, { templates }, count) {
      const jobs = Array.from({ length: count }, (_, index) => ({
        ...{ template: templates[TEMPLATE] ?? "", layers: layersOf(1_000 + index) },
      }));
      const { body } = await client.requestJson("POST /img/sign", { body: { jobs } });
      for (const { url } of body.urls) await view(url);
    },
  },
  {
    name: "cached views",
    what: "a later view of a signed URL, from the cache of the edge",
    measured: 500,
    billed: 1_000_000,
    async run(client, { templates }, count) {
      const url = await client.images.sign({ template: templates[TEMPLATE] ?? "", layers: layersOf(-1) });
      for (let index = 0; index < count; index += 1) await view(url);
    },
  },
];

async function view(url: string): Promise<void> {
  const response = await fetch(url);
  await response.arrayBuffer();
  if (!response.ok) throw new Error(`A view returned ${response.status}.`);
}

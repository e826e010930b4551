/** The operations of the scenarios, and their counts. Each is measured on a few operations and scaled. */
import type { ImageRenderService } from "@image-render/client";
import type { LocalService } from "../../bench/local-service.js";

export interface Scenario {
  readonly name: "renders" | "renders in the request" | "first views" | "cached views";
  /** The description of one operation. */
  readonly what: string;
  /** The number of operations that are measured. */
  readonly measured: number;
  /** The number of operations that the bill is for. */
  readonly billed: number;
  /** Does what is not part of the bill, and returns the operations: they run one after the other. */
  readonly prepare: (
    client: ImageRenderService,
    service: LocalService,
    count: number,
  ) => Operation[] | Promise<Operation[]>;
}

type Operation = () => Promise<unknown>;

const TEMPLATE = "Open Graph card";
let pictures = 0;
/** Each call has a different title, so each picture is new. */
const newRequest = ({ templates }: LocalService) => ({
  template: templates[TEMPLATE] ?? "",
  layers: { title: { text: `Picture ${(pictures += 1)} of the counted bill` } },
});
const times = <T>(count: number, make: () => T): T[] => Array.from({ length: count }, make);

export const SCENARIOS: readonly Scenario[] = [
  {
    name: "renders",
    what: "`POST /render`, and `/wait` until the job is done",
    measured: 50,
    billed: 1_000,
    prepare: (client, service, count) =>
      times(count, () => async () => {
        const { id } = await client.renders.create(newRequest(service));
        await client.renders.wait(id);
      }),
  },
  {
    name: "renders in the request",
    what: "`POST /render?wait=30`, which renders in the same invocation",
    measured: 50,
    billed: 1_000,
    prepare: (client, service, count) =>
      times(count, () => async () => {
        await client.requestJson("POST /render", { body: newRequest(service), query: { wait: 30 } });
      }),
  },
  {
    name: "first views",
    what: "the first view of a signed URL",
    measured: 50,
    billed: 1_000,
    prepare: async (client, service, count) => {
      const jobs = times(count, () => newRequest(service));
      const { body } = await client.requestJson("POST /img/sign", { body: { jobs } });
      return body.urls.map(
        ({ url }) =>
          () =>
            view(url),
      );
    },
  },
  {
    name: "cached views",
    what: "a later view of a signed URL, from the cache of the edge",
    measured: 500,
    billed: 1_000_000,
    prepare: async (client, service, count) => {
      const url = await client.images.sign(newRequest(service));
      await view(url);
      return times(count, () => () => view(url));
    },
  },
];

async function view(url: string): Promise<void> {
  const response = await fetch(url);
  await response.arrayBuffer();
  if (!response.ok) throw new Error(`A view returned ${response.status}.`);
}

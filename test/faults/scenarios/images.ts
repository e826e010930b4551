/** Signed images and uploads. */
import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import type { JobBody } from "../../../core/contract/job-body.js";
import type { Scenario, World } from "../scenario.js";

/** Mints the URL of a picture that was not rendered before. */
export async function mint({ client, template }: World): Promise<{ url: string }> {
  const variables = { title: `Number ${randomUUID()}` };
  const { body } = await client.call<{ url: string }>("POST", "/api/v1/img/sign", { body: { template, variables } });
  return { url: body.url };
}

/** A viewer that reloads until the picture is there. */
export async function view({ stack }: World, url: string): Promise<void> {
  const statuses: number[] = [];
  for (let attempt = 0; attempt < 12; attempt += 1) {
    const response = await fetch(url).catch(() => undefined);
    await response?.arrayBuffer().catch(() => undefined);
    if (response?.status === 200) return;
    statuses.push(response?.status ?? 0);
    await stack.rest();
    await stack.move(attempt < 4 ? 5 : 60);
  }
  throw new Error(`the viewer never saw the picture: ${statuses.join(", ")}`);
}

const PNG = readFileSync(new URL("../pixel.png", import.meta.url));

export const IMAGE_SCENARIOS: readonly Scenario[] = [
  {
    name: "signed-view",
    reaches: ["image"],
    prepare: mint,
    async run(world) {
      const { url = "" } = world.prepared;
      await view(world, url);
      await view(world, url);
      return { view: "debited", files: [url] };
    },
  },
  {
    name: "purge",
    reaches: ["edge-keeper", "image"],
    async prepare(world) {
      const { url } = await mint(world);
      await view(world, url);
      return { url };
    },
    async run(world) {
      const { url = "" } = world.prepared;
      await world.client.call("POST", "/api/v1/img/purge", { body: { url }, idempotent: false });
      await view(world, url);
      // A picture is debited once.
      return { view: "free", files: [url] };
    },
  },
  {
    name: "upload",
    reaches: ["api", "renderer"],
    async run({ client, stack }) {
      const body = { contentType: "image/png", bytes: PNG.length };
      const { body: ticket } = await client.call<UploadTicket>("POST", "/api/v1/uploads", { body });
      const sent = await fetch(ticket.url, { method: ticket.method, headers: ticket.headers, body: PNG });
      if (sent.status !== 200) throw new Error(`the file was refused: ${sent.status} ${await sent.text()}`);
      const path = `/api/v1/uploads/${ticket.id}`;
      const { body: upload } = await client.call<{ state: string }>("GET", path);
      if (upload.state !== "ready") throw new Error(`the upload ${ticket.id} is ${upload.state}`);
      // The first use copies the file to where it never expires.
      const photo = { id: "photo", name: "photo", type: "image", x: 0, y: 0, width: 40, height: 40 };
      const document = { width: 40, height: 40, layers: [{ ...photo, image_url: ticket.path }] };
      const made = await client.call<{ id: string }>("POST", "/api/v1/templates", {
        body: { name: "Photo", document },
      });
      const render = await client.call<JobBody>("POST", "/api/v1/render", { body: { template: made.body.id } });
      await stack.rest();
      return { jobs: [render.body.id] };
    },
  },
];

interface UploadTicket {
  readonly id: string;
  readonly path: string;
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

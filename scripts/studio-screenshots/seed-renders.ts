/** Renders that are done, one that has failed, and webhooks that arrive or not. */
import { createServer, type Server } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import type { ImageRenderService } from "@image-render/client";

/** The renders and endpoints that screens show. */
export interface SeededRenders {
  /** A render with a picture, its request and its webhook. */
  readonly done: string;
  /** Stops the receiver of the webhooks. */
  readonly stop: () => void;
}

const ARTICLES = [
  { title: "The tide tables that a harbor pilot keeps in her head", author: "Mara Lindqvist", category: "Reportage" },
  { title: "What a library lends besides books", author: "Tom Okafor", category: "City" },
  { title: "Twelve gardens on one roof", author: "Inés Calderón", category: "Architecture" },
  { title: "The last printer of timetables", author: "Jonas Weber", category: "Work" },
  { title: "How quiet is a quiet carriage?", author: "Amara Diallo", category: "Science" },
  { title: "A bridge that is painted for ever", author: "Lena Petrov", category: "Reportage" },
] as const;
const GUESTS = ["Ada Lovelace", "Grace Hopper", "Katherine Johnson", "Radia Perlman"];
const TICKETS = ["/tickets", 'column "seat" does not exist'] as const;

/** Creates the renders, and waits until each has ended and its webhooks were tried. */
export async function seedRenders(
  irs: ImageRenderService,
  templates: ReadonlyMap<string, string>,
): Promise<SeededRenders> {
  const receiver = await startReceiver();
  const { port } = receiver.address() as AddressInfo;
  const hooks = `http://127.0.0.1:${port}`;
  await irs.webhooks.createEndpoint({ url: `${hooks}/articles` });
  const idOf = (name: string): string => templates.get(name) ?? "";
  for (const guest of GUESTS) {
    await irs.renders.createAndWait({
      template: idOf("Ticket for the spring concert"),
      layers: { guest: { text: guest } },
      format: "webp",
      webhookUrl: `${hooks}${TICKETS[0]}`,
    });
  }
  let done = "";
  for (const { title, author, category } of ARTICLES) {
    const layers = { title: { text: title }, author: { text: author }, category: { text: category } };
    ({ id: done } = await irs.renders.createAndWait({ template: idOf("Article card"), layers }));
  }
  const layers = { title: { text: "A walk through the covered market" }, art: { image_url: `${hooks}/cover.jpg` } };
  const { id } = await irs.renders.create({ template: idOf("Article card"), layers });
  await irs.renders.wait(id, { timeoutMs: 120_000 });
  await irs.renders.createAndWait({ template: idOf("Certificate of the academy"), scale: 0.5 });
  return { done, stop: () => receiver.close() };
}

/** Starts a receiver that accepts articles. It refuses tickets, as a program does after a bad release. It has no image. */
async function startReceiver(): Promise<Server> {
  const receiver = createServer((request, response) => {
    request.resume();
    request.on("end", () => {
      if (request.url === "/articles") response.writeHead(204).end();
      else if (request.url !== TICKETS[0]) response.writeHead(404).end();
      else response.writeHead(500, { "content-type": "application/json" }).end(JSON.stringify({ error: TICKETS[1] }));
    });
  });
  receiver.listen(0, "127.0.0.1");
  await once(receiver, "listening");
  return receiver;
}

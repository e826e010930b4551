/** Receives the webhooks of the jobs, and records when each one arrived. */
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as pause } from "node:timers/promises";

/** If no new webhook arrives for this long, the wait fails. */
const MAX_SILENCE_MS = 60_000;

export interface Receiver {
  readonly url: string;
  /** The first arrival of the webhook of each job, in milliseconds since the epoch, by the ID of the job. */
  readonly arrivals: ReadonlyMap<string, number>;
  /** Resolves when this many jobs have been reported in all. */
  readonly until: (count: number) => Promise<void>;
  readonly close: () => void;
}

export async function startReceiver(): Promise<Receiver> {
  const arrivals = new Map<string, number>();
  let lastMs = Date.now();
  const server = createServer((request, response) => {
    lastMs = performance.timeOrigin + performance.now();
    const atMs = lastMs;
    // The ID of an event consists of the ID of the job and its status.
    const [jobId = ""] = String(request.headers["webhook-id"]).split(".");
    if (!arrivals.has(jobId)) arrivals.set(jobId, atMs);
    request.resume().once("end", () => response.writeHead(204).end());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    arrivals,
    until: async (count) => {
      lastMs = Date.now();
      while (arrivals.size < count) {
        if (Date.now() - lastMs > MAX_SILENCE_MS)
          throw new Error(`Only ${arrivals.size} of ${count} webhooks arrived.`);
        await pause(50);
      }
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

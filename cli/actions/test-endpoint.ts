/** Runs `irs webhooks test` for an endpoint of the workspace. Every action throws UsageError or ApiError. */
import { setTimeout as pause } from "node:timers/promises";
import type * as z from "zod";
import { type deliveryBodySchema, eventBodySchema, testedEndpointSchema } from "../../core/contract/webhooks-api.js";
import type { ApiClient } from "../api/client.js";
import { connect } from "../api/connect.js";
import type { TestWebhookOptions } from "../command-options.js";
import { EXIT } from "../exit-code.js";
import { printable, type Terminal, write } from "../terminal.js";
import { UsageError } from "../usage-error.js";

type Attempt = z.infer<typeof deliveryBodySchema>["attempts"][number];

const ASK_MS = 500;
/** A receiver has 15 seconds to respond. The rest is for the queue. */
const LONGEST_MS = 30_000;

/** Sends a test to an endpoint, and prints the first response of its receiver. */
export async function testEndpoint(terminal: Terminal, id: string, options: TestWebhookOptions): Promise<number> {
  if (options.secret !== undefined) {
    throw new UsageError("--secret is only for a URL. The service signs a test with the secret of the endpoint.");
  }
  const client = await connect(options, terminal);
  const { eventId } = await client.read(testedEndpointSchema, async (irs) => {
    return (await irs.requestJson("POST /webhooks/endpoints/{id}/test", { id })).body;
  });
  const attempt = await firstAttempt(client, eventId);
  if (attempt === undefined) {
    await write(terminal.err, `The service has made no attempt yet. It still sends the event ${eventId}.\n`);
    return EXIT.issues;
  }
  const { status, response = "", error } = attempt;
  if (status !== undefined) await write(terminal.out, `${status}${response === "" ? "" : ` ${printable(response)}`}\n`);
  if (error === undefined) return EXIT.ok;
  await write(terminal.err, `${error} The service repeats the event ${eventId}.\n`);
  return EXIT.issues;
}

/** Resolves to `undefined` if there is no attempt in time. */
async function firstAttempt(client: ApiClient, id: string): Promise<Attempt | undefined> {
  const endMs = Date.now() + LONGEST_MS;
  do {
    const { deliveries } = await client.read(eventBodySchema, async (irs) => {
      return (await irs.requestJson("GET /webhooks/events/{id}", { id })).body;
    });
    const [attempt] = deliveries.flatMap(({ attempts }) => attempts);
    if (attempt !== undefined) return attempt;
    await pause(ASK_MS);
  } while (Date.now() < endMs);
  return undefined;
}

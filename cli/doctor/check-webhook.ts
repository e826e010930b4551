/** Checks that an event of a render arrives at a receiver on this computer. */
import { createdEndpointSchema } from "../../core/contract/webhooks-api.js";
import type { ApiClient } from "../api/client.js";
import { startReceiver } from "../webhook-receiver.js";
import { isLocal } from "./check-address.js";
import { type Finding, ok, reasonOf, skipped, wrong } from "./finding.js";

const NAME = "webhook";
const MAX_WAIT_MS = 60_000;

/**
 * Runs `work`, which must end a render, with an endpoint of its own, and waits until a delivery arrives. The endpoint is
 * deleted in any case.
 */
export async function withWebhook<T>(
  client: ApiClient,
  work: () => Promise<T>,
): Promise<{ readonly result: T; readonly webhook: Finding }> {
  if (!isLocal(client.baseUrl)) {
    const mend =
      "Send a sample to your own receiver: irs webhooks test URL. The deliveries of an endpoint are listed in the studio.";
    return { result: await work(), webhook: skipped(NAME, "A deployed service cannot reach this computer.", mend) };
  }
  const delivered = Promise.withResolvers<"delivered" | "refused" | "late">();
  let secret = "";
  const receiver = await startReceiver({
    secret: () => secret,
    onDelivery: () => delivered.resolve("delivered"),
    onRefused: () => delivered.resolve("refused"),
  });
  try {
    const endpoint = await client.read(createdEndpointSchema, (irs) =>
      irs.webhooks.createEndpoint({ url: receiver.url, events: ["render.completed"] }),
    );
    ({ secret } = endpoint);
    try {
      const result = await work();
      const startMs = Date.now();
      const timer = setTimeout(() => delivered.resolve("late"), MAX_WAIT_MS);
      const outcome = await delivered.promise;
      clearTimeout(timer);
      return { result, webhook: findingOf(outcome, Date.now() - startMs) };
    } finally {
      await client.run((irs) => irs.webhooks.deleteEndpoint(endpoint.id));
    }
  } catch (error) {
    const mend = "Look at the logs of the function webhook, and at its alarms: docs/runbook.md.";
    return { result: await work(), webhook: wrong(NAME, reasonOf(error), mend) };
  } finally {
    receiver.close();
  }
}

function findingOf(outcome: "delivered" | "refused" | "late", ms: number): Finding {
  if (outcome === "delivered")
    return ok(NAME, `The event of the render arrived ${ms} ms after its end, with a valid signature.`);
  if (outcome === "refused") {
    return wrong(NAME, "A delivery arrived, but its signature is not valid.", "Read the secret of the endpoint again.");
  }
  const mend =
    "Look at the age of the messages in the webhook queue, and at the logs of the function webhook: docs/runbook.md.";
  return wrong(NAME, `No delivery arrived within ${MAX_WAIT_MS / 1000} s.`, mend);
}

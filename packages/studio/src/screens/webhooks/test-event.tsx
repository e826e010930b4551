import { ApiError, type WebhookDelivery } from "@image-render/client";
import { useEffect, useState } from "preact/hooks";
import { ErrorNotice } from "../../components/states.js";
import { states } from "../../messages/en/common.js";
import { endpointTexts, testTexts as texts } from "../../messages/en/webhooks.js";
import { formatDuration } from "../../messages/format.js";
import { asError, invalidate } from "../../service/resources.js";
import { AttemptList } from "./attempt-list.js";
import { eventPath } from "./event-path.js";
import { readEvent, sendTestEvent } from "./service/webhook-routes.js";

/** How often the log is read for the first attempt, and how long. A target has 15 seconds to respond. */
const ASK_MS = 700;
const MAX_ASKED = 30;

/** How a test stands. */
type Test =
  | { readonly kind: "sending" }
  | { readonly kind: "failed"; readonly error: Error }
  | { readonly kind: "waiting" | "slow"; readonly eventId: string }
  | { readonly kind: "attempted"; readonly eventId: string; readonly delivery: WebhookDelivery };

/** Sends a test event to an endpoint, and shows what the endpoint responds. */
export function TestEvent({ endpointId }: { readonly endpointId: string }) {
  const [test, setTest] = useState<Test>({ kind: "sending" });
  useEffect(() => {
    const abort = new AbortController();
    const show = (next: Test): void => {
      if (!abort.signal.aborted) setTest(next);
    };
    run(endpointId, abort.signal, show).catch((error: unknown) => show({ kind: "failed", error: asError(error) }));
    return () => abort.abort();
  }, [endpointId]);
  if (test.kind === "failed") {
    return <ErrorNotice what={texts.failed} error={test.error} unchanged={states.unchanged} />;
  }
  return (
    <div class="endpoint-test" role="status">
      <p>
        <TestSentence test={test} />{" "}
        {test.kind !== "sending" && <a href={eventPath(test.eventId)}>{endpointTexts.openEvent}</a>}
      </p>
      {test.kind === "attempted" && test.delivery.status !== "delivered" && (
        <AttemptList attempts={test.delivery.attempts} />
      )}
    </div>
  );
}

function TestSentence({ test }: { readonly test: Exclude<Test, { readonly kind: "failed" }> }) {
  if (test.kind === "sending") return <>{texts.sending}</>;
  if (test.kind !== "attempted") return <>{test.kind === "waiting" ? texts.waiting : texts.slow}</>;
  const last = test.delivery.attempts.at(-1);
  if (test.delivery.status !== "delivered" || last?.status === undefined) return <>{texts.refused}</>;
  return <>{texts.delivered(formatDuration(last.durationMs), last.status)}</>;
}

async function run(endpointId: string, signal: AbortSignal, show: (test: Test) => void): Promise<void> {
  const eventId = await sendTestEvent(endpointId);
  show({ kind: "waiting", eventId });
  for (let asked = 0; asked < MAX_ASKED && !signal.aborted; asked++) {
    await new Promise((resolve) => setTimeout(resolve, ASK_MS));
    const delivery = await findDelivery(eventId, endpointId, signal);
    if (delivery === undefined || delivery.attempts.length === 0) continue;
    show({ kind: "attempted", eventId, delivery });
    invalidate("webhooks/endpoints");
    return;
  }
  show({ kind: "slow", eventId });
}

/** The event is in the log only after its first attempt. */
async function findDelivery(
  eventId: string,
  endpointId: string,
  signal: AbortSignal,
): Promise<WebhookDelivery | undefined> {
  try {
    const { deliveries } = await readEvent(eventId, signal);
    return deliveries.find((delivery) => delivery.endpointId === endpointId);
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return undefined;
    throw error;
  }
}

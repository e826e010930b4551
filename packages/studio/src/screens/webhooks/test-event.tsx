import type { WebhookDelivery } from "@image-render/client";
import { useEffect, useState } from "preact/hooks";
import { RelativeTime } from "../../components/relative-time.js";
import { ErrorNotice } from "../../components/states.js";
import { states } from "../../messages/en/common.js";
import { deliveryTexts, endpointTexts, testTexts as texts } from "../../messages/en/webhooks.js";
import { formatDuration } from "../../messages/format.js";
import { asError, invalidate } from "../../service/resources.js";
import { AttemptList } from "./attempt-list.js";
import { EventBody } from "./event-body.js";
import { eventPath } from "./event-path.js";
import { useEvent } from "./service/use-deliveries.js";
import { useLiveAttempts } from "./service/use-live-attempts.js";
import { sendTestEvent } from "./service/webhook-routes.js";

/** After this time, a test without an attempt is called slow. A target has 15 seconds to respond. */
const SLOW_MS = 20_000;

/** Sends a test event to an endpoint, and shows what the endpoint responds. */
export function TestEvent({ endpointId }: { readonly endpointId: string }) {
  const [eventId, setEventId] = useState<string>();
  const [failure, setFailure] = useState<Error>();
  useEffect(() => {
    sendTestEvent(endpointId).then(setEventId, (error: unknown) => setFailure(asError(error)));
  }, [endpointId]);
  if (failure !== undefined) return <ErrorNotice what={texts.failed} error={failure} unchanged={states.unchanged} />;
  return (
    <div class="endpoint-test">
      {eventId === undefined ? <p role="status">{texts.sending}</p> : <SentTest eventId={eventId} />}
    </div>
  );
}

/** The test as it was sent, and each attempt as soon as it was made. */
function SentTest({ eventId }: { readonly eventId: string }) {
  const { data: event, error, reload } = useEvent(eventId);
  useLiveAttempts(event?.deliveries, reload);
  const [delivery] = event?.deliveries ?? [];
  const attempts = delivery?.attempts.length ?? 0;
  useEffect(() => {
    // An attempt changes the state of the endpoint, and what the log says about it.
    if (attempts > 0) invalidate("webhooks/");
  }, [attempts]);
  if (error !== undefined && event === undefined) {
    return <ErrorNotice what={texts.unknown} error={error} onRetry={() => void reload()} />;
  }
  const isRefused = delivery !== undefined && attempts > 0 && delivery.status !== "delivered";
  return (
    <>
      <p role="status">
        {sentenceFor(delivery)} <a href={eventPath(eventId)}>{endpointTexts.openEvent}</a>
      </p>
      {isRefused && delivery.nextAttemptAt !== undefined && (
        <p class="quiet">
          {deliveryTexts.next} <RelativeTime at={delivery.nextAttemptAt} />
        </p>
      )}
      {delivery !== undefined && attempts > 0 && <AttemptList attempts={delivery.attempts} />}
      <EventBody eventId={eventId} />
    </>
  );
}

function sentenceFor(delivery: WebhookDelivery | undefined): string {
  const last = delivery?.attempts.at(-1);
  if (delivery === undefined || last === undefined) {
    const sentMs = Date.now() - Date.parse(delivery?.occurredAt ?? "");
    return sentMs > SLOW_MS ? texts.slow : texts.waiting;
  }
  if (delivery.status !== "delivered" || last.status === undefined) return texts.refused;
  return texts.delivered(formatDuration(last.durationMs), last.status);
}

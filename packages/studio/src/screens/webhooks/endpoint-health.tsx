import type { WebhookDelivery, WebhookEndpoint } from "@image-render/client";
import { Badge } from "../../components/badge.js";
import { Button } from "../../components/button.js";
import { RelativeTime } from "../../components/relative-time.js";
import { endpointTexts, healthTexts as texts } from "../../messages/en/webhooks.js";
import { adviseOn, lastFailureAt } from "./explain-attempt.js";

interface EndpointHealthProps {
  readonly endpoint: WebhookEndpoint;
  readonly deliveries: readonly WebhookDelivery[];
  readonly onRecover: () => void;
}

/** Shows the health of an endpoint and, if it fails, since when, why, and what to do. */
export function EndpointHealth({ endpoint, deliveries, onRecover }: EndpointHealthProps) {
  const { id, enabled, failingSince, disabledReason, disabledAt } = endpoint;
  if (enabled && failingSince === undefined) return <Badge kind="success">{endpointTexts.works}</Badge>;
  if (!enabled && disabledReason === undefined) {
    return (
      <div class="endpoint-health">
        <Badge kind="off">{endpointTexts.off}</Badge>
        <p class="quiet">{texts.off}</p>
      </div>
    );
  }
  const last = lastFailureAt(deliveries, id);
  const advice = last && adviseOn(last);
  return (
    <div class="endpoint-health">
      {enabled ? (
        <Badge kind="warning">{endpointTexts.failing}</Badge>
      ) : (
        <Badge kind="danger">{endpointTexts.offByService}</Badge>
      )}
      <div>
        <p>
          {failingSince !== undefined && enabled && (
            <>
              {texts.failing} <RelativeTime at={failingSince} />.{" "}
            </>
          )}
          {!enabled && (
            <>
              {texts.switchedOff} {disabledAt !== undefined && <RelativeTime at={disabledAt} />}{" "}
            </>
          )}
          {last?.error !== undefined && texts.lastError(last.error)}
          {last === undefined && disabledReason}
        </p>
        <p class="quiet">
          {advice} {enabled ? texts.willSwitchOff : texts.switchedOffNext}
        </p>
        <Button kind="quiet" onClick={onRecover}>
          {endpointTexts.recover}
        </Button>
      </div>
    </div>
  );
}

import type { WebhookDelivery } from "@image-render/client";
import { ChevronRight } from "lucide";
import { useState } from "preact/hooks";
import { Badge } from "../../components/badge.js";
import { Icon } from "../../components/icon.js";
import { RelativeTime } from "../../components/relative-time.js";
import { deliveryTexts as texts, endpointTexts } from "../../messages/en/webhooks.js";
import { pathTo } from "../../router/location.js";
import { hasScope } from "../../session/session.js";
import { AttemptList } from "./attempt-list.js";
import { EventBody } from "./event-body.js";
import { eventPath } from "./event-path.js";
import { describeDelivery, shortUrl } from "./explain-attempt.js";
import "./delivery-card.css";

interface DeliveryCardProps {
  readonly delivery: WebhookDelivery;
  /** Shows the body that was sent, too. The page of an event shows it once for all of its deliveries. */
  readonly hasBody?: boolean;
}

/** A delivery to one target. When opened, it shows its attempts, what was sent and what the target responded. */
export function DeliveryCard({ delivery, hasBody = true }: DeliveryCardProps) {
  // A delivery that has not arrived is open from the beginning.
  const [isOpen, setOpen] = useState(delivery.status !== "delivered");
  const { kind, label } = describeDelivery(delivery);
  const last = delivery.attempts.at(-1);
  return (
    <details class="delivery" open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <Icon of={ChevronRight} size={14} />
        <span class="delivery-target">
          <span class="truncate" title={delivery.url}>
            {shortUrl(delivery.url)}
          </span>
          <span class="quiet">
            {hasBody && `${delivery.event} · `}
            {texts.attempts(delivery.attempts.length)}
            {last !== undefined && (
              <>
                {" "}
                · <RelativeTime at={last.at} />
              </>
            )}
          </span>
        </span>
        <Badge kind={kind}>{label}</Badge>
      </summary>
      {isOpen && (
        <div class="delivery-content">
          {delivery.nextAttemptAt !== undefined && delivery.status === "pending" && (
            <p>
              {texts.next} <RelativeTime at={delivery.nextAttemptAt} />
            </p>
          )}
          <AttemptList attempts={delivery.attempts} />
          {hasBody && <EventBody eventId={delivery.eventId} />}
          <p class="delivery-links">
            {delivery.endpointId === undefined ? (
              <span class="quiet">{texts.request}</span>
            ) : (
              hasScope("admin") && <a href={pathTo("webhooks")}>{texts.endpoint}</a>
            )}
            {hasBody && hasScope("admin") && <a href={eventPath(delivery.eventId)}>{endpointTexts.openEvent}</a>}
          </p>
        </div>
      )}
    </details>
  );
}

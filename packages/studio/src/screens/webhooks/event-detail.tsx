import { ApiError } from "@image-render/client";
import { Send } from "lucide";
import { useState } from "preact/hooks";
import { Button } from "../../components/button.js";
import { Code } from "../../components/code.js";
import { CopyId } from "../../components/copy.js";
import { PageHead } from "../../components/page-head.js";
import { RelativeTime } from "../../components/relative-time.js";
import { Empty, ErrorNotice, Skeleton } from "../../components/states.js";
import { toast } from "../../components/toasts.js";
import { states } from "../../messages/en/common.js";
import { renderWebhooks } from "../../messages/en/renders.js";
import { endpointTexts, eventPage as texts, webhookTabs } from "../../messages/en/webhooks.js";
import { pathTo } from "../../router/location.js";
import type { PathParameters } from "../../router/match-path.js";
import { irs } from "../../service/irs.js";
import { asError } from "../../service/resources.js";
import { hasScope } from "../../session/session.js";
import { DeliveryCard } from "./delivery-card.js";
import { fromSegment } from "./event-segment.js";
import { formatJson } from "./format-json.js";
import { RecoverDialog } from "./recover-dialog.js";
import { useEvent } from "./service/use-deliveries.js";
import { useLiveAttempts } from "./service/use-live-attempts.js";
import type { EventDetails } from "./service/webhook-routes.js";
import "./webhooks.css";

const UP = { href: pathTo("webhooks", "deliveries"), label: webhookTabs.deliveries };

/** One event: its body, and its deliveries. */
export function EventDetail({ parameters }: { readonly parameters: PathParameters }) {
  const id = fromSegment(parameters["id"] ?? "");
  const { data: event, error, reload } = useEvent(id);
  if (event !== undefined) return <LoadedEvent event={event} reload={reload} />;
  if (error instanceof ApiError && error.status === 404) {
    return (
      <>
        <PageHead title={texts.missingTitle} up={UP} />
        <Empty title={texts.missing} action={<Button href={UP.href}>{texts.missingAction}</Button>} />
      </>
    );
  }
  if (error instanceof ApiError && error.status === 410) {
    return (
      <>
        <PageHead title={texts.deletedTitle} up={UP} />
        <Empty title={texts.deleted} action={<Button href={UP.href}>{texts.missingAction}</Button>} />
      </>
    );
  }
  return (
    <>
      <PageHead title={texts.id} up={UP} />
      {error === undefined ? (
        <div class="event-page" aria-busy="true">
          <Skeleton height="120px" />
          <Skeleton height="320px" />
        </div>
      ) : (
        <ErrorNotice what={texts.loadFailed} error={error} onRetry={() => void reload()} />
      )}
    </>
  );
}

function LoadedEvent({ event, reload }: { readonly event: EventDetails; readonly reload: () => Promise<void> }) {
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Error>();
  const { renderId, batchId } = event;
  const [isRecovering, setRecovering] = useState(false);
  const expectAttempt = useLiveAttempts(event.deliveries, reload);
  // Only the webhooks of a render can be sent again alone.
  const canRecover = renderId === undefined && event.deliveries.some(({ status }) => status === "failed");
  const resend = async (id: string): Promise<void> => {
    setBusy(true);
    setFailure(undefined);
    try {
      const { targets } = await irs.renders.resendWebhook(id);
      toast(renderWebhooks.resent(targets));
      expectAttempt();
    } catch (thrown) {
      setFailure(asError(thrown));
    }
    setBusy(false);
  };
  return (
    <>
      <PageHead title={event.event} up={UP}>
        {renderId !== undefined && hasScope("render") && (
          <Button icon={Send} isBusy={isBusy} onClick={() => void resend(renderId)}>
            {texts.resend}
          </Button>
        )}
        {canRecover && (
          <Button icon={Send} onClick={() => setRecovering(true)}>
            {endpointTexts.recover}
          </Button>
        )}
      </PageHead>
      <p class="event-facts">
        <CopyId id={event.eventId} isWhole />
        <span class="quiet">
          {texts.occurred} <RelativeTime at={event.occurredAt} />
        </span>
        {renderId !== undefined && hasScope("render") && <a href={pathTo("renders", renderId)}>{texts.render}</a>}
        {batchId !== undefined && hasScope("render") && <a href={pathTo("batches", batchId)}>{texts.batch}</a>}
      </p>
      {failure !== undefined && (
        <ErrorNotice what={renderWebhooks.resendFailed} error={failure} unchanged={states.unchanged} />
      )}
      <div class="event-page">
        <section>
          <h2>{texts.deliveries(event.deliveries.length)}</h2>
          {event.deliveries.map((delivery) => (
            <DeliveryCard key={delivery.endpointId ?? ""} delivery={delivery} hasBody={false} />
          ))}
          {event.deliveries.length === 0 && <p class="quiet">{texts.noDeliveries}</p>}
        </section>
        <section>
          <h2>{texts.body}</h2>
          <p class="quiet">{texts.bodyHint}</p>
          <Code text={formatJson(event.body)} label={texts.bodyLabel} />
        </section>
      </div>
      {isRecovering && (
        <RecoverDialog
          since={event.occurredAt}
          onClose={() => {
            setRecovering(false);
            expectAttempt();
          }}
        />
      )}
    </>
  );
}

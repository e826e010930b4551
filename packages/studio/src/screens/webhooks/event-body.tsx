import { ApiError } from "@image-render/client";
import { useState } from "preact/hooks";
import { Code } from "../../components/code.js";
import { ErrorNotice, Skeleton } from "../../components/states.js";
import { deliveryTexts as texts } from "../../messages/en/webhooks.js";
import { formatJson } from "./format-json.js";
import { useEvent } from "./service/use-deliveries.js";
import "./event-body.css";

/** The body of an event. It is read when somebody opens it. */
export function EventBody({ eventId }: { readonly eventId: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details class="event-body" open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{texts.body}</summary>
      {isOpen && <LoadedBody eventId={eventId} />}
    </details>
  );
}

function LoadedBody({ eventId }: { readonly eventId: string }) {
  const { data, error, reload } = useEvent(eventId);
  if (data !== undefined) return <Code text={formatJson(data.body)} label={texts.body} />;
  if (error === undefined) return <Skeleton height="160px" />;
  if (error instanceof ApiError && error.status === 404) return <p class="quiet">{texts.bodyGone}</p>;
  if (error instanceof ApiError && error.status === 410) return <p class="quiet">{texts.bodyDeleted}</p>;
  return <ErrorNotice what={texts.bodyFailed} error={error} onRetry={() => void reload()} />;
}

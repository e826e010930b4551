import type { Render } from "@image-render/client";
import { Send } from "lucide";
import { useState } from "preact/hooks";
import { Button } from "../../components/button.js";
import { ErrorNotice, Skeleton } from "../../components/states.js";
import { toast } from "../../components/toasts.js";
import { states } from "../../messages/en/common.js";
import { renderWebhooks as texts } from "../../messages/en/renders.js";
import { pathTo } from "../../router/location.js";
import { irs } from "../../service/irs.js";
import { asError } from "../../service/resources.js";
import { hasScope } from "../../session/session.js";
import { DeliveryCard } from "../webhooks/delivery-card.js";
import { useLiveAttempts } from "../webhooks/service/use-live-attempts.js";
import { useRenderDeliveries } from "../webhooks/service/use-deliveries.js";

/** The first attempt follows the end of a render within seconds. */
const FIRST_ATTEMPT_MS = 15_000;

/** The webhooks of a render: each delivery with its attempts. */
export function RenderWebhooks({ render }: { readonly render: Render }) {
  const hasEnded = render.status !== "queued";
  const { data, error, reload } = useRenderDeliveries(render.id, render.status);
  const expectAttempt = useLiveAttempts(data, reload, data?.length === 0 && hasJustEnded(render));
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Error>();
  const resend = async (): Promise<void> => {
    setBusy(true);
    setFailure(undefined);
    try {
      const { targets } = await irs.renders.resendWebhook(render.id);
      toast(texts.resent(targets));
      expectAttempt();
    } catch (thrown) {
      setFailure(asError(thrown));
    }
    setBusy(false);
  };
  return (
    <section>
      <div class="section-head">
        <h2>{texts.title}</h2>
        {hasEnded && data !== undefined && data.length > 0 && (
          <Button icon={Send} isBusy={isBusy} onClick={() => void resend()}>
            {texts.resend}
          </Button>
        )}
      </div>
      {failure !== undefined && <ErrorNotice what={texts.resendFailed} error={failure} unchanged={states.unchanged} />}
      {error !== undefined && data === undefined && (
        <ErrorNotice what={texts.failed} error={error} onRetry={() => void reload()} />
      )}
      {data === undefined && error === undefined && <Skeleton height="48px" />}
      {data?.length === 0 && (
        <p class="quiet">
          {hasEnded ? texts.none : texts.noneYet}{" "}
          {hasEnded && hasScope("admin") && <a href={pathTo("webhooks")}>{texts.endpoints}</a>}
        </p>
      )}
      {data?.map((delivery) => (
        <DeliveryCard key={delivery.endpointId ?? ""} delivery={delivery} />
      ))}
    </section>
  );
}

const hasJustEnded = ({ finishedAt }: Render): boolean =>
  finishedAt !== undefined && Date.now() - Date.parse(finishedAt) < FIRST_ATTEMPT_MS;

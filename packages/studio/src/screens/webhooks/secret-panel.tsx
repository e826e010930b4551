import type { WebhookSecret } from "@image-render/client";
import { RotateCw } from "lucide";
import { useEffect, useState } from "preact/hooks";
import { Button } from "../../components/button.js";
import { Code } from "../../components/code.js";
import { RelativeTime } from "../../components/relative-time.js";
import { ErrorNotice, Skeleton } from "../../components/states.js";
import { toast } from "../../components/toasts.js";
import { dialogs, states } from "../../messages/en/common.js";
import { secretTexts as texts } from "../../messages/en/webhooks.js";
import { irs } from "../../service/irs.js";
import { asError } from "../../service/resources.js";

/**
 * Shows a secret and the state of the previous one, and replaces the secret. It is not kept in the page's data: it is
 * read when somebody opens the panel.
 */
export function SecretPanel({ endpointId }: { readonly endpointId: string | undefined }) {
  const [secret, setSecret] = useState<WebhookSecret>();
  const [failure, setFailure] = useState<{ readonly what: string; readonly error: Error }>();
  const [isBusy, setBusy] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const load = (): void => {
    setFailure(undefined);
    readSecret(endpointId).then(setSecret, (error: unknown) =>
      setFailure({ what: texts.failed, error: asError(error) }),
    );
  };
  useEffect(load, [endpointId]);
  const rotate = async (): Promise<void> => {
    setBusy(true);
    setFailure(undefined);
    try {
      setSecret(await rotateSecret(endpointId));
      toast(texts.rotated);
    } catch (thrown) {
      setFailure({ what: texts.rotateFailed, error: asError(thrown) });
    }
    setBusy(false);
    setAsking(false);
  };
  if (secret === undefined) {
    return failure === undefined ? <Skeleton height="120px" /> : <ErrorNotice {...failure} onRetry={load} />;
  }
  const { previous } = secret;
  return (
    <div class="secret">
      <Code text={secret.secret} label={texts.label} />
      <p class="quiet">
        {texts.created} <RelativeTime at={secret.createdAt} /> ·{" "}
        <a href="/docs/webhooks#verify-the-signature">{texts.verify}</a>
      </p>
      {previous !== undefined && (
        <>
          <p>
            {texts.previous} <RelativeTime at={previous.validUntil} />:
          </p>
          <Code text={previous.secret} label={texts.previousLabel} />
        </>
      )}
      {isAsking ? (
        <div class="secret-ask" role="alert">
          <p>{texts.rotateLoss}</p>
          <Button kind="danger" isBusy={isBusy} onClick={() => void rotate()}>
            {texts.rotateAnyway}
          </Button>
          <Button onClick={() => setAsking(false)}>{dialogs.cancel}</Button>
        </div>
      ) : (
        <p class="secret-rotate">
          <Button
            icon={RotateCw}
            isBusy={isBusy}
            onClick={() => (previous === undefined ? void rotate() : setAsking(true))}
          >
            {texts.rotate}
          </Button>
          <span class="quiet">{texts.rotateHint}</span>
        </p>
      )}
      {failure !== undefined && <ErrorNotice {...failure} unchanged={states.unchanged} />}
    </div>
  );
}

const readSecret = (endpointId: string | undefined): Promise<WebhookSecret> =>
  endpointId === undefined ? irs.webhooks.secret() : irs.webhooks.endpointSecret(endpointId);

const rotateSecret = (endpointId: string | undefined): Promise<WebhookSecret> =>
  endpointId === undefined ? irs.webhooks.rotateSecret() : irs.webhooks.rotateEndpointSecret(endpointId);

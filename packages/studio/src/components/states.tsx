import { ApiError, ConnectionError } from "@image-render/client";
import { RotateCw } from "lucide";
import type { ComponentChildren } from "preact";
import { actions, states } from "../messages/en/common.js";
import { Button } from "./button.js";
import { CopyId } from "./copy.js";
import "./states.css";

/** Says what would be here, why there is nothing yet, and what the first step is. */
export function Empty({
  title,
  children,
  action,
}: {
  readonly title: string;
  readonly children?: ComponentChildren;
  readonly action?: ComponentChildren;
}) {
  return (
    <div class="empty">
      <h2>{title}</h2>
      {children !== undefined && <p class="quiet">{children}</p>}
      {action}
    </div>
  );
}

interface ErrorNoticeProps {
  /** A sentence that names the failed action, for example “The templates could not be loaded.” */
  readonly what: string;
  readonly error: Error;
  /** A sentence about the data that is unchanged. Leave it out for actions that only read. */
  readonly unchanged?: string;
  readonly onRetry?: (() => void) | undefined;
}

/** Says what happened, what is unchanged, and what to do, next to the thing that failed. */
export function ErrorNotice({ what, error, unchanged, onRetry }: ErrorNoticeProps) {
  const requestId = error instanceof ApiError ? error.requestId : undefined;
  return (
    <div class="error-notice" role="alert">
      <p>
        <strong>{what}</strong> {error instanceof ConnectionError ? states.offline : error.message}
        {unchanged !== undefined && ` ${unchanged}`}
      </p>
      <div class="error-notice-more">
        {onRetry !== undefined && (
          <Button icon={RotateCw} onClick={onRetry}>
            {actions.retry}
          </Button>
        )}
        {requestId !== undefined && (
          <span class="quiet">
            {states.requestId} <CopyId id={requestId} />
          </span>
        )}
      </div>
    </div>
  );
}

/** Gray bars in place of data that is still loading. Give them the size of the data. */
export function Skeleton({ width = "100%", height = "14px" }: { readonly width?: string; readonly height?: string }) {
  return <span class="skeleton" style={{ width, height }} aria-hidden="true" />;
}

/** A thin line at the top of a list that is being reloaded. It appears after 300 ms. */
export function ProgressLine({ isShown }: { readonly isShown: boolean }) {
  return isShown ? <div class="progress-line" role="progressbar" aria-label={states.loading} /> : null;
}

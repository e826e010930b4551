import { signal } from "@preact/signals";
import { formatRelative, formatTime } from "../messages/format.js";

/** All times of a page change together, and only while the page is visible. */
const now = signal(Date.now());
setInterval(() => {
  if (document.visibilityState === "visible") now.value = Date.now();
}, 10_000);

/** A time relative to now. The exact time shows on hover and on focus. */
export function RelativeTime({ at }: { readonly at: string }) {
  // A time after the last tick must not appear to be in the future.
  const nowMs = Math.max(now.value, Date.now());
  return (
    <time dateTime={at} title={formatTime(at)} tabIndex={0}>
      {formatRelative(at, nowMs)}
    </time>
  );
}

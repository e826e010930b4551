import { signal } from "@preact/signals";
import { formatRelative, formatTime } from "../messages/format.js";

/** All times of a page change together, and only while somebody may look. */
const now = signal(Date.now());
setInterval(() => {
  if (document.visibilityState === "visible") now.value = Date.now();
}, 10_000);

/** A time as its distance from now. The exact time shows on hover and on focus. */
export function RelativeTime({ at }: { readonly at: string }) {
  // What was made after the last tick must not lie in the future.
  const nowMs = Math.max(now.value, Date.now());
  return (
    <time dateTime={at} title={formatTime(at)} tabIndex={0}>
      {formatRelative(at, nowMs)}
    </time>
  );
}

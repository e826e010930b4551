/** Finds out when a lost connection has come back, and then reads again what the page shows. */
import { irs, isConnectionLost } from "./irs.js";
import { continueShown } from "./resources.js";

const PAUSE_MS = 3_000;

/** Asks the service again and again while the connection is lost. */
export function startReconnecting(): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const ask = (): void => {
    timer = undefined;
    if (!isConnectionLost.value) return;
    irs.health({ timeoutMs: PAUSE_MS }).catch(() => (timer ??= setTimeout(ask, PAUSE_MS)));
  };
  let wasLost = false;
  isConnectionLost.subscribe((isLost) => {
    if (isLost) timer ??= setTimeout(ask, PAUSE_MS);
    // Any response brings the connection back, even the response to a request that a person has started.
    else if (wasLost) continueShown();
    wasLost = isLost;
  });
  addEventListener("online", ask);
}

/** Finds out when a lost connection has come back, and then reads again what the page shows. */
import { irs, isConnectionLost } from "./irs.js";
import { reloadShown } from "./resources.js";

const PAUSE_MS = 3_000;

/** Asks the service again and again while the connection is lost. */
export function startReconnecting(): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const ask = (): void => {
    timer = undefined;
    if (!isConnectionLost.value) return;
    irs.health({ timeoutMs: PAUSE_MS }).then(reloadShown, () => (timer ??= setTimeout(ask, PAUSE_MS)));
  };
  isConnectionLost.subscribe((isLost) => {
    if (isLost) timer ??= setTimeout(ask, PAUSE_MS);
  });
  addEventListener("online", ask);
}

/** Ends the sessions that the given cookies belong to. */
import { type SessionCookie, sessionAddressOf, type SessionStore } from "./session.js";

/** Does nothing for a cookie that is malformed or has no session. */
export async function endSession(
  sessions: Pick<SessionStore, "deleteSession">,
  ...cookies: readonly SessionCookie[]
): Promise<void> {
  for (const cookie of cookies) {
    const address = sessionAddressOf(cookie);
    if (address !== undefined) await sessions.deleteSession(address.hash);
  }
}

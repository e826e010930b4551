/** Ends the session of a cookie. */
import { sessionAddressOf, type SessionStore } from "./session.js";

/** Does nothing if the cookie is missing, is malformed, or has no session. */
export async function endSession(
  sessions: Pick<SessionStore, "deleteSession">,
  cookie: string | undefined,
): Promise<void> {
  const address = cookie === undefined ? undefined : sessionAddressOf(cookie);
  if (address !== undefined) await sessions.deleteSession(address.hash);
}

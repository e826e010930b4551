/** Ends the session of a cookie. */
import { sessionAddressOf, type SessionStore } from "./session.js";

/** Any cookie will do: one that is no session's has nothing to end. */
export async function endSession(
  sessions: Pick<SessionStore, "deleteSession">,
  cookie: string | undefined,
): Promise<void> {
  const address = cookie === undefined ? undefined : sessionAddressOf(cookie);
  if (address !== undefined) await sessions.deleteSession(address.hash);
}

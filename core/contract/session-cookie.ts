/**
 * The cookie that holds a session. Browsers accept the prefix `__Host-` only from this host itself, over TLS (or from
 * the local machine), and for all paths. So neither a sibling domain nor a page without TLS can replace somebody's
 * session.
 */
export const SESSION_COOKIE = "__Host-irs_session";

/**
 * The earlier name of the cookie. Sessions that began under it stay valid until they end, at most 12 hours after the
 * update. New sessions do not use it, and a session that began under the new name is not valid under this one.
 */
export const OLD_SESSION_COOKIE = "irs_session";

/** All names of the cookie. The first one takes precedence. They are part of CloudFront's cache key. */
export const SESSION_COOKIES = [SESSION_COOKIE, OLD_SESSION_COOKIE] as const;
export type SessionCookieName = (typeof SESSION_COOKIES)[number];

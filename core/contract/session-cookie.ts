/** The cookie that holds a session. CloudFront keys its cache by this name. */
export const SESSION_COOKIE = "irs_session";

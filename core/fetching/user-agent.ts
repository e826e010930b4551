/** The user agent of requests for images and of webhooks. */
export const USER_AGENT = "image-render-service";

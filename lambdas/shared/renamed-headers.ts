/** Handles headers that cannot pass through a function URL. */
import type { MiddlewareObj } from "@middy/core";
import type { HttpEvent } from "./http-event.js";
import type { HttpResponse } from "./http-response.js";

/**
 * Lambda renames these on their way through a function URL, to `x-amzn-remapped-…` (the first is shown in
 * https://github.com/cargo-lambda/cargo-lambda/issues/862). Callers would get headers that no document mentions.
 */
const RENAMED_HEADERS = new Set(["content-length", "www-authenticate"]);

/** Removes the headers that Lambda would rename. Attach it first, so that it sees the response last. */
export function withoutRenamedHeaders(): MiddlewareObj<HttpEvent, HttpResponse> {
  const removeHeaders: NonNullable<MiddlewareObj<HttpEvent, HttpResponse>["after"]> = (request) => {
    if (request.response === undefined || request.response === null) return;
    const kept = Object.entries(request.response.headers).filter(([name]) => !RENAMED_HEADERS.has(name));
    request.response = { ...request.response, headers: Object.fromEntries(kept) };
  };
  return { after: removeHeaders, onError: removeHeaders };
}

/** Checks a URL that webhooks are delivered to. */
import type { Issue } from "@image-render/engine/issues";
import { checkPublicUrl } from "@image-render/guarded-fetch";

/** Returns the issues of the URL. Does not resolve the name: each delivery resolves it and checks every address. */
export function webhookUrlIssues(path: string, url: string | undefined, allowLoopback: boolean): Issue[] {
  const message = url === undefined ? undefined : checkPublicUrl(url, { allowLoopback });
  return message === undefined ? [] : [{ path, message }];
}

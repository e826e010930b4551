/** Serves the pages of the site as the stack does, without the stack. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { siteKeyOf } from "../../lambdas/edge/site.js";
import { contentSecurityPolicy } from "../../lib/delivery-policies.js";
import type { SiteFiles } from "../../lib/site-files.js";

export interface SiteServer {
  readonly base: string;
  close(): void;
}

/** Serves the files by the key that the edge function gives them, with the security policy of CloudFront. */
export async function serveSite(files: SiteFiles): Promise<SiteServer> {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://localhost");
    const found = files.get(siteKeyOf(pathname)?.replace("site/", "") ?? "");
    const headers = { "content-security-policy": contentSecurityPolicy("https://bucket.example.com") };
    if (found === undefined) response.writeHead(404, headers).end();
    else response.writeHead(200, { ...headers, "content-type": found.file.contentType }).end(found.content);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { base: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => void server.close() };
}

import { afterEach, describe, expect, test } from "@jest/globals";
import type { RequestListener } from "node:http";
import sharp from "sharp";
import { createGuardedFetcher } from "@image-render/guarded-fetch";
import { fetchImage } from "../../../core/fetching/fetch-image.js";
import { failureOf } from "../../../packages/guarded-fetch/test/support/failure-of.js";
import { OpenServers, serveHttp } from "../../../packages/guarded-fetch/test/support/loopback-servers.js";

const servers = new OpenServers();
afterEach(() => servers.closeAll());
const serve = (listener: RequestListener) => servers.add(serveHttp(listener));
const limits = { timeoutMs: 20_000, maxBytes: 1024 * 1024 };
const fetcher = createGuardedFetcher({ limits, allowLoopback: true });

describe("fetchImage", () => {
  test("fetchImage detects the type from the bytes and ignores the Content-Type", async () => {
    const png = await sharp({ create: { width: 2, height: 2, channels: 4, background: "red" } })
      .png()
      .toBuffer();
    const server = await serve((_request, response) => void response.setHeader("content-type", "text/html").end(png));
    const image = await fetchImage(fetcher, `${server.origin}/a.jpg`);
    expect(image.type).toBe("image/png");
    expect(image.bytes.equals(png)).toBe(true);
  });

  test.each([
    ["image/png", "<html><body>Sign in</body></html>", "a web page"],
    ["image/png", "", "an empty file"],
    ["image/png", "just text", "a file that is not an image"],
    ["image/heic", "\0\0\0\x18ftypheic\0\0\0\0mif1heic", "a HEIC image"],
  ])(
    "fetchImage rejects a file that is not a usable image, with Content-Type %s: %j",
    async (contentType, body, found) => {
      const server = await serve(
        (_request, response) => void response.setHeader("content-type", contentType).end(body),
      );
      const failure = await failureOf(fetchImage(fetcher, server.origin));
      expect(failure).toMatchObject({ kind: "content", retryable: false });
      expect(failure.message).toBe(
        `127.0.0.1:${server.port} returned ${found}. Use a PNG, JPEG, WebP, AVIF, GIF, or SVG image.`,
      );
    },
  );

  test.each([
    [400, false],
    [403, false],
    [404, false],
    [408, true],
    [410, false],
    [425, true],
    [429, true],
    [500, true],
    [503, true],
  ])("fetchImage fails for status %i, with retryable = %p", async (status, retryable) => {
    const server = await serve((_request, response) => void response.writeHead(status).end("<svg/>"));
    const failure = await failureOf(fetchImage(fetcher, `${server.origin}/a.png?key=secret`));
    expect(failure).toMatchObject({ kind: "status", retryable, status });
    expect(failure.message).toBe(`127.0.0.1:${server.port} returned status ${status}.`);
  });

  test("fetchImage applies the caller's limit of bytes", async () => {
    const server = await serve((_request, response) => void response.end("<svg>".padEnd(200)));
    expect((await failureOf(fetchImage(fetcher, server.origin, { maxBytes: 100 }))).kind).toBe("too-large");
  });
});

/** The package is small, and uses only what every runtime has. */
import { readdirSync, readFileSync } from "node:fs";
import { createContext, Script } from "node:vm";
import { gzipSync } from "node:zlib";
import { describe, expect, test } from "@jest/globals";
import { build } from "esbuild";

/** The size that the package promises, compressed by gzip. */
const MAX_BYTES = 8 * 1024;

async function bundle(format: "esm" | "iife"): Promise<Uint8Array> {
  const { outputFiles } = await build({
    entryPoints: ["packages/client/src/index.ts"],
    bundle: true,
    minify: true,
    platform: "neutral",
    target: "es2022",
    format,
    globalName: "client",
    write: false,
  });
  return outputFiles[0]?.contents ?? new Uint8Array();
}

test("all of the client is at most 8 kB, minified and compressed", async () => {
  expect(gzipSync(await bundle("esm"), { level: 9 }).length).toBeLessThanOrEqual(MAX_BYTES);
});

test("no file of the client except the entry point for Node.js names anything that only Node.js has", () => {
  const files = readdirSync("packages/client/src", { recursive: true, encoding: "utf8" });
  const others = files.filter((file) => file.endsWith(".ts") && file !== "node.ts");
  expect(others.length).toBeGreaterThan(20);
  for (const file of others) {
    expect(readFileSync(`packages/client/src/${file}`, "utf8")).not.toMatch(
      /\bfrom "node:|\bBuffer\b|\bprocess\.|\bglobal\./,
    );
  }
});

describe("with only the functions of web standards", () => {
  test("the bundle renders, verifies and signs", async () => {
    const calls: string[] = [];
    const web = {
      fetch: (url: URL) => {
        calls.push(url.pathname);
        return Promise.resolve(Response.json({ id: "a", status: "done" }));
      },
      ...{ URL, Headers, Response, Request, Blob, File, ReadableStream, TextEncoder, TextDecoder },
      ...{ AbortController, AbortSignal, setTimeout, clearTimeout, crypto, atob, btoa },
    };
    const context = createContext(web);
    new Script(new TextDecoder().decode(await bundle("iife"))).runInContext(context);
    const program = `(async () => {
      const irs = new client.ImageRenderService({ baseUrl: "https://images.example.com", apiKey: "irs_x" });
      const { status } = await irs.renders.createAndWait({ template: "a", layers: { title: { text: "Hello" } } });
      const signer = irs.images.signer({ template: "a", keyId: "k1", generation: 1, key: "k" });
      return status + " " + (await signer.url({ layers: { title: { text: "Hello" } } }));
    })()`;
    const result = (await new Script(program).runInContext(context)) as string;
    expect(result).toMatch(/^done https:\/\/images\.example\.com\/api\/v1\/img\/a\?title=Hello&sig=k1\.1\.[\w-]{43}$/);
    expect(calls).toEqual(["/api/v1/render"]);
  });
});

import { createHash } from "node:crypto";
import { beforeAll, describe, expect, test } from "@jest/globals";
import { createdWorkspaceSchema } from "../../core/contract/access-api.js";
import { errorBodySchema } from "../../core/contract/errors.js";
import { type SignResponse, signResponseSchema } from "../../core/contract/sign-api.js";
import { hmac, withoutFunctions } from "./delivery-support.js";
import { statusAndCode } from "./responses.js";
import { until } from "./service.js";
import { useService } from "./use-service.js";

const { service, stack } = useService();
let template = "";

beforeAll(() => {
  template = service.template("Open Graph card");
});

const pathOf = (url: string) => url.slice(service.connection.baseUrl.length);
const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  service.call(`/api/v1${path}`, {
    method: "POST",
    body: JSON.stringify(body),
    headers: { "content-type": "application/json", ...headers },
  });

async function mint(body: Record<string, unknown> = {}): Promise<SignResponse> {
  const response = await post("/img/sign", { template, ...body });
  const text = await response.text();
  if (response.status !== 200) throw new Error(`${response.status}: ${text}`);
  return signResponseSchema.parse(JSON.parse(text));
}

/** Stores a picture where the edge finds it for a URL, so that views of the URL need no invocation. */
async function storeAt(url: string, content: string): Promise<void> {
  const [path = "", query = ""] = pathOf(url).split("?");
  const lines = query.split("&").filter((line) => !/^(sig|exp)=/.test(line));
  const hash = createHash("sha256")
    .update(["v1", path.split("/").at(-1), ...lines].join("\n"))
    .digest("hex");
  const cacheControl = "public, max-age=31536000, immutable";
  await stack.store(`img/${hash.slice(0, 2)}/${hash}.png`, Buffer.from(content), { type: "image/png", cacheControl });
}

const textOf = async (url: string) => (await service.fetch(pathOf(url))).text();

describe("minting", () => {
  test("a minted URL passes the edge, is the same when it is minted again, and costs nothing", async () => {
    const usage = async () => await (await service.call("/api/v1/usage")).text();
    const before = await usage();
    const minted = await mint({ layers: { title: { text: "Ünïcode & more" } } });
    expect(await mint({ layers: { title: { text: "Ünïcode & more" } } })).toEqual(minted);
    expect(minted.urls).toEqual([{ url: minted.url, expiresAt: minted.expiresAt }]);
    await storeAt(minted.url, "stored");
    await withoutFunctions(service, async () => expect(await textOf(minted.url)).toBe("stored"));
    expect((await service.fetch(`${pathOf(minted.url)}x`)).status).toBe(401);
    expect(await usage()).toBe(before);
  });

  test("minting a list reports the issues of each item with the index of the item", async () => {
    const response = await post("/img/sign", { jobs: [{ template }, { template, layers: { nobody: {} } }] });
    expect(response.status).toBe(422);
    const { details } = errorBodySchema.parse(await response.json());
    expect(details?.["jobs"]).toMatchObject([{ index: 1, issues: [{ path: "layers.nobody" }] }]);
  });

  test("50 URLs of one request fit into the record of its Idempotency-Key", async () => {
    const headers = { "idempotency-key": "fifty" };
    const body = { template, jobs: 50, layers: { title: { text: "x".repeat(3_700) } } };
    const first = await post("/img/sign", body, headers);
    const again = await post("/img/sign", body, headers);
    expect([first.status, again.status]).toEqual([200, 200]);
    expect(again.headers.get("idempotency-replayed")).toBe("true");
    const minted = signResponseSchema.parse(await first.json());
    expect(await again.json()).toEqual(minted);
    expect(new Set(minted.urls.map(({ url }) => url)).size).toBe(50);
    expect((await post("/img/sign", { template }, headers)).status).toBe(422);
  });

  test("simultaneous requests with one Idempotency-Key all get the same URLs", async () => {
    const send = () => post("/img/sign", { template, expiresIn: 60 }, { "idempotency-key": "race" });
    const bodies = await Promise.all(Array.from({ length: 12 }, async () => await (await send()).text()));
    expect(new Set(bodies).size).toBe(1);
  });
});

describe("purging", () => {
  test("purging removes the stored picture of a URL and its copy at the edge, and no other picture", async () => {
    const [gone, kept] = (await mint({ jobs: 2, layers: { title: { text: "To purge" } } })).urls;
    const urls = [gone?.url ?? "", kept?.url ?? ""] as const;
    for (const url of urls) {
      await storeAt(url, "first");
      expect(await textOf(url)).toBe("first");
      // From now on the edge has a copy, whatever is stored.
      await storeAt(url, "second");
      expect(await textOf(url)).toBe("first");
    }
    expect((await post("/img/purge", { url: urls[0] })).status).toBe(204);
    expect(await textOf(urls[1])).toBe("first");
    await storeAt(urls[0], "third");
    expect(await textOf(urls[0])).toBe("third");
  });

  test("purging a URL of another workspace responds with 404", async () => {
    const { url } = await mint();
    const made = await post("/workspaces", { name: "Other", plan: "unlimited" });
    const { key } = createdWorkspaceSchema.parse(await made.json());
    const response = await post("/img/purge", { url }, { authorization: `Bearer ${key}` });
    expect(await statusAndCode(response)).toEqual([404, "NOT_FOUND"]);
  });
});

describe("signing keys", () => {
  test("a rotation keeps existing URLs valid, and its new key verifies at once and signs minutes later", async () => {
    const before = await mint({ layers: { title: { text: "Before" } } });
    await storeAt(before.url, "before");
    const response = await post("/signing/rotate", {});
    const { keyId, signsFrom } = (await response.json()) as { keyId: string; signsFrom: string };
    expect(response.status).toBe(200);
    expect(Date.parse(signsFrom)).toBeGreaterThan(Date.now() + 4 * 60_000);
    expect(await textOf(before.url)).toBe("before");
    // The old key keeps signing until the edge certainly knows the new one.
    expect((await mint({ layers: { title: { text: "Before" } } })).url).toBe(before.url);
    const ring = JSON.parse(await stack.readSecret("AccessSigningKeys")) as Record<string, string>;
    const lines = (pathOf(before.url).split("?")[1] ?? "").split("&").filter((line) => !line.startsWith("sig="));
    const templateKey = hmac(hmac(ring[keyId] ?? "", "img"), `${template}\n1`);
    const sig = `${keyId}.1.${hmac(templateKey, ["v1", template, ...lines].join("\n"))}`;
    const resigned = `/api/v1/img/${template}?${[...lines, `sig=${sig}`].join("&")}`;
    expect((await service.fetch(resigned)).status).toBe(200);
    // A second request returns the rotation that is in progress.
    expect(await (await post("/signing/rotate", {})).json()).toEqual({ keyId, signsFrom });
  });

  test("the current, the next and an unknown signing key cannot be revoked", async () => {
    const { keyId } = (await (await post("/signing/rotate", {})).json()) as { keyId: string };
    const codes = [];
    for (const id of ["k1", keyId, "none"]) {
      const [, code] = await statusAndCode(await post("/signing/revoke", { keyId: id }));
      codes.push(code);
    }
    expect(codes).toEqual(["VALIDATION_ERROR", "VALIDATION_ERROR", "NOT_FOUND"]);
  });

  test("a URL that a revoked signing key signed is refused", async () => {
    const signing = stack.signing();
    const ring = JSON.parse(await signing.secret.read()) as Record<string, unknown>;
    const old = "o".repeat(64);
    await signing.secret.write(JSON.stringify({ ...ring, k0: old }));
    await signing.edge.put({ "img.k0": hmac(old, "img"), "asset.k0": hmac(old, "asset") });
    const sig = `k0.1.${hmac(hmac(hmac(old, "img"), `${template}\n1`), ["v1", template, "title=Old"].join("\n"))}`;
    const url = `/api/v1/img/${template}?title=Old&sig=${sig}`;
    await storeAt(`${service.connection.baseUrl}${url}`, "old");
    expect((await service.fetch(url)).status).toBe(200);
    expect((await post("/signing/revoke", { keyId: "k0" })).status).toBe(204);
    expect((await service.fetch(url)).status).toBe(401);
  });

  test("revoking a template's signatures refuses its old URLs, and not its new ones or those of other templates", async () => {
    const other = service.template("Certificate");
    const [mine, others] = [await mint(), await mint({ template: other })];
    for (const { url } of [mine, others]) await storeAt(url, "stored");
    const response = await post(`/templates/${template}/revoke-signatures`, {});
    expect([response.status, await response.json()]).toEqual([200, { generation: 2 }]);
    expect((await service.fetch(pathOf(mine.url))).status).toBe(401);
    expect((await service.fetch(pathOf(others.url))).status).toBe(200);
    const next = await mint();
    expect(next.url).toContain("sig=k1.2.");
    expect(await textOf(next.url)).toBe("stored");
  });
});

describe("template signing keys", () => {
  const fetchKey = async () => {
    const response = await service.call(`/api/v1/templates/${template}/signing-key`);
    expect([response.status, response.headers.get("cache-control")]).toEqual([200, "no-store"]);
    return (await response.json()) as { template: string; keyId: string; generation: number; key: string };
  };
  const signedBy = async ({ keyId, generation, key }: Awaited<ReturnType<typeof fetchKey>>, line: string) => {
    const sig = `${keyId}.${generation}.${hmac(key, ["v1", template, line].join("\n"))}`;
    return `/api/v1/img/${template}?${line}&sig=${sig}`;
  };

  test("a template's own key signs URLs without the service, until the template's signatures are revoked", async () => {
    const own = await fetchKey();
    const url = await signedBy(own, "title=Signed%20elsewhere");
    await until("the picture is shown", async () => ((await service.fetch(url)).status === 200 ? true : undefined));
    expect((await post(`/templates/${template}/revoke-signatures`, undefined)).status).toBe(200);
    await until("the URL is refused", async () => ((await service.fetch(url)).status === 401 ? true : undefined));
    const next = await fetchKey();
    expect(next.generation).toBe(own.generation + 1);
    expect(next.key).not.toBe(own.key);
  });
});

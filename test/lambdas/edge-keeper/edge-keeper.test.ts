/** Tests the routes that maintain what is stored at the edge, with the secret, the edge and the tables in memory. */
import { beforeEach, describe, expect, test } from "@jest/globals";
import type { Scope } from "../../../core/contract/scopes.js";
import { createPurgeQuota } from "../../../core/signed-images/purge-quota.js";
import { purgeImageRoute } from "../../../lambdas/edge-keeper/routes/purge-image.js";
import { revokeSignaturesRoute } from "../../../lambdas/edge-keeper/routes/revoke-signatures.js";
import { signingKeyRoutes } from "../../../lambdas/edge-keeper/routes/signing-keys.js";
import { createInMemoryGenerations } from "../../support/in-memory-generations.js";
import { createInMemoryLimits } from "../../support/in-memory-limits.js";
import { createRenderFixture, OTHER_WORKSPACE, START_MS, TEMPLATE } from "../../support/render-fixture.js";
import { caller, method, setUp } from "../shared/http-app-fixture.js";

const K1 = "k".repeat(64);
const URL = `/api/v1/img/${TEMPLATE}?title=Hi&sig=k1.1.${"A".repeat(43)}`;

/** The edge-keeper function. */
function createFunction(workspaceId = caller.workspaceId) {
  const { templates } = createRenderFixture();
  const world = {
    secret: JSON.stringify({ current: "k1", k1: K1 }),
    edge: new Map<string, string>(),
    removed: [] as string[],
    invalidated: [] as string[],
  };
  const edgeKeys = {
    put: async (entries: Readonly<Record<string, string>>) =>
      Object.entries(entries).forEach(([name, value]) => world.edge.set(name, value)),
    remove: async (names: readonly string[]) => names.forEach((name) => world.edge.delete(name)),
  };
  const now = () => START_MS;
  const { call } = setUp({
    routes: {
      purgeImage: purgeImageRoute({
        templates,
        takePurge: createPurgeQuota(createInMemoryLimits(), now, 100),
        pictures: { remove: async (key) => void world.removed.push(key) },
        edge: { invalidate: async (paths) => void world.invalidated.push(...paths) },
      }),
      revokeSignatures: revokeSignaturesRoute({ templates, generations: createInMemoryGenerations(), edge: edgeKeys }),
      ...signingKeyRoutes({
        signingKeys: { read: async () => world.secret, write: async (text) => void (world.secret = text) },
        edgeKeys,
        now,
      }),
    },
    caller: { ...caller, workspaceId, scopes: ["templates", "admin", "operator"] satisfies Scope[] },
  });
  const post = (path: string, body?: unknown) =>
    call(
      {
        ...method("POST"),
        rawPath: `/api/v1/${path}`,
        ...(body !== undefined && { body: JSON.stringify(body) }),
      },
      { "content-type": "application/json" },
    );
  return { world, post };
}

let keeper: ReturnType<typeof createFunction>;
beforeEach(() => {
  keeper = createFunction();
});

describe("POST /img/purge", () => {
  test("a purged picture is removed from the bucket and from the edge, and the response is empty", async () => {
    const { statusCode, body } = await keeper.post("img/purge", { url: URL });
    expect([statusCode, body]).toEqual([204, ""]);
    expect(keeper.world.removed).toEqual([expect.stringMatching(/^img\/[0-9a-f]{2}\/[0-9a-f]{64}\.png$/)]);
    expect(keeper.world.invalidated).toEqual([`/${keeper.world.removed[0] ?? ""}`, `/api/v1/img/${TEMPLATE}`]);
  });

  test("a picture of another workspace is not found and not removed", async () => {
    const other = createFunction(OTHER_WORKSPACE);
    expect((await other.post("img/purge", { url: URL })).statusCode).toBe(404);
    expect(other.world.removed).toEqual([]);
  });
});

describe("POST /templates/{id}/revoke-signatures", () => {
  test("each revocation raises the generation of the template, and the edge learns of it", async () => {
    const first = await keeper.post(`templates/${TEMPLATE}/revoke-signatures`);
    const second = await keeper.post(`templates/${TEMPLATE}/revoke-signatures`);
    expect([first.statusCode, first.json, second.json]).toEqual([200, { generation: 2 }, { generation: 3 }]);
    expect(keeper.world.edge.get(`generation.${TEMPLATE}`)).toBe("3");
  });

  test("the signatures of another workspace's template cannot be revoked", async () => {
    const other = createFunction(OTHER_WORKSPACE);
    expect((await other.post(`templates/${TEMPLATE}/revoke-signatures`)).statusCode).toBe(404);
    expect(other.world.edge.size).toBe(0);
  });
});

describe("POST /signing/rotate and /signing/revoke", () => {
  test("a rotation returns the new key and when it begins to sign", async () => {
    const { statusCode, json } = await keeper.post("signing/rotate");
    expect(statusCode).toBe(200);
    expect(json).toEqual({ keyId: expect.any(String), signsFrom: "2026-11-01T12:05:00.000Z" });
    expect(keeper.world.edge.has(`img.${String(json.keyId)}`)).toBe(true);
    expect(keeper.world.secret).toContain(String(json.keyId));
  });

  test("a key that signs cannot be revoked, and an earlier one is gone from the secret and from the edge", async () => {
    keeper.world.secret = JSON.stringify({ current: "k2", k1: K1, k2: "j".repeat(64) });
    keeper.world.edge.set("img.k1", "x").set("asset.k1", "x");
    expect((await keeper.post("signing/revoke", { keyId: "k2" })).statusCode).toBe(422);
    const { statusCode, body } = await keeper.post("signing/revoke", { keyId: "k1" });
    expect([statusCode, body]).toEqual([204, ""]);
    expect(keeper.world.edge.size).toBe(0);
    expect(JSON.parse(keeper.world.secret)).not.toHaveProperty("k1");
    expect((await keeper.post("signing/revoke", { keyId: "k1" })).statusCode).toBe(404);
  });
});

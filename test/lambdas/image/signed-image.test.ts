/** Tests the route of signed images with stores in memory and a renderer that the test controls. */
import { describe, expect, test } from "@jest/globals";
import { signedImageRoute } from "../../../lambdas/image/routes/signed-image.js";
import type { AssetConditions } from "../../../core/shared/asset-store.js";
import { createViewFixture } from "../../core/signed-images/view-fixture.js";
import { TEMPLATE } from "../../support/render-fixture.js";
import { method, setUp } from "../shared/http-app-fixture.js";

const QUERY = `title=Hello&sig=k1.1.${"A".repeat(43)}`;

function createFunction() {
  const fixture = createViewFixture();
  const opened: [key: string, conditions: AssetConditions][] = [];
  const assets = {
    open: async (key: string, conditions: AssetConditions) => {
      opened.push([key, conditions]);
      return await fixture.dependencies.assets.open(key);
    },
  };
  const route = signedImageRoute({ ...fixture.dependencies, assets, inline: fixture.inlineDependencies });
  const { call } = setUp({ routes: { getSignedImage: route, headSignedImage: route }, remainingMs: 60_000 });
  const view = (rawQueryString = QUERY, by = "GET", headers: Record<string, string> = {}) =>
    call({ ...method(by), rawPath: `/api/v1/img/${TEMPLATE}`, rawQueryString }, headers);
  return { ...fixture, opened, view };
}

describe("GET and HEAD /img/{template}", () => {
  test("the first view renders the picture, which every cache may keep for a year", async () => {
    const { view, stored } = createFunction();
    const { statusCode, headers } = await view();
    expect([statusCode, headers["cache-control"]]).toEqual([200, "public, max-age=31536000, immutable"]);
    expect([...stored.keys()]).toEqual([expect.stringMatching(/^img\/[0-9a-f]{2}\/[0-9a-f]{64}\.png$/)]);
  });

  test("a later view opens the stored picture with the conditions of its request", async () => {
    const { view, opened } = createFunction();
    await view();
    await view(QUERY, "HEAD", { "if-none-match": '"e"' });
    const [key, conditions] = opened.at(-1) ?? [];
    expect(key).toMatch(/^img\//);
    expect(conditions).toMatchObject({ headOnly: true, ifNoneMatch: '"e"' });
  });

  test("a picture that is not ready in time is answered with 503, in plain text, and is not kept", async () => {
    const { view, clock, behavior } = createFunction();
    behavior.renderMs = 10_000;
    const before = clock.nowMs;
    const { statusCode, headers, body } = await view();
    expect([statusCode, body]).toEqual([503, "The image is not ready. Try again in a second.\n"]);
    expect(headers).toMatchObject({
      ...{ "content-type": "text/plain; charset=utf-8", "cache-control": "no-store", "retry-after": "1" },
    });
    expect(clock.nowMs - before).toBe(5_000);
  });

  test("a URL that the edge would refuse is refused here too, and nothing is rendered", async () => {
    const { view, jobs } = createFunction();
    const { statusCode, json } = await view("title=Hello");
    expect([statusCode, json.code]).toEqual([401, "UNAUTHORIZED"]);
    expect(jobs.items.size).toBe(0);
  });
});

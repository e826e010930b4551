import { createHash } from "node:crypto";
import { describe, expect, test } from "@jest/globals";
import { DEFAULT_PLANS, plansSchema } from "../../../core/contract/plans.js";
import { purgeImage } from "../../../core/signed-images/purge-image.js";
import { createPurgeQuota } from "../../../core/signed-images/purge-quota.js";
import { createInMemoryLimits } from "../../support/in-memory-limits.js";
import { createRenderFixture, OTHER_WORKSPACE, silentLog, TEMPLATE, WORKSPACE } from "../../support/render-fixture.js";

const SIG = `k1.1.${"A".repeat(43)}`;
const HOUR_MS = 60 * 60 * 1000;
const PATH = `/api/v1/img/${TEMPLATE}`;

function setUp({ purgesPerDay = 100, purgesPerMonth = 1_000 } = {}) {
  const { templates } = createRenderFixture();
  const done: string[] = [];
  const clock = { nowMs: Date.UTC(2026, 10, 1, 12) };
  const dependencies = {
    templates,
    takePurge: createPurgeQuota(createInMemoryLimits(), () => clock.nowMs, purgesPerMonth),
    log: silentLog,
    pictures: { remove: async (key: string) => void done.push(`remove ${key}`) },
    edge: { invalidate: async (paths: readonly string[]) => void done.push(`invalidate ${paths.join(" ")}`) },
  };
  return {
    templates,
    clock,
    done,
    purge: (url: string, workspaceId = WORKSPACE) =>
      purgeImage(dependencies, { workspaceId, planName: "team", plan: { purgesPerDay } }, url),
  };
}

const SIGNED_URL = `${PATH}?title=Hi&sig=${SIG}`;

/** The storage key according to docs/signing.md. */
function storedAs(lines: readonly string[], extension: string): string {
  const hash = createHash("sha256")
    .update(["v1", TEMPLATE, ...lines].join("\n"))
    .digest("hex");
  return `img/${hash.slice(0, 2)}/${hash}.${extension}`;
}

describe("purging", () => {
  test("purgeImage removes the stored picture and then invalidates both paths at the edge", async () => {
    const { done, purge } = setUp();
    await purge(`https://images.example.com${PATH}?format=webp&title=Hi&exp=1&sig=${SIG}`);
    const key = storedAs(["format=webp", "title=Hi"], "webp");
    expect(done).toEqual([`remove ${key}`, `invalidate /${key} ${PATH}`]);
  });

  test("a workspace can purge as many pictures in a UTC day as its plan says, and again on the next day", async () => {
    const { clock, done, purge } = setUp({ purgesPerDay: 3 });
    for (let count = 0; count < 3; count += 1) await purge(SIGNED_URL);
    await expect(purge(SIGNED_URL)).rejects.toMatchObject({
      code: "RATE_LIMITED",
      message: "The plan's 3 purges for this UTC day are used up. The quota is refilled at 2026-11-02T00:00:00.000Z.",
      details: { retryAfterSeconds: 43_200, refilledAt: "2026-11-02T00:00:00.000Z", purgesPerDay: 3 },
    });
    expect(done).toHaveLength(2 * 3);
    clock.nowMs += 12 * HOUR_MS;
    await purge(SIGNED_URL);
    expect(done).toHaveLength(2 * 4);
  });

  test("all workspaces together can purge as many pictures in a UTC month as the settings say, and the error says why", async () => {
    const { clock, done, purge } = setUp({ purgesPerDay: 2, purgesPerMonth: 3 });
    await purge(SIGNED_URL);
    await purge(SIGNED_URL);
    // The limit of the day refuses this purge, so the month has one left.
    await expect(purge(SIGNED_URL)).rejects.toMatchObject({ details: { purgesPerDay: 2 } });
    clock.nowMs += 24 * HOUR_MS;
    await purge(SIGNED_URL);
    await expect(purge(SIGNED_URL)).rejects.toMatchObject({
      code: "RATE_LIMITED",
      message: expect.stringMatching(
        /^All 3 purges of this service for this UTC month are used up, .*`purgesPerMonth`/,
      ),
      // From November 2nd at noon to December 1st.
      details: { retryAfterSeconds: 28.5 * 24 * 3600, refilledAt: "2026-12-01T00:00:00.000Z", purgesPerMonth: 3 },
    });
    expect(done).toHaveLength(2 * 3);
    clock.nowMs = Date.UTC(2026, 11, 1);
    await purge(SIGNED_URL);
  });

  test("a purge returns 403 instead of 429 if the plan has 0 purges a day", async () => {
    const { done, purge } = setUp({ purgesPerDay: 0 });
    await expect(purge(SIGNED_URL)).rejects.toMatchObject({
      code: "FORBIDDEN",
      details: { feature: "purges", allowed: 0 },
    });
    expect(done).toEqual([]);
  });

  test("a plan without purgesPerDay in the settings is valid, and has 100 purges a day", () => {
    const { purgesPerDay, ...older } = DEFAULT_PLANS["team"] ?? {};
    expect(purgesPerDay).toBe(100);
    expect(plansSchema.parse({ older })["older"]?.purgesPerDay).toBe(100);
    expect(Object.values(DEFAULT_PLANS).map(({ purgesPerDay }) => purgesPerDay)).toEqual([100, 100, 100]);
  });

  test("purgeImage accepts every encoding of the URL, and a URL without host", async () => {
    const { done, purge } = setUp();
    for (const query of ["title=%C3%9C%20!", "title=%c3%9c+%21", "title=Ü !"])
      await purge(`${PATH}?${query}&sig=${SIG}`);
    expect(new Set(done).size).toBe(2);
    expect(done[0]).toBe(`remove ${storedAs(["title=%C3%9C%20%21"], "png")}`);
  });

  test("purgeImage works for a deleted template, because its pictures remain", async () => {
    const { templates, done, purge } = setUp();
    await templates.remove(WORKSPACE, TEMPLATE, { nowMs: 0, forgetAtMs: 1 });
    await purge(`${PATH}?sig=${SIG}`);
    expect(done).toHaveLength(2);
  });

  test("purgeImage returns NOT_FOUND for a picture of another workspace and does not remove it", async () => {
    const { done, purge } = setUp();
    await expect(purge(`${PATH}?sig=${SIG}`, OTHER_WORKSPACE)).rejects.toMatchObject({ code: "NOT_FOUND" });
    expect(done).toEqual([]);
  });

  test.each(["", "nonsense", "/api/v1/renders/x/asset?sig=a", `${PATH}?title=Hi`, `${PATH}?a=1&a=2&sig=${SIG}`])(
    "purgeImage returns an issue at url for %j, which is not a signed image URL",
    async (url) => {
      const { done, purge } = setUp();
      await expect(purge(url)).rejects.toMatchObject({
        code: "VALIDATION_ERROR",
        details: { issues: [{ path: "url" }] },
      });
      expect(done).toEqual([]);
    },
  );
});

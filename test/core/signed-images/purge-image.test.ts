import { createHash } from "node:crypto";
import { describe, expect, test } from "@jest/globals";
import { MAX_PURGES_PER_DAY } from "../../../core/contract/limits.js";
import { createPurgeQuota } from "../../../core/signed-images/image-quotas.js";
import { purgeImage } from "../../../core/signed-images/purge-image.js";
import { createInMemoryLimits } from "../../support/in-memory-limits.js";
import { createRenderFixture, OTHER_WORKSPACE, silentLog, TEMPLATE, WORKSPACE } from "../../support/render-fixture.js";

const SIG = `k1.1.${"A".repeat(43)}`;
const PATH = `/api/v1/img/${TEMPLATE}`;

function setUp() {
  const { templates } = createRenderFixture();
  const done: string[] = [];
  const clock = { nowMs: Date.UTC(2026, 10, 1, 12) };
  const dependencies = {
    templates,
    takePurge: createPurgeQuota(createInMemoryLimits(), () => clock.nowMs),
    log: silentLog,
    pictures: { remove: async (key: string) => void done.push(`remove ${key}`) },
    edge: { invalidate: async (paths: readonly string[]) => void done.push(`invalidate ${paths.join(" ")}`) },
  };
  return {
    templates,
    clock,
    done,
    purge: (url: string, workspaceId = WORKSPACE) => purgeImage(dependencies, workspaceId, url),
  };
}

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

  test("a workspace can purge 1,000 pictures in a UTC day, and then again on the next day", async () => {
    const { clock, done, purge } = setUp();
    const url = `${PATH}?title=Hi&sig=${SIG}`;
    for (let count = 0; count < MAX_PURGES_PER_DAY; count += 1) await purge(url);
    await expect(purge(url)).rejects.toMatchObject({ code: "RATE_LIMITED", details: { retryAfterSeconds: 43_200 } });
    expect(done).toHaveLength(2 * 1_000);
    clock.nowMs += 12 * 60 * 60 * 1000;
    await purge(url);
    expect(done).toHaveLength(2 * 1_001);
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

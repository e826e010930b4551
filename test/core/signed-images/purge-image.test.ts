import { createHash } from "node:crypto";
import { describe, expect, test } from "@jest/globals";
import { purgeImage } from "../../../core/signed-images/purge-image.js";
import { createWorld, OTHER_WORKSPACE, TEMPLATE, WORKSPACE } from "../../support/world.js";

const SIG = `k1.1.${"A".repeat(43)}`;
const PATH = `/api/v1/img/${TEMPLATE}`;

function setUp() {
  const { templates } = createWorld();
  const done: string[] = [];
  const dependencies = {
    templates,
    pictures: { remove: async (key: string) => void done.push(`remove ${key}`) },
    edge: { forget: async (paths: readonly string[]) => void done.push(`forget ${paths.join(" ")}`) },
  };
  return {
    templates,
    done,
    purge: (url: string, workspaceId = WORKSPACE) => purgeImage(dependencies, workspaceId, url),
  };
}

/** Where docs/signing.md says that the picture is. */
function storedAs(lines: readonly string[], ending: string): string {
  const hash = createHash("sha256")
    .update(["v1", TEMPLATE, ...lines].join("\n"))
    .digest("hex");
  return `img/${hash.slice(0, 2)}/${hash}.${ending}`;
}

describe("purging", () => {
  test("removes the stored picture, and then the edge's copies under either path", async () => {
    const { done, purge } = setUp();
    await purge(`https://images.example.com${PATH}?format=webp&title=Hi&exp=1&sig=${SIG}`);
    const key = storedAs(["format=webp", "title=Hi"], "webp");
    expect(done).toEqual([`remove ${key}`, `forget /${key} ${PATH}`]);
  });

  test("takes any spelling of the URL, whole or as path and query", async () => {
    const { done, purge } = setUp();
    for (const query of ["title=%C3%9C%20!", "title=%c3%9c+%21", "title=Ü !"])
      await purge(`${PATH}?${query}&sig=${SIG}`);
    expect(new Set(done).size).toBe(2);
    expect(done[0]).toBe(`remove ${storedAs(["title=%C3%9C%20%21"], "png")}`);
  });

  test("works for a template that was deleted: its pictures stay until they are purged", async () => {
    const { templates, done, purge } = setUp();
    await templates.remove(WORKSPACE, TEMPLATE, { nowMs: 0, forgetAtMs: 1 });
    await purge(`${PATH}?sig=${SIG}`);
    expect(done).toHaveLength(2);
  });

  test("another workspace's picture is not there, and stays", async () => {
    const { done, purge } = setUp();
    await expect(purge(`${PATH}?sig=${SIG}`, OTHER_WORKSPACE)).rejects.toMatchObject({ code: "NOT_FOUND" });
    expect(done).toEqual([]);
  });

  test.each(["", "nonsense", "/api/v1/renders/x/asset?sig=a", `${PATH}?title=Hi`, `${PATH}?a=1&a=2&sig=${SIG}`])(
    "what is no signed image's URL is a fault of `url`: %j",
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

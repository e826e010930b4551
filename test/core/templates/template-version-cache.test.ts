import { describe, expect, test } from "@jest/globals";
import { createTemplateVersionCache } from "../../../core/templates/template-version-cache.js";
import type { TemplateVersion, TemplateVersionReader } from "../../../core/templates/template-version.js";
import { createInMemoryTemplates } from "../../support/in-memory-templates.js";
import { DOCUMENT, OTHER_WORKSPACE, TEMPLATE, templateVersion, WORKSPACE } from "../../support/render-fixture.js";

/** A store that counts its reads. */
function countingStore(...versions: TemplateVersion[]) {
  const store = createInMemoryTemplates(...versions);
  const reads: number[] = [];
  const findVersion: TemplateVersionReader["findVersion"] = (workspaceId, id, version) => {
    reads.push(version);
    return store.findVersion(workspaceId, id, version);
  };
  return { reads, findVersion };
}

describe("the cache of template versions", () => {
  test("a version is read and checked once, and each version has its own document", async () => {
    const second = templateVersion({ version: 2, document: JSON.stringify({ ...DOCUMENT, width: 500 }) });
    const store = countingStore(templateVersion(), second);
    const load = createTemplateVersionCache();
    const widths = [];
    for (const version of [1, 2, 1, 2, 1])
      widths.push((await load(store, WORKSPACE, TEMPLATE, version)).document.width);
    expect(widths).toEqual([400, 500, 400, 500, 400]);
    expect(store.reads).toEqual([1, 2]);
  });

  test("a cached version is not returned to another workspace", async () => {
    const store = countingStore(templateVersion());
    const load = createTemplateVersionCache();
    await load(store, WORKSPACE, TEMPLATE, 1);
    await expect(load(store, OTHER_WORKSPACE, TEMPLATE, 1)).rejects.toMatchObject({ code: "NOT_FOUND" });
  });

  test("a version that could not be loaded is read again", async () => {
    const store = countingStore(templateVersion());
    const load = createTemplateVersionCache();
    const broken = { findVersion: async () => Promise.reject(new Error("table down")) };
    await expect(load(broken, WORKSPACE, TEMPLATE, 1)).rejects.toThrow("table down");
    expect((await load(store, WORKSPACE, TEMPLATE, 1)).name).toBe("Card");
  });

  test("versions that were not used for a long time make room for others", async () => {
    const large = {
      ...DOCUMENT,
      layers: ["a", "b"].map((id) => ({ ...DOCUMENT.layers[0], id, name: id, text: "x".repeat(9_000) })),
    };
    const versions = Array.from({ length: 300 }, (_, index) =>
      templateVersion({ version: index + 1, document: JSON.stringify(large) }),
    );
    const store = countingStore(...versions);
    const load = createTemplateVersionCache();
    for (const { version } of versions) await load(store, WORKSPACE, TEMPLATE, version);
    await load(store, WORKSPACE, TEMPLATE, 300);
    expect(store.reads).toHaveLength(300);
    await load(store, WORKSPACE, TEMPLATE, 1);
    expect(store.reads).toHaveLength(301);
  });
});

import { describe, expect, test } from "@jest/globals";
import { findArchived, type UnmarkedPage } from "../../../core/renders/find-archived.js";
import type { AgedFile } from "../../../core/renders/mark-archived.js";
import type { OpenedAsset } from "../../../core/shared/asset-store.js";
import { silentLog } from "../../support/render-fixture.js";

const DAY_MS = 86_400_000;
/** Day 20,758 after 1970, which is segment 28 of 30. */
const NOW_MS = Date.UTC(2026, 10, 1, 12);
const job = (id: string) => ({ id, format: "png" as const });

function setUp(pages: readonly UnmarkedPage[], states: Readonly<Record<string, OpenedAsset["kind"]>> = {}) {
  const [sent, read, pauses]: [AgedFile[], unknown[][], number[]] = [[], [], []];
  const clock = { nowMs: NOW_MS };
  const warnings: string[] = [];
  const run = (untilMs = NOW_MS + 60_000) =>
    findArchived(
      {
        jobs: {
          list: async (segment, endedBeforeMs, after) => {
            read.push([segment, endedBeforeMs, after]);
            return pages[read.length - 1] ?? { jobs: [], next: undefined };
          },
        },
        assets: { open: async (key) => ({ kind: states[key] ?? "open" }) as OpenedAsset },
        send: async (file) => void sent.push(file),
        log: { ...silentLog, warn: (message) => void warnings.push(message) },
        now: () => clock.nowMs,
        pause: async (ms) => {
          pauses.push(ms);
          clock.nowMs += 20_000;
        },
      },
      { archiveAfterDays: 90, untilMs },
    );
  return { run, sent, read, pauses, warnings };
}

describe("the search for archived pictures whose event was lost", () => {
  test("the search sends the pictures that are archived or gone, and no stored picture", async () => {
    const states = { "renders/b.png": "archived", "renders/c.png": "missing" } as const;
    const { run, sent, warnings } = setUp([{ jobs: ["a", "b", "c"].map(job), next: undefined }], states);
    expect(await run()).toBe(2);
    expect(sent).toEqual([
      { key: "renders/b.png", atMs: NOW_MS },
      { key: "renders/c.png", atMs: NOW_MS },
    ]);
    expect(warnings).toHaveLength(1);
  });

  test("the search reads one segment a day, of jobs that ended more than the archiving age plus three days ago", async () => {
    const { run, read, pauses, warnings } = setUp([{ jobs: [], next: undefined }]);
    expect(await run()).toBe(0);
    expect(read).toEqual([[{ index: 28, total: 30 }, NOW_MS - 93 * DAY_MS, undefined]]);
    expect([pauses, warnings]).toEqual([[], []]);
  });

  test("the search pauses between pages, and reads no page after its time is over", async () => {
    const pages = ["b", "c", "d", "e", "f"].map((next) => ({ jobs: [], next }));
    const { run, read, pauses, warnings } = setUp(pages);
    await run();
    expect(read.map(([, , after]) => after)).toEqual([undefined, "b", "c"]);
    expect(pauses).toEqual([500, 500, 500]);
    expect(warnings).toEqual(["There are more jobs than one run can look at."]);
  });
});

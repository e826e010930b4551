import { readFileSync } from "node:fs";
import { describe, expect, test } from "@jest/globals";
import { MAX_KEYS, STATUS_RATE } from "../../core/contract/limits.js";
import { DEFAULT_PLANS, type Rate } from "../../core/contract/plans.js";
import { scopeSchema } from "../../core/contract/scopes.js";

const page = readFileSync("docs/access.md", "utf8");
const rows = page
  .split("\n")
  .filter((line) => line.startsWith("|"))
  .map((line) =>
    line
      .split("|")
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );

/** The cells of the row of that name, after the name. */
const row = (name: string) => rows.find(([first]) => first === name)?.slice(1);

describe("the page on access", () => {
  test("tells each built-in plan as it is", () => {
    const plans = Object.values(DEFAULT_PLANS);
    const count = (value: number) => value.toLocaleString("en-US");
    const rate = ({ perSecond, burst }: Rate) => `${perSecond} (${burst})`;
    expect(row("")).toEqual(Object.keys(DEFAULT_PLANS).map((name) => `\`${name}\``));
    expect(row("credits a month")).toEqual(plans.map(({ credits }) => count(credits)));
    expect(row("creating, a second and key (burst)")).toEqual(plans.map(({ rates }) => rate(rates.create)));
    expect(row("reading")).toEqual(plans.map(({ rates }) => rate(rates.read)));
    expect(row("writing")).toEqual(plans.map(({ rates }) => rate(rates.write)));
    expect(row("formats")).toEqual(plans.map(({ formats }) => (formats.length === 4 ? "all" : formats.join(", "))));
    expect(row("largest scale")).toEqual(plans.map(({ maxScale }) => String(maxScale)));
    expect(row("jobs of a batch")).toEqual(plans.map(({ maxBatchSize }) => String(maxBatchSize)));
    expect(row("top priority")).toEqual(plans.map(({ maxPriority }) => String(maxPriority)));
    expect(row("previews a day")).toEqual(plans.map(({ previewsPerDay }) => count(previewsPerDay)));
    expect(row("waits at once")).toEqual(plans.map(({ concurrentWaits }) => String(concurrentWaits)));
  });

  test("tells every scope and the limits that hold for all", () => {
    for (const scope of scopeSchema.options) expect(row(`\`${scope}\``)).toHaveLength(1);
    expect(page).toContain(`A workspace has ${MAX_KEYS} keys at most`);
    expect(page).toContain(`${STATUS_RATE.perSecond} a second and key, with bursts of ${STATUS_RATE.burst}`);
  });
});

import { readFileSync } from "node:fs";
import { describe, expect, test } from "@jest/globals";
import { MAX_KEYS } from "../../core/contract/limits.js";
import { DEFAULT_PLANS, FAILED_SECONDS } from "../../core/contract/plans.js";
import { RATE_LIMITS, type Rate } from "../../core/contract/rate-limits.js";
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

/** Returns the cells of the row with this name, without the name itself. */
const row = (name: string) => rows.find(([first]) => first === name)?.slice(1);

describe("docs/access.md", () => {
  test("docs/access.md lists every built-in plan with its values", () => {
    const plans = Object.values(DEFAULT_PLANS);
    const count = (value: number) => value.toLocaleString("en-US");
    const rate = ({ perSecond, burst }: Rate) => `${perSecond} (${burst})`;
    expect(row("")).toEqual(Object.keys(DEFAULT_PLANS).map((name) => `\`${name}\``));
    expect(row("credits per month")).toEqual(plans.map(({ credits }) => count(credits)));
    expect(row("create requests per second and key (burst)")).toEqual(plans.map(({ rates }) => rate(rates.create)));
    expect(row("read requests")).toEqual(plans.map(({ rates }) => rate(rates.read)));
    expect(row("write requests")).toEqual(plans.map(({ rates }) => rate(rates.write)));
    expect(row("preview requests")).toEqual(plans.map(({ rates }) => rate(rates.preview)));
    expect(row("processor seconds of failed pictures per minute (UTC day)")).toEqual(
      plans.map(
        ({ failedSeconds: { perMinute, perDay } = FAILED_SECONDS }) => `${count(perMinute)} (${count(perDay)})`,
      ),
    );
    expect(row("formats")).toEqual(plans.map(({ formats }) => (formats.length === 5 ? "all" : formats.join(", "))));
    expect(row("maximum scale")).toEqual(plans.map(({ maxScale }) => String(maxScale)));
    expect(row("jobs per batch")).toEqual(plans.map(({ maxBatchSize }) => String(maxBatchSize)));
    expect(row("top priority")).toEqual(plans.map(({ maxPriority }) => String(maxPriority)));
    expect(row("processor seconds of previews per UTC day")).toEqual(
      plans.map(({ previewSecondsPerDay }) => count(previewSecondsPerDay)),
    );
    expect(row("purges per day")).toEqual(plans.map(({ purgesPerDay }) => count(purgesPerDay)));
    expect(row("concurrent waits")).toEqual(plans.map(({ concurrentWaits }) => String(concurrentWaits)));
  });

  test("docs/access.md lists every scope, the maximum number of keys and the status rate", () => {
    for (const scope of scopeSchema.options) expect(row(`\`${scope}\``)).toHaveLength(1);
    expect(page).toContain(`A workspace has at most ${MAX_KEYS} keys`);
    expect(page).toContain(
      `${RATE_LIMITS.status.everyPlan.perSecond} status requests for a job per second and key, with bursts of ${RATE_LIMITS.status.everyPlan.burst}`,
    );
  });
});

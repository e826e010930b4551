import { describe, expect, test } from "@jest/globals";
import { planSchema, DEFAULT_PLANS } from "../../../core/contract/plans.js";
import { retentionClasses, retentionClassOf } from "../../../core/contract/retention.js";

const STAGE = { archiveAfterDays: 90, deleteAfterDays: 365 };
const SHORT = { archiveAfterDays: 7, deleteAfterDays: 30 };
const LONG = { archiveAfterDays: 180, deleteAfterDays: 730 };

describe("retention classes", () => {
  test("no file has a tag if no plan has a retention", () => {
    expect(retentionClasses(STAGE, { free: {}, team: {} })).toEqual({ untagged: STAGE, tagged: {} });
    expect(retentionClassOf("free", [])).toBeUndefined();
  });

  test("only the files of a plan with a shorter retention have a tag", () => {
    expect(retentionClasses(STAGE, { free: { retention: SHORT }, team: {} })).toEqual({
      untagged: STAGE,
      tagged: { free: SHORT },
    });
    expect([retentionClassOf("free", ["free"]), retentionClassOf("team", ["free"])]).toEqual(["free", undefined]);
  });

  test("if a plan has a longer retention, the stage's own files need a tag, because the rules without a tag delete last", () => {
    const { untagged, tagged } = retentionClasses(STAGE, { free: {}, archive: { retention: LONG } });
    expect([untagged, tagged]).toEqual([LONG, { archive: LONG, _stage: STAGE }]);
    const classes = ["archive", "_stage"];
    expect([retentionClassOf("archive", classes), retentionClassOf("free", classes)]).toEqual(["archive", "_stage"]);
  });

  test("the rules without a tag use the largest value of each age, so they shorten the retention of no class", () => {
    const late = { archiveAfterDays: 300, deleteAfterDays: 310 };
    const { untagged, tagged } = retentionClasses(STAGE, { late: { retention: late } });
    expect(untagged).toEqual({ archiveAfterDays: 300, deleteAfterDays: 365 });
    expect(tagged).toEqual({ late, _stage: STAGE });
  });
});

describe("the retention of a plan", () => {
  const plan = (retention: unknown) => planSchema.safeParse({ ...DEFAULT_PLANS.free, retention });

  test("the retention of a plan is optional, and has two ages", () => {
    expect(plan(undefined).success).toBe(true);
    expect(plan(SHORT).data?.retention).toEqual(SHORT);
  });

  test("a plan that does not archive before it deletes is refused, and the error names the field", () => {
    const { error } = plan({ archiveAfterDays: 30, deleteAfterDays: 30 });
    expect(error?.issues).toMatchObject([
      { path: ["retention", "deleteAfterDays"], message: "deleteAfterDays must be greater than archiveAfterDays." },
    ]);
  });
});

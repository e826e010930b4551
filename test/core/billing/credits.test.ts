import { describe, expect, test } from "@jest/globals";
import { levelOf, nextLevel, reachedThresholds } from "../../../core/billing/low-credits.js";
import { divideShares, shareEvenly, splitDebit } from "../../../core/billing/split-credits.js";

const figures = (granted: number, remaining: number) => ({ granted, spent: granted - remaining, remaining });

describe("low credits", () => {
  test("the level of 80 % is a fifth of the credits, rounded down, and that of 100 % is 0", () => {
    expect([levelOf(80, 1_000), levelOf(80, 104), levelOf(100, 1_000)]).toEqual([200, 20, 0]);
  });

  test("a threshold is reached when exactly its level remains", () => {
    expect(reachedThresholds(figures(1_000, 201))).toEqual([]);
    expect(reachedThresholds(figures(1_000, 200))).toEqual([80]);
    expect(reachedThresholds(figures(1_000, 1))).toEqual([80]);
    expect(reachedThresholds(figures(1_000, 0))).toEqual([80, 100]);
    expect(reachedThresholds(figures(1_000, -5))).toEqual([80, 100]);
  });

  test("the next level is that of the first threshold that is not reached", () => {
    expect([nextLevel(figures(1_000, 201)), nextLevel(figures(1_000, 200))]).toEqual([200, 0]);
    expect(nextLevel(figures(1_000, 0))).toBeUndefined();
  });
});

describe("shares of credits", () => {
  test("credits are shared evenly, and the first shards get one of the remainder each", () => {
    expect(shareEvenly(10, 4)).toEqual([3, 3, 2, 2]);
    expect(shareEvenly(8, 4)).toEqual([2, 2, 2, 2]);
    expect(shareEvenly(0, 2)).toEqual([0, 0]);
    // The balance can be negative after a change to a smaller plan.
    expect(shareEvenly(-5, 4)).toEqual([-1, -1, -1, -2]);
  });

  const balances = [
    { shard: 0, remaining: 5 },
    { shard: 1, remaining: 3 },
    { shard: 2, remaining: 0 },
    { shard: 3, remaining: 7 },
  ];

  test("one shard pays if it suffices, even with its last credit, and chance selects it", () => {
    expect(splitDebit(5, balances, () => 0)).toEqual([{ shard: 0, credits: 5 }]);
    expect(splitDebit(5, balances, () => 0.99)).toEqual([{ shard: 3, credits: 5 }]);
    expect(splitDebit(7, balances, () => 0.5)).toEqual([{ shard: 3, credits: 7 }]);
  });

  test("several shards pay if none suffices, the largest first", () => {
    expect(splitDebit(13, balances, () => 0)).toEqual([
      { shard: 3, credits: 7 },
      { shard: 0, credits: 5 },
      { shard: 1, credits: 1 },
    ]);
    expect(splitDebit(12, balances, () => 0)).toEqual([
      { shard: 3, credits: 7 },
      { shard: 0, credits: 5 },
    ]);
    expect(splitDebit(15, balances, () => 0)?.map(({ shard }) => shard)).toEqual([3, 0, 1]);
  });

  test("shards that do not suffice together pay nothing, and no shard pays with debts", () => {
    expect(splitDebit(16, balances, () => 0)).toBeUndefined();
    expect(
      splitDebit(
        6,
        [
          { shard: 0, remaining: 5 },
          { shard: 1, remaining: -9 },
        ],
        () => 0,
      ),
    ).toBeUndefined();
  });

  test("the shares of a batch are divided among its jobs in order", () => {
    const shares = [
      { shard: 3, credits: 4 },
      { shard: 0, credits: 3 },
    ];
    expect(divideShares(shares, [3, 2, 0, 2])).toEqual([
      [{ shard: 3, credits: 3 }],
      [
        { shard: 3, credits: 1 },
        { shard: 0, credits: 1 },
      ],
      [],
      [{ shard: 0, credits: 2 }],
    ]);
    expect(shares).toEqual([
      { shard: 3, credits: 4 },
      { shard: 0, credits: 3 },
    ]);
  });

  test("jobs that cost more than the shards pay are an error", () => {
    expect(() => divideShares([{ shard: 0, credits: 1 }], [2])).toThrow("pay less than the jobs cost");
  });
});

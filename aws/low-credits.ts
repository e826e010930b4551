/**
 * Detects that the credits of a month are low, although 16 shards pay the debits and none of them knows the sum.
 *
 * Each shard has a level, `checkAt`. The levels of all shards add up to the credits that remain at the next threshold.
 * As long as each shard has more than its level, the sum is above the threshold, and nobody looks at the other shards.
 * A debit that leaves a shard with its level or less sets `checksCredits` on its job. When that job ends,
 * `claimLowCredits` reads all shards. It reports the threshold, or gives the shards new levels, closer to what they
 * have. So a month needs a few hundred checks, regardless of its number of jobs.
 *
 * `low-credits#2026-11#80` in the partition of the workspace: which job reports the threshold. Only the end of that job
 * publishes the event, and the sweeper repeats an end that was not published.
 */
import { type DynamoDBDocumentClient, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import * as z from "zod";
import { type CreditFigures, type LowCredits, nextLevel, reachedThresholds } from "../core/billing/low-credits.js";
import { shareEvenly } from "../core/billing/split-credits.js";
import { CREDIT_THRESHOLDS, type CreditThreshold } from "../core/contract/events/credits-low.js";
import { CREDIT_SHARDS, MAIN_SHARD, readShards, remainingOf, shardKey, type ShardState } from "./credit-shards.js";
import type { MonthOfWorkspace } from "./distribute-credits.js";
import { ifConditionHolds, parseItem } from "./stored-item.js";
import { transact } from "./transact.js";

/**
 * The maximum number of rounds. Another round is needed if debits between read and write took a shard below its new
 * level.
 */
const ROUNDS = 10;
/** The level when all thresholds are reached. No balance is this low. */
const NO_LEVEL_LEFT = -1_000_000_000_000;

const markerSchema = z.object({
  threshold: z.literal(CREDIT_THRESHOLDS),
  credits: z.object({ granted: z.int(), spent: z.int(), remaining: z.int() }),
  atMs: z.number(),
});

/** The job whose end checks the credits. */
export interface CheckingJob extends MonthOfWorkspace {
  readonly jobId: string;
}

/** Returns whether a debit that left a shard with these attributes must check the credits. */
export function isAtLevel(shard: Readonly<Record<string, unknown>> | undefined): boolean {
  const { remaining, checkAt } = shard ?? {};
  return typeof remaining !== "number" || typeof checkAt !== "number" || remaining <= checkAt;
}

/**
 * Resolves to the thresholds that this job reports. A repeated call resolves to the same thresholds with the same
 * figures.
 *
 * @throws Error if concurrent debits changed the shards in every round. Repeat the call later.
 */
export async function claimLowCredits(
  client: DynamoDBDocumentClient,
  table: string,
  job: CheckingJob,
  nowMs: number,
): Promise<readonly LowCredits[]> {
  const claimed = new Map<CreditThreshold, LowCredits>();
  for (let round = 1; round <= ROUNDS; round += 1) {
    const states = await readShards(client, table, job.workspaceId, job.month);
    const credits = figuresOf(states);
    for (const threshold of reachedThresholds(credits)) {
      if (claimed.has(threshold)) continue;
      const low = await claimThreshold(client, table, job, { threshold, credits, atMs: nowMs });
      if (low !== undefined) claimed.set(threshold, low);
    }
    // The next debit first distributes the credits, and then checks them.
    const isOpen = states.every(({ shard, exists, closed }) => shard === MAIN_SHARD || (exists && !closed));
    const level = nextLevel(credits);
    if (!isOpen || !needLevels(states, level, round === 1)) return [...claimed.values()];
    await writeLevels(client, table, job, levelsOf(states, level));
  }
  throw new Error(`The credits of workspace ${job.workspaceId} change too fast to be checked.`);
}

function figuresOf(states: readonly ShardState[]): CreditFigures {
  const spent = states.reduce((sum, state) => sum + state.spent, 0);
  const remaining = remainingOf(states);
  return { granted: spent + remaining, spent, remaining };
}

/** Resolves to `undefined` if another job reports the threshold. */
async function claimThreshold(
  client: DynamoDBDocumentClient,
  table: string,
  { workspaceId, month, jobId }: CheckingJob,
  { threshold, credits, atMs }: z.infer<typeof markerSchema>,
): Promise<LowCredits | undefined> {
  const update = new UpdateCommand({
    TableName: table,
    Key: { id: workspaceId, item: `low-credits#${month}#${threshold}` },
    UpdateExpression:
      "SET jobId = :job, threshold = :threshold, credits = if_not_exists(credits, :credits), atMs = if_not_exists(atMs, :at)",
    ConditionExpression: "attribute_not_exists(jobId) OR jobId = :job",
    ExpressionAttributeValues: { ":job": jobId, ":threshold": threshold, ":credits": credits, ":at": atMs },
    ReturnValues: "ALL_NEW",
  });
  const written = await ifConditionHolds(client.send(update));
  if (written === undefined) return undefined;
  return { workspaceId, month, ...parseItem(markerSchema, written.Attributes, "the workspaces table") };
}

/**
 * @param strict whether a shard with exactly its level also needs a new one: the debit that led to this check can leave
 *   a shard in that state
 */
function needLevels(states: readonly ShardState[], level: number | undefined, strict: boolean): boolean {
  const shards = states.filter(({ shard }) => shard !== MAIN_SHARD);
  const known = shards.flatMap(({ item, remaining }) =>
    typeof item.checkAt === "number" ? [{ remaining, checkAt: item.checkAt }] : [],
  );
  if (known.length < shards.length) return true;
  if (level === undefined) return known.some(({ checkAt }) => checkAt !== NO_LEVEL_LEFT);
  const sum = known.reduce((total, { checkAt }) => total + checkAt, mainOf(states));
  if (sum < level) return true;
  return known.some(({ remaining, checkAt }) => (strict ? remaining <= checkAt : remaining < checkAt));
}

/**
 * Returns the new level of each shard. Until it reaches that level, each shard can pay an equal part of the credits
 * above the level of the month.
 */
function levelsOf(states: readonly ShardState[], level: number | undefined): ReadonlyMap<number, number> {
  const spare = shareEvenly(level === undefined ? 0 : remainingOf(states) - level, CREDIT_SHARDS);
  const shards = states.filter(({ shard }) => shard !== MAIN_SHARD);
  return new Map(
    shards.map(({ shard, remaining }) => [
      shard,
      level === undefined ? NO_LEVEL_LEFT : remaining - (spare[shard] ?? 0),
    ]),
  );
}

function mainOf(states: readonly ShardState[]): number {
  return states.find(({ shard }) => shard === MAIN_SHARD)?.remaining ?? 0;
}

/**
 * Writes all levels in one transaction, so that the levels of two concurrent checks do not mix. Changes nothing if a
 * shard is closed.
 */
async function writeLevels(
  client: DynamoDBDocumentClient,
  table: string,
  { workspaceId, month }: MonthOfWorkspace,
  levels: ReadonlyMap<number, number>,
): Promise<void> {
  const writes = [...levels].map(([shard, checkAt]) => ({
    Update: {
      TableName: table,
      Key: shardKey(workspaceId, month, shard),
      UpdateExpression: "SET checkAt = :level",
      ConditionExpression: "attribute_exists(remaining) AND attribute_not_exists(closed)",
      ExpressionAttributeValues: { ":level": checkAt },
    },
  }));
  await transact(client, writes);
}

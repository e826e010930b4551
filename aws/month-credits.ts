/** Decides which shards pay a debit that a first, random shard has refused. */
import { setTimeout as pause } from "node:timers/promises";
import type { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { type DebitShare, monthOf } from "../core/billing/debit.js";
import { splitDebit } from "../core/billing/split-credits.js";
import { ServiceError } from "../core/contract/errors.js";
import { expiredOf, recoverReservation } from "./credit-reservations.js";
import {
  isOpened,
  isSameState,
  needDistribution,
  readShards,
  remainingOf,
  type Reservation,
  type ShardState,
} from "./credit-shards.js";
import type { CreditMovement } from "./credit-writes.js";
import { distributeCredits, type MonthOfWorkspace } from "./distribute-credits.js";

/** The maximum number of rounds. In each round except the last ones, another request changed the balance. */
const ROUNDS = 12;
const LONGEST_PAUSE_MS = 200;

interface Credits {
  readonly client: DynamoDBDocumentClient;
  readonly table: string;
}

/**
 * Selects shards that together have the credits. Opens or distributes the month if necessary.
 *
 * @param grant the credits of the plan, which open the month
 * @returns `undefined` only if one consistent state of all shards had too few credits
 * @throws ServiceError `RATE_LIMITED` if other requests changed the balance in every round
 */
export async function findCredits(
  credits: Credits,
  movement: CreditMovement,
  grant: number,
): Promise<readonly DebitShare[] | undefined> {
  let previous: readonly ShardState[] | undefined;
  for (let round = 1; round <= ROUNDS; round += 1) {
    const states = await read(credits, movement);
    const available = isOpened(states) ? remainingOf(states) : grant;
    if (available < movement.debit.credits) {
      const isConfirmed = previous !== undefined && isSameState(previous, states);
      // Credits that are reserved for other jobs can return, so only the last round counts them as spent.
      if (isConfirmed && (reservedOf(states) === 0 || round === ROUNDS)) return undefined;
      if (isConfirmed) await pause(Math.random() * Math.min(LONGEST_PAUSE_MS, 10 * 2 ** round));
      previous = states;
      continue;
    }
    previous = undefined;
    if (!needDistribution(states)) {
      const shares = splitDebit(movement.debit.credits, states, Math.random);
      if (shares !== undefined) return shares;
    }
    await distributeCredits(credits.client, credits.table, monthAndWorkspace(movement), states, grant);
  }
  throw new ServiceError("RATE_LIMITED", "Too many requests change the credits at the same time. Try again shortly.");
}

/** Reads the shards, and recovers the reservations of requests that did not end. */
async function read({ client, table }: Credits, movement: CreditMovement): Promise<readonly ShardState[]> {
  const { workspaceId, month } = monthAndWorkspace(movement);
  const states = await readShards(client, table, workspaceId, month);
  const expired = expiredOf(
    states.flatMap(({ reservations }) => reservations),
    movement.atMs,
  );
  if (expired.length === 0) return states;
  await recoverReservations({ client, table }, { workspaceId, month }, expired);
  return await readShards(client, table, workspaceId, month);
}

/** Recovers reservations, one after another. */
export async function recoverReservations(
  { client, table }: Credits,
  { workspaceId, month }: MonthOfWorkspace,
  reservations: readonly Reservation[],
): Promise<void> {
  for (const reservation of reservations) {
    const { jobId, credits, day, shard, atMs } = reservation;
    const date = `${month}-${String(day).padStart(2, "0")}`;
    const debit = { date, credits, shards: [{ shard, credits }] };
    const movement = { workspaceId, jobId, requestId: "recovery", debit, atMs };
    await recoverReservation(client, table, movement, reservation);
  }
}

function reservedOf(states: readonly ShardState[]): number {
  return states.flatMap(({ reservations }) => reservations).reduce((sum, { credits }) => sum + credits, 0);
}

export function monthAndWorkspace({ workspaceId, debit }: CreditMovement): MonthOfWorkspace {
  return { workspaceId, month: monthOf(debit.date) };
}

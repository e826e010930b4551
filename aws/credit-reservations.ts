/**
 * Takes the credits for a job before the transaction that writes the job.
 *
 * A transaction occupies each of its items for some milliseconds and rejects other transactions that write them. A
 * plain update does not. Therefore a debit is a plain update of one shard, which also stores the reservation in the
 * shard. The transaction then writes only items that no other request writes. Its ledger entry names the reservation.
 *
 * A reservation whose request did not end is recovered by `recoverReservation`. The ledger entry decides: if it names
 * the reservation, the job exists and the debit is final. Otherwise the entry is marked as void for this reservation,
 * so that a late transaction fails, and the credits return to the shard.
 */
import { setTimeout as pause } from "node:timers/promises";
import { ConditionalCheckFailedException, DynamoDBServiceException } from "@aws-sdk/client-dynamodb";
import { type DynamoDBDocumentClient, UpdateCommand, type UpdateCommandInput } from "@aws-sdk/lib-dynamodb";
import { monthOf } from "../core/billing/debit.js";
import { type Reservation, reservationsOf, reservedName, shardKey } from "./credit-shards.js";
import { type CreditMovement, dayOf, ledgerKey } from "./credit-writes.js";
import { isAtLevel } from "./low-credits.js";
import { itemOfFailedCondition, ifConditionHolds } from "./stored-item.js";
import { TRANSIENT_ERRORS } from "./transact.js";

/**
 * No function that creates jobs runs this long. A shorter time would also be correct, but would void the reservations
 * of slow requests.
 */
export const RESERVATION_TIMEOUT_MS = 60_000;

/**
 * `refused`: the shard has too few credits, is closed, or does not exist. `busy`: a transaction occupies it. `expired`:
 * the reservations of the same shard whose requests did not end. `checksCredits`: whether the job must check the
 * credits.
 */
export type ReserveResult =
  | { readonly kind: "reserved"; readonly expired: readonly Reservation[]; readonly checksCredits: boolean }
  | { readonly kind: "refused" | "busy" };

/** A transaction occupies a shard for about 10 ms. */
const BUSY_ATTEMPTS = 6;
const BUSY_PAUSE_MS = 10;

type ReservationContext = Pick<CreditMovement, "workspaceId" | "debit">;

/**
 * Takes the credits from the shard of the reservation. Repeated calls with the same reservation take them only once.
 */
export async function reserveCredits(
  client: DynamoDBDocumentClient,
  table: string,
  movement: CreditMovement,
  { id, shard }: { readonly id: string; readonly shard: number },
): Promise<ReserveResult> {
  const { credits } = movement.debit;
  const day = dayOf(movement.debit);
  const changes = [
    "remaining = remaining - :credits",
    "spent = spent + :credits",
    "#day = if_not_exists(#day, :zero) + :credits",
    "#reserved = :reservation",
  ];
  const update: UpdateCommandInput = {
    TableName: table,
    Key: shardKey(movement.workspaceId, monthOf(movement.debit.date), shard),
    UpdateExpression: `SET ${changes.join(", ")}`,
    ConditionExpression: "remaining >= :credits AND attribute_not_exists(closed) AND attribute_not_exists(#reserved)",
    ExpressionAttributeNames: { "#day": `spent${day}`, "#reserved": reservedName(id) },
    ExpressionAttributeValues: {
      ":credits": credits,
      ":zero": 0,
      ":reservation": { jobId: movement.jobId, credits, day, atMs: movement.atMs },
    },
    ReturnValues: "ALL_NEW",
    ReturnValuesOnConditionCheckFailure: "ALL_OLD",
  };
  try {
    const { Attributes } = await client.send(new UpdateCommand(update));
    const expired = expiredOf(reservationsOf(shard, Attributes), movement.atMs);
    return { kind: "reserved", expired, checksCredits: isAtLevel(Attributes) };
  } catch (error) {
    if (isTransient(error)) return { kind: "busy" };
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
    // If a response is lost, the SDK repeats the update. The shard then already has the reservation.
    const isReserved = itemOfFailedCondition(error)?.[reservedName(id)] !== undefined;
    return isReserved ? { kind: "reserved", expired: [], checksCredits: true } : { kind: "refused" };
  }
}

export function expiredOf(reservations: readonly Reservation[], nowMs: number): readonly Reservation[] {
  return reservations.filter(({ atMs }) => atMs + RESERVATION_TIMEOUT_MS < nowMs);
}

/** Makes the debit final. */
export async function settleReservation(
  client: DynamoDBDocumentClient,
  table: string,
  context: ReservationContext,
  reservation: Pick<Reservation, "id" | "shard">,
): Promise<void> {
  const update = new UpdateCommand({
    ...reservedItem(table, context, reservation),
    UpdateExpression: "REMOVE #reserved",
    ExpressionAttributeNames: { "#reserved": reservedName(reservation.id) },
  });
  await sendUnlessBusy(client, update);
}

/** Returns the credits to the shard. Call it only for reservations whose transaction has definitely failed. */
export async function releaseReservation(
  client: DynamoDBDocumentClient,
  table: string,
  context: ReservationContext,
  reservation: Omit<Reservation, "atMs" | "jobId">,
): Promise<void> {
  const { id, credits, day } = reservation;
  const changes = [
    "remaining = remaining + :credits",
    "spent = spent - :credits",
    "#day = #day - :credits",
    // Without a counter, a reservation and its release would restore an earlier state of the item: see `isSameState`.
    "released = if_not_exists(released, :zero) + :one",
  ];
  const update = new UpdateCommand({
    ...reservedItem(table, context, reservation),
    UpdateExpression: `SET ${changes.join(", ")} REMOVE #reserved`,
    ExpressionAttributeNames: { "#day": `spent${day}`, "#reserved": reservedName(id) },
    ExpressionAttributeValues: { ":credits": credits, ":zero": 0, ":one": 1 },
  });
  await sendUnlessBusy(client, update);
}

/** Settles or releases a reservation whose transaction has an unknown result. */
export async function recoverReservation(
  client: DynamoDBDocumentClient,
  table: string,
  movement: CreditMovement,
  reservation: Reservation,
): Promise<void> {
  const voiding = new UpdateCommand({
    TableName: table,
    Key: ledgerKey("debit", movement),
    UpdateExpression: "SET kind = :void ADD voided :reservation",
    ConditionExpression: "attribute_not_exists(kind) OR kind = :void",
    ExpressionAttributeValues: { ":void": "void", ":reservation": new Set([reservation.id]) },
    ReturnValuesOnConditionCheckFailure: "ALL_OLD",
  });
  try {
    await client.send(voiding);
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
    if (itemOfFailedCondition(error)?.reservation === reservation.id) {
      await settleReservation(client, table, movement, reservation);
      return;
    }
  }
  await releaseReservation(client, table, movement, reservation);
}

function reservedItem(
  table: string,
  { workspaceId, debit }: ReservationContext,
  { shard }: Pick<Reservation, "shard">,
) {
  return {
    TableName: table,
    Key: shardKey(workspaceId, monthOf(debit.date), shard),
    // Without this condition, a repeated release would return the credits twice.
    ConditionExpression: "attribute_exists(#reserved)",
  };
}

/**
 * Sends an update, and repeats it while a transaction occupies the shard. If the condition does not hold, the update is
 * already done.
 */
async function sendUnlessBusy(client: DynamoDBDocumentClient, update: UpdateCommand): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await ifConditionHolds(client.send(update));
      return;
    } catch (error) {
      if (!isTransient(error) || attempt === BUSY_ATTEMPTS) throw error;
    }
    await pause(Math.random() * BUSY_PAUSE_MS * 2 ** attempt);
  }
}

function isTransient(error: unknown): boolean {
  return (
    error instanceof DynamoDBServiceException &&
    (error.name === "TransactionConflictException" || TRANSIENT_ERRORS.has(error.name))
  );
}

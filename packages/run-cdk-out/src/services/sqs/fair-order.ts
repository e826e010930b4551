/**
 * Selects the message group that a receiver gets next, like the fair queues of SQS ("How Amazon SQS fair queues work",
 * SQS developer guide). A group is one tenant. The messages of quiet groups come first, oldest first. If all groups
 * that have ready messages are noisy, the one with the fewest messages in flight comes first.
 *
 * A group is noisy if it has more than 10 % of the messages in flight and at least 30 of them, or more than 10 % of the
 * recent processing time. It is quiet again when its backlog is used up (the store then forgets its processing time),
 * or after 5 minutes in which it sent nothing.
 */

/** Messages without a group. Each counts as a tenant of its own, so together they are never noisy. */
export const NO_GROUP = "";
/** AWS does not document which processing time counts as recent. */
export const RECENT_WORK_MS = 5 * 60_000;

const NOISY_SHARE = 0.1;
const NOISY_IN_FLIGHT = 30;
const QUIET_AFTER_MS = 5 * 60_000;

/** The state of one message group in a queue. */
export interface GroupState {
  readonly groupId: string;
  readonly ready: number;
  readonly inFlight: number;
  /** Recent processing time of messages that were deleted or returned, and of those in flight. */
  readonly workMs: number;
  /**
   * The time when the oldest ready message became visible. Messages of the same millisecond are ordered by their
   * sequence.
   */
  readonly readySinceMs: number;
  readonly firstSequence: number;
  readonly lastSentMs: number;
}

/** Returns the group of the next message, or `undefined` if no message is ready. */
export function nextGroup(groups: readonly GroupState[], nowMs: number): string | undefined {
  const inFlight = sumOf(groups, (group) => group.inFlight);
  const workMs = sumOf(groups, (group) => group.workMs);
  const isNoisy = (group: GroupState): boolean => {
    if (group.groupId === NO_GROUP || nowMs - group.lastSentMs >= QUIET_AFTER_MS) return false;
    const hasManyInFlight = group.inFlight >= NOISY_IN_FLIGHT && group.inFlight > NOISY_SHARE * inFlight;
    return hasManyInFlight || group.workMs > NOISY_SHARE * workMs;
  };
  const waiting = groups.filter(({ ready }) => ready > 0);
  const quiet = waiting.filter((group) => !isNoisy(group));
  const byAge = (a: GroupState, b: GroupState): number =>
    a.readySinceMs - b.readySinceMs || a.firstSequence - b.firstSequence;
  const [first] = quiet.length > 0 ? quiet.sort(byAge) : waiting.sort((a, b) => a.inFlight - b.inFlight || byAge(a, b));
  return first?.groupId;
}

function sumOf(groups: readonly GroupState[], numberOf: (group: GroupState) => number): number {
  return groups.reduce((sum, group) => sum + numberOf(group), 0);
}

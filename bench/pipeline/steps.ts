/**
 * Computes the steps of a job and their times, from the calls that the renderer and the webhook function make for it.
 */
import type { TracedCall } from "../delivery/traced-calls.js";

export interface TimedJob {
  readonly id: string;
  readonly createdAtMs: number;
  readonly renderMs: number;
  /** The time when the receiver got the webhook. */
  readonly receivedAtMs: number;
}

/** The steps in the order in which they happen. */
export const STEPS = [
  "wait in the render queue",
  "claim",
  "set the visibility timeout, read the template",
  "draw and encode, in the child process",
  "store the picture",
  "end the job",
  "put the event on the bus",
  "rule and webhook queue",
  "deliver",
] as const;
export type Step = (typeof STEPS)[number];

/** Milliseconds by step. `undefined` if a call of the job is missing. */
export function stepsOf(job: TimedJob, calls: readonly TracedCall[]): Readonly<Record<Step, number>> | undefined {
  const own = calls.filter(({ about }) => about.includes(job.id));
  const first = (name: RegExp) => own.find((call) => name.test(call.name));
  const [claim, put, end] = [first(/^UpdateItem attempts/), first(/^S3 PUT/), first(/^TransactWriteItems/)];
  const event = first(/^PutEvents/);
  // The webhook function reads the job first. The renderer never does.
  const delivery = first(/^GetItem/);
  if (claim === undefined || put === undefined || end === undefined) return undefined;
  if (event === undefined || delivery === undefined) return undefined;
  return {
    "wait in the render queue": claim.fromMs - job.createdAtMs,
    claim: claim.toMs - claim.fromMs,
    "set the visibility timeout, read the template": Math.max(0, put.fromMs - claim.toMs - job.renderMs),
    "draw and encode, in the child process": job.renderMs,
    "store the picture": put.toMs - put.fromMs,
    "end the job": end.toMs - put.toMs,
    "put the event on the bus": event.toMs - end.toMs,
    "rule and webhook queue": delivery.fromMs - event.toMs,
    deliver: job.receivedAtMs - delivery.fromMs,
  };
}

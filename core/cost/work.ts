/**
 * What the stack does on AWS for one render and one delivery. The calls are those that the local service counted
 * (`GET /calls` of its inspection port). Units of DynamoDB follow from the calls: items are smaller than 1 KB, a write in a
 * transaction counts twice, and a write of an item with an index counts once more for each index.
 */

/** For a job of `POST /render` that a program waits for by `/wait`, and for its event. No webhook receives the event. */
export const RENDER = {
  httpApiRequests: 1,
  /** The creation and the wait. */
  edgeRequests: 2,
  /** The functions api, renderer, stream and webhook. */
  invocations: 4,
  /** All functions together, without the time of the render itself. */
  otherGbSeconds: 0.18,
  /** 7 by api (3 in a transaction), 3 by renderer (1 in a transaction), 3 by stream, 6 of indexes. */
  writeUnits: 23,
  /** 10 reads, most of them eventually consistent. */
  readUnits: 8,
  /** The job and its event: sent, received, and deleted, and the visibility of the job. */
  sqsRequests: 7,
  s3Writes: 1,
  s3Reads: 1,
  events: 1,
  logBytes: 2_000,
} as const;

/** The memory of the renderer in GB: 1,769 MB. */
export const RENDERER_GB = 1_769 / 1_024;

/** For a delivery that succeeds at the first attempt. */
export const WEBHOOK = {
  invocations: 1,
  /** The webhook function with 256 MB, including the time of the receiver. */
  gbSeconds: 0.1,
  /** Sent, received and deleted. */
  sqsRequests: 3,
  writeUnits: 8,
  readUnits: 6,
  logBytes: 600,
} as const;

/** The series that log lines feed. A test compares the number with the template. */
export const METRIC_SERIES = 15;

/** The resources that a stage uses without any request. A test compares the costs with the template. */
export const IDLE = {
  alarmMetrics: 18,
  secrets: 3,
  /** Receive calls of pollers that get no message. */
  millionReceives: 5.76,
  /** The functions that run by a schedule, in US dollars. */
  schedules: 0.102,
} as const;

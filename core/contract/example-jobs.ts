/** The example of a job and of a batch, which the OpenAPI document and the events share. */

/** The IDs in examples. */
export const IDS = {
  render: "3d5b1c0e-9f42-4c1a-8b77-5e2f6a9d0c31",
  rerender: "e4a7c9d2-1b63-4f58-9e0a-7c3d5b8f2a16",
  batch: "b81f6c40-2d7e-4a93-9c15-0e4d7f2a8b66",
  template: "0c5a2d3e-7b41-4f0e-9a6c-2f1d8e7b6a50",
  project: "7f0e4a6b-52c8-4d19-8e3a-b1c6d2f49a07",
  upload: "a94d1f27-6c3e-4b85-9d02-e7f8b05c1463",
  key: "5e8b7c21-0f94-4ad3-b6e1-92c4d7a8f350",
  endpoint: "d17a4c95-8e02-4f6b-b3c8-6a5e90f1d274",
  event: "f28b6d13-45ca-4e90-87d1-3b9c0e6a5f72",
  workspace: "c2d9e610-3b7f-4c58-a14d-6f0b8e93d572",
} as const;

/** The times in examples. */
export const TIMES = { created: "2026-03-02T09:30:00.000Z", finished: "2026-03-02T09:30:01.420Z" } as const;

/** A job as it appears in responses. */
export const JOB = {
  id: IDS.render,
  status: "done" as const,
  template: IDS.template,
  version: 3,
  format: "png" as const,
  width: 1200,
  height: 630,
  scale: 1,
  attempts: 1,
  priority: 5,
  createdAt: TIMES.created,
};

/** A batch as it appears in responses. */
export const BATCH = {
  id: IDS.batch,
  status: "queued" as const,
  totals: { total: 1, queued: 1, done: 0, failed: 0 },
  jobs: [{ ...JOB, status: "queued" as const, attempts: 0, priority: 3, batchId: IDS.batch }],
  createdAt: TIMES.created,
};

/** The base URL of the API in examples. */
export const BASE = "https://images.example.com/api/v1";

const PICTURE_URL = `${BASE}/renders/${IDS.render}/asset?sig=k1.png.8Jm2c1`;

/** A job that has ended as done. */
export const ENDED = {
  ...JOB,
  finishedAt: TIMES.finished,
  assetUrl: PICTURE_URL,
  renderMs: 84,
  stages: { queuedMs: 41, loadMs: 23, drawMs: 52, encodeMs: 31, storeMs: 38 },
  bytes: 48_210,
  warnings: [],
};

/** Values that several examples of the OpenAPI document share. */
import document from "./example-document.json" with { type: "json" };

export const IDS = {
  render: "3d5b1c0e-9f42-4c1a-8b77-5e2f6a9d0c31",
  rerender: "e4a7c9d2-1b63-4f58-9e0a-7c3d5b8f2a16",
  batch: "b81f6c40-2d7e-4a93-9c15-0e4d7f2a8b66",
  template: "0c5a2d3e-7b41-4f0e-9a6c-2f1d8e7b6a50",
  project: "7f0e4a6b-52c8-4d19-8e3a-b1c6d2f49a07",
  upload: "a94d1f27-6c3e-4b85-9d02-e7f8b05c1463",
  key: "5e8b7c21-0f94-4ad3-b6e1-92c4d7a8f350",
  endpoint: "d17a4c95-8e02-4f6b-b3c8-6a5e90f1d274",
  workspace: "c2d9e610-3b7f-4c58-a14d-6f0b8e93d572",
} as const;

export const TIMES = { created: "2026-03-02T09:30:00.000Z", finished: "2026-03-02T09:30:01.420Z" } as const;

export const RENDER = {
  template: IDS.template,
  format: "png" as const,
  layers: { title: { text: "Spring sale" } },
};

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

export const BATCH = {
  id: IDS.batch,
  status: "queued" as const,
  totals: { total: 1, queued: 1, done: 0, failed: 0 },
  jobs: [{ ...JOB, status: "queued" as const, attempts: 0, priority: 3, batchId: IDS.batch }],
  createdAt: TIMES.created,
};

const BASE = "https://images.example.com/api/v1";

const PICTURE_URL = `${BASE}/renders/${IDS.render}/asset?sig=k1.png.8Jm2c1`;

export const ENDED = {
  ...JOB,
  finishedAt: TIMES.finished,
  assetUrl: PICTURE_URL,
  renderMs: 84,
  bytes: 48_210,
  warnings: [],
};

export const SIGNED_URL = {
  url: `${BASE}/img/${IDS.template}?format=webp&title=Spring+sale&sig=k1.1.4fK9x2`,
  expiresAt: "2027-03-03T00:00:00.000Z",
};

export const SUMMARY = {
  id: IDS.template,
  name: "Sale card",
  description: "A card for social media.",
  projectId: IDS.project,
  projectName: "Campaigns",
  version: 3,
  createdAt: TIMES.created,
  updatedAt: TIMES.finished,
};

export const TEMPLATE = { ...SUMMARY, document: document as Record<string, unknown> };

export const PROJECT = { id: IDS.project, name: "Campaigns", isDefault: false, createdAt: TIMES.created };

export const UPLOAD = {
  id: IDS.upload,
  path: `/api/v1/uploads/${IDS.upload}/file`,
  contentType: "image/png" as const,
  bytes: 48_210,
  filename: "logo.png",
  state: "ready" as const,
  createdAt: TIMES.created,
};

export const WORKSPACE = { id: IDS.workspace, name: "Marketing", plan: "team", createdAt: TIMES.created };

const rate = { perSecond: 10, burst: 50 };

export const USAGE = {
  workspaceId: IDS.workspace,
  plan: {
    name: "team",
    credits: 10_000,
    rates: { create: rate, read: rate, write: rate },
    formats: ["png" as const, "webp" as const],
    maxScale: 4,
    maxBatchSize: 50,
    maxPriority: 6,
    previewsPerDay: 2_000,
    purgesPerDay: 100,
    concurrentWaits: 20,
  },
  month: "2026-03",
  credits: { granted: 10_000, spent: 120, remaining: 9_880 },
  days: [{ date: "2026-03-02", spent: 120, refunded: 0 }],
};

export const LEDGER = {
  month: "2026-03",
  entries: [
    { kind: "debit" as const, credits: 1, at: TIMES.created, jobId: IDS.render, requestId: "Y84pdAGJ7Q_R8-TFUoHcig" },
    { kind: "refund" as const, credits: 1, at: TIMES.finished, jobId: IDS.render, requestId: "Y84pdAGJ7Q_R8-TFUoHcig" },
  ],
  nextCursor: "MCNsZWRnZXI.Zk3vT1q8bXcW0aRu",
};

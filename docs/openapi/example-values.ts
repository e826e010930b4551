/** Values that several examples of the OpenAPI document share. */
import document from "./example-document.json" with { type: "json" };
import { BASE, IDS, TIMES } from "../../core/contract/example-jobs.js";

export const RENDER = {
  template: IDS.template,
  format: "png" as const,
  layers: { title: { text: "Spring sale" } },
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

export const TEMPLATE = { ...SUMMARY, edition: 2 as const, document: document as Record<string, unknown> };

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
    rates: { create: rate, read: rate, write: rate, preview: rate },
    formats: ["png" as const, "webp" as const],
    maxScale: 4,
    maxBatchSize: 50,
    maxPriority: 6,
    previewSecondsPerDay: 7_200,
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

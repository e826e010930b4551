/** An example of the figures of a deployment. */
import type { OperationsBody } from "../../core/contract/operations-api.js";

export const OPERATIONS: OperationsBody = {
  readAt: "2026-11-24T10:20:30.000Z",
  version: "0.1.0",
  commit: "3f2c81a9d0b4",
  alarms: [],
  hours: [
    { start: "2026-11-24T09:00:00.000Z", pictures: 412, failed: 1 },
    { start: "2026-11-24T10:00:00.000Z", pictures: 130, failed: 0 },
  ],
  stages: [
    { name: "queued", p50Ms: 38, p95Ms: 120 },
    { name: "load", p50Ms: 12, p95Ms: 410 },
    { name: "picture", p50Ms: 140, p95Ms: 390 },
    { name: "store", p50Ms: 24, p95Ms: 61 },
  ],
  queues: [
    { name: "interactive", oldestSeconds: 0, waiting: 0 },
    { name: "standard", oldestSeconds: 2, waiting: 5 },
    { name: "bulk", oldestSeconds: 0, waiting: 0 },
    { name: "heavy", oldestSeconds: 0, waiting: 0 },
  ],
  today: {
    pictures: 2310,
    failed: 4,
    credits: 2306,
    webhookAttempts: 220,
    webhooksAccepted: 219,
    coldStarts: 31,
    views: 48120,
    bytesToViewers: 5210000000,
    refused: { key: 3, credits: 0, limit: 12, content: 7 },
  },
  cost: {
    dollars: 0.55,
    lines: [{ name: "Lambda", quantity: "1,310 GB-seconds", dollars: 0.017 }],
    pricesOf: "us-east-1, 2026-10",
  },
  yesterday: {
    pictures: 4120,
    failed: 2,
    credits: 4118,
    webhookAttempts: 402,
    webhooksAccepted: 402,
    coldStarts: 44,
    views: 91300,
    bytesToViewers: 9900000000,
    refused: { key: 1, credits: 0, limit: 8, content: 15 },
    cost: {
      dollars: 1.24,
      lines: [{ name: "Lambda", quantity: "2,340 GB-seconds", dollars: 0.031 }],
      pricesOf: "us-east-1, 2026-10",
    },
  },
};

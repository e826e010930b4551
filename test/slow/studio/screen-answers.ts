/** Responses of the service for screens whose state the samples of the workspace do not have. */
import type { OperationsBody } from "../../../core/contract/operations-api.js";
import { OPERATIONS } from "../../../docs/openapi/example-operations.js";
import type { Samples } from "./sample-workspace.js";

/** The response to the requests of a screen whose address matches. */
export interface Answer {
  readonly to: RegExp;
  readonly response: (samples: Samples) => { readonly status?: number; readonly json: unknown };
}

const always = (json: unknown, status = 200) => ({ response: () => ({ status, json }) });

export const NO_RENDERS: Answer = { to: /\/api\/v1\/renders(\?|$)/, ...always({ renders: [] }) };
export const NO_ENDPOINTS: Answer = { to: /\/api\/v1\/webhooks\/endpoints$/, ...always({ endpoints: [] }) };
export const NO_UPLOADS: Answer = { to: /\/api\/v1\/uploads(\?|$)/, ...always({ uploads: [] }) };

const MESSAGE = "The service cannot read its table at the moment.";
export const BROKEN_RENDERS: Answer = {
  to: /\/api\/v1\/renders(\?|$)/,
  ...always({ error: MESSAGE, message: MESSAGE, code: "INTERNAL", requestId: "0190c0de" }, 500),
};

/** Batches in each state. Their IDs have the same letters in each run. */
export const BATCHES: Answer = {
  to: /\/api\/v1\/renders\/batches(\?|$)/,
  response: ({ invitation }) => ({
    json: {
      batches: [
        batch(1, { total: 50, queued: 31, done: 18, failed: 1 }, invitation),
        batch(2, { total: 12, queued: 0, done: 12, failed: 0 }, invitation),
        batch(3, { total: 50, queued: 0, done: 47, failed: 3 }, undefined),
        batch(4, { total: 2, queued: 0, done: 0, failed: 2 }, invitation),
      ],
    },
  }),
};

interface Counts {
  readonly total: number;
  readonly queued: number;
  readonly done: number;
  readonly failed: number;
}

function batch(number: number, totals: Counts, template: string | undefined) {
  const { total, queued, failed } = totals;
  const status = queued > 0 ? "queued" : failed === total ? "failed" : "done";
  const createdAt = `2026-05-20T0${9 - number}:41:00.000Z`;
  return { id: `${String(number).repeat(8)}-0000-4000-8000-000000000000`, status, totals, template, createdAt };
}

const NAMES = [
  "بطاقة دعوة إلى حفل الافتتاح",
  "شهادة إتمام الدورة",
  "إعلان عن تخفيضات نهاية الموسم: كل يوم جمعة حتى نهاية الشهر",
];

/** A gallery whose templates have Arabic names. */
export const ARABIC_TEMPLATES: Answer = {
  to: /\/api\/v1\/templates\?(?!.*limit=100)/,
  response: ({ certificate, invitation, ticket }) => ({
    json: {
      templates: NAMES.map((name, index) => ({
        id: [invitation, certificate, ticket][index],
        name,
        description: "",
        projectId: "0190c0de-0000-7000-8000-000000000002",
        projectName: "حملة الربيع",
        version: index === 0 ? 3 : 1,
        createdAt: "2026-05-19T10:00:00.000Z",
        updatedAt: `2026-05-20T0${9 - index}:41:00.000Z`,
      })),
      limit: 48,
      offset: 0,
      hasMore: false,
      total: NAMES.length,
    },
  }),
};

/** The figures of a day with a raised alarm, and more pictures around noon than at night. */
const FIGURES: OperationsBody = {
  ...OPERATIONS,
  readAt: "2026-05-20T09:58:00.000Z",
  alarms: [
    {
      name: "image-render-dev-StandardMessagesOld",
      description: "Messages of StandardQueue wait too long. Runbook: docs/runbook.md#old-messages",
    },
  ],
  hours: Array.from({ length: 24 }, (_, index) => ({
    start: new Date(Date.UTC(2026, 4, 19, 10 + index)).toISOString(),
    pictures: Math.round(220 + 200 * Math.cos((index / 12) * Math.PI)),
    failed: index === 20 ? 40 : 0,
  })),
};
export const OPERATIONS_OF_A_DAY: Answer = { to: /\/api\/v1\/operations$/, ...always(FIGURES) };

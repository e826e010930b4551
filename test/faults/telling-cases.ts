/**
 * The cases that find the most errors: a write takes effect, but its caller does not learn of it, so something can be
 * lost or done twice. They are listed here, so that a short run need not learn the calls first.
 */
import type { FaultKind, PlannedFault } from "run-cdk-out/faults";
import type { FaultCase } from "./fault-runs.js";
import { SCENARIOS } from "./scenarios/index.js";

/** How many faults a short run tries, if it has the time. */
export const TELLING_CASES = 300;

const TELLING_KINDS: readonly FaultKind[] = ["timeout-acted", "kill-after", "reset", "kill-before"];

/** The writes of scenarios: function, action, and the occurrences that are tried. */
const WRITES: Readonly<Record<string, readonly (readonly [string, string, readonly number[]])[]>> = {
  render: [
    ["api", "dynamodb:TransactWriteItems", [1]],
    ["renderer", "dynamodb:UpdateItem", [2, 1, 3]],
    ["renderer", "events:PutEvents", [1]],
    ["api", "sqs:SendMessage", [1]],
    ["renderer", "s3:PutObject", [1]],
    ["webhook", "dynamodb:PutItem", [1]],
    ["api", "dynamodb:UpdateItem", [3, 5, 4, 1, 2]],
    ["renderer", "sqs:ChangeMessageVisibility", [1]],
    ["webhook", "dynamodb:UpdateItem", [1]],
  ],
  batch: [
    ["api", "dynamodb:TransactWriteItems", [1]],
    ["renderer", "dynamodb:TransactWriteItems", [3, 1, 2]],
    ["api", "sqs:SendMessageBatch", [1]],
    ["renderer", "events:PutEvents", [3, 1, 2]],
    ["renderer", "dynamodb:UpdateItem", [1, 2, 3, 4, 5, 6]],
    ["renderer", "s3:PutObject", [1, 2, 3]],
  ],
  "signed-view": [
    ["image", "dynamodb:TransactWriteItems", [1]],
    ["image", "s3:PutObject", [1]],
    ["image", "dynamodb:UpdateItem", [1, 2, 3, 4]],
    ["image", "events:PutEvents", [1]],
  ],
  "repair-picture-stored": [
    ["renderer", "dynamodb:UpdateItem", [2, 3, 4]],
    ["renderer", "events:PutEvents", [1]],
    ["sweeper", "sqs:SendMessage", [1]],
  ],
  cancel: [
    ["api", "dynamodb:TransactWriteItems", [2, 1]],
    ["api", "events:PutEvents", [1]],
    ["renderer", "dynamodb:UpdateItem", [1, 2]],
  ],
  "webhook-retry": [
    ["webhook", "dynamodb:PutItem", [2, 3]],
    ["webhook", "sqs:SendMessage", [1, 2]],
    ["webhook", "dynamodb:UpdateItem", [3, 4, 6, 9]],
  ],
  "render-now": [
    ["render-now", "dynamodb:TransactWriteItems", [1]],
    ["render-now", "s3:PutObject", [1]],
    ["render-now", "events:PutEvents", [1]],
    ["render-now", "dynamodb:UpdateItem", [4, 6, 8]],
  ],
  "download-zip": [
    ["archive", "s3:CompleteMultipartUpload", [1]],
    ["archive", "dynamodb:UpdateItem", [1]],
    ["api", "events:PutEvents", [1]],
  ],
  upload: [
    ["api", "dynamodb:TransactWriteItems", [1, 2, 3]],
    ["api", "s3:CopyObject", [1]],
  ],
  purge: [
    ["edge-keeper", "cloudfront:CreateInvalidation", [1]],
    ["edge-keeper", "s3:DeleteObject", [1]],
    ["edge-keeper", "dynamodb:UpdateItem", [2, 3]],
  ],
  "key-rotation": [
    ["edge-keeper", "secretsmanager:PutSecretValue", [1]],
    ["edge-keeper", "cloudfront-keyvaluestore:UpdateKeys", [1]],
  ],
};

/** Returns the cases. Each scenario comes early, so that a short run tries something of each. */
export function tellingCases(count: number): readonly FaultCase[] {
  const groups = Object.entries(WRITES).map(([name, writes]) => casesOf(name, writes));
  const rounds = Math.max(...groups.map(({ length }) => length));
  const ordered = Array.from({ length: rounds }, (_, round) =>
    groups.flatMap((group) => group.slice(round, round + 1)),
  );
  return ordered.flat().slice(0, count);
}

function casesOf(name: string, writes: (typeof WRITES)[string]): readonly FaultCase[] {
  const scenario = SCENARIOS.find((one) => one.name === name);
  if (scenario === undefined) throw new Error(`There is no scenario ${name}.`);
  return TELLING_KINDS.flatMap((kind) =>
    writes.flatMap(([functionName, action, occurrences]) =>
      occurrences.map((occurrence): FaultCase => {
        const fault: PlannedFault = { functionName, action, occurrence, kind };
        return { scenario, faults: [fault], cold: false };
      }),
    ),
  );
}

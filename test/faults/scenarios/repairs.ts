/**
 * Repairs: each scenario has faults of its own that stop a job between two steps, so that the calls of the repair are
 * tried.
 */
import type { FaultKind, PlannedFault } from "run-cdk-out/faults";
import type { Scenario } from "../scenario.js";
import { checkEndEvent, createRender, withHook } from "./renders.js";

const fault = (functionName: string, action: string, kind: FaultKind, occurrence = 1): PlannedFault => ({
  ...{ functionName, action, occurrence, kind },
});

function repair(name: string, given: readonly PlannedFault[], reaches: readonly string[] = ["sweeper"]): Scenario {
  return {
    ...{ name, given, reaches },
    async run(world) {
      const id = await createRender(world, withHook(world));
      // A job whose picture could crash every renderer fails after two attempts without a report. Its credits are refunded.
      return { jobs: [id], mayFail: [id] };
    },
    check: checkEndEvent,
  };
}

export const REPAIR_SCENARIOS: readonly Scenario[] = [
  repair("repair-not-enqueued", [fault("api", "sqs:SendMessage", "kill-before")]),
  repair("repair-renderer-killed", [fault("renderer", "s3:PutObject", "kill-before")]),
  repair("repair-picture-stored", [fault("renderer", "s3:PutObject", "kill-after")]),
  repair("repair-not-published", [fault("renderer", "events:PutEvents", "kill-before")]),
  repair("repair-webhook-killed", [fault("webhook", "dynamodb:PutItem", "kill-before")], ["webhook"]),
  {
    name: "dead-letter",
    reaches: ["dead-letter", "renderer"],
    given: [fault("api", "sqs:SendMessage", "kill-before")],
    async run(world) {
      const { stack, workspaceId } = world;
      const id = await createRender(world, withHook(world));
      // No renderer could receive this message in time. It reaches the dead-letter queue before the sweeper runs.
      await stack.access.sendToDeadLetters({ jobId: id, requestId: "faults", workspaceId });
      return { jobs: [id], mayFail: [id] };
    },
    check: checkEndEvent,
  },
  {
    name: "repair-exhausted",
    reaches: ["renderer", "sweeper"],
    given: [1, 2, 3].map((occurrence) => fault("renderer", "s3:PutObject", "kill-before", occurrence)),
    async run(world) {
      const id = await createRender(world, withHook(world));
      return { jobs: [id], mayFail: [id] };
    },
    check: checkEndEvent,
  },
];

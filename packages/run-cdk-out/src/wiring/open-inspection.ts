/** Starts the inspection port on the parts of a running stack. */
import type { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import type { Clock } from "../clock/clock.js";
import { createClockMover } from "../clock/move-clock.js";
import type { FaultPlan } from "../faults/fault-plan.js";
import type { Edge } from "../fronts/edge/edge.js";
import type { EventSourceMapping } from "../functions/event-source-mapping.js";
import { startInspection } from "../inspection.js";
import type { LocalServices } from "../local-services.js";
import type { Meter } from "../metering/meter.js";
import { readMeter } from "../metering/read-meter.js";
import type { StackMetrics } from "../metrics/stack-metrics.js";
import type { Permissions } from "../permissions/permissions.js";
import type { EventBusService } from "../services/event-bus.js";
import type { Service } from "../services/service.js";
import type { RetainedResource } from "../template/delete-stack.js";
import type { FunctionRegistry } from "../template/function-registry.js";
import type { ProvisionedStack } from "../template/stack.js";
import { deleteExpiredItems } from "./expired-items.js";
import { reportGrants } from "./grants-report.js";
import { readPlatformCounts } from "./platform-counts.js";
import { describeWork, untilAtRest, type WorkParts } from "./work-report.js";

export interface InspectionParts {
  readonly allowedHosts?: readonly string[] | undefined;
  readonly stack: ProvisionedStack;
  readonly services: LocalServices;
  readonly functions: FunctionRegistry;
  readonly sources: readonly EventSourceMapping[];
  readonly dynamoDb: DynamoDBClient;
  readonly clock: Clock;
  readonly faults: FaultPlan;
  readonly bus: () => EventBusService | undefined;
  /** Undefined in a stack without a distribution. */
  readonly edge: () => Edge | undefined;
  readonly metrics: StackMetrics;
  readonly meter: Meter;
  readonly permissions: Permissions;
  readonly deleteStack: () => Promise<readonly RetainedResource[]>;
  readonly onDeleted: () => void;
}

export async function openInspection(parts: InspectionParts): Promise<Service> {
  const { stack, services, functions, sources, dynamoDb, clock, faults, bus, edge, metrics, permissions } = parts;
  const events = bus();
  const workParts = (): WorkParts => ({ functions, sources, clock, sqs: services.sqs, bus: bus() });
  metrics.watch(() => readPlatformCounts({ stack, functions, sqs: services.sqs, edge: edge() }));
  return startInspection({
    allowedHosts: parts.allowedHosts,
    stack,
    services: {
      dynamodb: services.dynamoDb.endpoint,
      sqs: services.sqs.endpoint,
      s3: services.s3.endpoint,
      secretsmanager: services.secrets.endpoint,
      keyvaluestore: services.keyValueStores.endpoint,
      cloudfront: services.cloudFront.endpoint,
      cloudwatch: services.cloudWatch.endpoint,
      ...(events && { events: events.endpoint }),
    },
    pools: () => functions.pools(),
    purgeEdge: (path) => edge()?.purge(path),
    setEdgeCollapsing: (on) => edge()?.setCollapsing(on),
    setPolling: async (polling) => setPolling(sources, polling),
    failEdgeFunctions: (on) => edge()?.failFunctions(on),
    objects: services.s3,
    advanceTime: async (ms) => {
      edge()?.age(ms);
      return services.s3.advance(ms);
    },
    moveClock: createClockMover({
      clock,
      ageCache: (ms) => edge()?.age(ms),
      applyLifecycles: async () => services.s3.advance(0),
      deleteExpiredItems: async (nowMs) => deleteExpiredItems(stack, dynamoDb, nowMs),
    }),
    canMoveClock: clock.canMove,
    faults,
    work: () => describeWork(workParts()),
    untilAtRest: async (maxMs) => untilAtRest(workParts(), maxMs),
    metrics: () => metrics.log.list(),
    alarms: () => metrics.alarms(),
    conflicts: services.conflicts,
    calls: () => permissions.calls.list(),
    meter: () => readMeter({ meter: parts.meter, functions, edge: edge(), calls: permissions.calls }),
    grants: () => reportGrants(stack, permissions.use),
    events: () => bus()?.recent() ?? [],
    deleteStack: parts.deleteStack,
    onDeleted: parts.onDeleted,
  });
}

async function setPolling(sources: InspectionParts["sources"], polling: { queue: string; on: boolean }): Promise<void> {
  const polled = sources.filter(({ queueName }) => queueName === polling.queue);
  await Promise.all(polled.map(async (source) => source.setEnabled(polling.on)));
}

/**
 * A loopback port that shows the state of the running stack, and triggers what otherwise happens only over time.
 *
 *   GET  /functions                   counters and processes of each function
 *   GET  /services                    endpoint of each service
 *   GET  /metrics                     the counts of the metric filters, and the alarms on each metric
 *   GET  /alarms                      the state of each alarm of the template now
 *   GET  /events                      the last events of the buses
 *   GET  /conflicts                   the number of writes that were refused because of a transaction
 *   GET  /calls                       the number of calls to the services, by function and action
 *   GET  /meter                       what AWS would bill: units, milliseconds, requests and bytes
 *   GET  /permissions                 the grants of each function, and whether a call has needed them
 *   GET  /resources                   type, physical ID and attributes by logical ID
 *   GET  /outputs                     the outputs of the template
 *   POST /edge/purge                  empties the edge's cache; { "path": "/x/*" } for a part of it
 *   POST /edge/collapsing             { "on": false }: simultaneous requests no longer share one origin request
 *   POST /edge/functions-failing      { "on": true }: each CloudFront Function fails
 *   POST /functions/{name}/invoke     runs a function with the JSON body as its event
 *   POST /functions/{name}/code       { "dir" }: runs new invocations with the code in this folder
 *   POST /queues/polling              { "queue": "name", "on": false }: disables the event sources of this queue
 *   POST /objects/storage-class       { "bucket", "key", "storageClass" }: moves an object as a lifecycle rule would
 *   POST /objects/expire              { "bucket", "key" }: removes an object as a lifecycle rule would
 *   GET  /work                        whether functions, events or messages are on their way
 *   POST /work/rest                   { "maxSeconds": 90 }: the same, when nothing is on its way without a move of the clock
 *   GET  /faults                      the calls of functions since the plan of faults was set, and the faults so far
 *   POST /faults                      { "faults": […] }: replaces the plan of faults, and forgets the calls so far
 *   POST /time/advance                { "days": 91 }: ages objects and cached responses, and runs the lifecycle rules
 *   POST /time/move                   { "seconds": 60 }: moves the clock of everything (only with --movable-clock)
 *   POST /stack/delete                deletes the stack and ends the program; returns what the stack leaves behind
 *   POST /objects/failing             { "status": 503 }: S3 fails for CloudFront; { "status": null } ends that
 */
import type { IncomingMessage, ServerResponse } from "node:http";
import { isAbsolute } from "node:path";
import * as z from "zod";
import type { ClockMove } from "./clock/move-clock.js";
import type { FaultPlan } from "./faults/fault-plan.js";
import { plannedFaultSchema } from "./faults/planned-fault.js";
import type { FunctionPool } from "./functions/function-types.js";
import type { AlarmState } from "./metrics/alarms.js";
import type { LogMetricValue } from "./metrics/log-metrics.js";
import type { MeterEntry } from "./metering/meter.js";
import type { CallCount } from "./permissions/call-counts.js";
import type { RecentEvent } from "./services/event-bus.js";
import { readBody, type RequestHandler, startHttpService } from "./services/http-service.js";
import type { S3Service } from "./services/s3.js";
import type { LifecycleRun } from "./services/s3/lifecycle-run.js";
import type { Service } from "./services/service.js";
import type { RetainedResource } from "./template/delete-stack.js";
import type { ProvisionedStack } from "./template/stack.js";
import type { ReportedGrant } from "./wiring/grants-report.js";
import type { WorkReport } from "./wiring/work-report.js";

export interface InspectionOptions {
  readonly stack: ProvisionedStack;
  /** Endpoints by the service's name. */
  readonly services: Readonly<Record<string, string>>;
  readonly pools: () => readonly FunctionPool[];
  readonly purgeEdge: (path: string | undefined) => void;
  readonly setEdgeCollapsing: (on: boolean) => void;
  /** Enables or disables the event sources of a queue. */
  readonly setPolling: (polling: { readonly queue: string; readonly on: boolean }) => Promise<void>;
  readonly failEdgeFunctions: (on: boolean) => void;
  readonly metrics: () => readonly LogMetricValue[];
  readonly alarms: () => readonly AlarmState[];
  readonly conflicts: () => number;
  readonly calls: () => readonly CallCount[];
  readonly meter: () => readonly MeterEntry[];
  readonly grants: () => readonly ReportedGrant[];
  readonly events: () => readonly RecentEvent[];
  readonly deleteStack: () => Promise<readonly RetainedResource[]>;
  /** Called when the response about the deleted stack has been sent. */
  readonly onDeleted: () => void;
  /** Makes stored objects and cached responses older by this time, and runs the lifecycle rules. */
  readonly advanceTime: (ms: number) => Promise<LifecycleRun>;
  /** Moves the clock of functions, queues, schedules, objects and cached responses. */
  readonly moveClock: (ms: number) => Promise<ClockMove>;
  readonly canMoveClock: boolean;
  readonly faults: Pick<FaultPlan, "set" | "report">;
  readonly work: () => WorkReport;
  /** Resolves when nothing happens without a move of the clock, or after this time. */
  readonly untilAtRest: (maxMs: number) => Promise<WorkReport>;
  /** Host names that requests may name, besides those of this machine. See `isAllowedHost`. */
  readonly allowedHosts?: readonly string[] | undefined;
  readonly objects: Pick<S3Service, "setStorageClass" | "expireObject" | "failForCloudFront">;
}

/** The error for a request that is refused, with the HTTP status. */
class InspectionError extends Error {
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
  }
}

const DELETE_STACK = "/stack/delete";
const MAX_BODY_BYTES = 6_291_456;
const DAY_MS = 86_400_000;

/** Starts the inspection port. */
export async function startInspection(options: InspectionOptions): Promise<Service> {
  const serve: RequestHandler = async (request, response) => {
    try {
      const body = await respond(options, request);
      if (request.url === DELETE_STACK) response.once("finish", options.onDeleted);
      sendJson(response, 200, body);
    } catch (error) {
      const status = error instanceof InspectionError ? error.status : error instanceof z.ZodError ? 400 : 500;
      const message = error instanceof z.ZodError ? z.prettifyError(error) : String(error);
      sendJson(response, status, { error: message });
    }
  };
  return startHttpService(serve, 0, options.allowedHosts);
}

/** The routes that only read. */
const READS: Readonly<Record<string, (options: InspectionOptions) => unknown>> = {
  "GET /functions": (options) => options.pools().map(describeFunction),
  "GET /services": (options) => options.services,
  "GET /metrics": (options) => options.metrics(),
  "GET /alarms": (options) => options.alarms(),
  "GET /events": (options) => options.events(),
  "GET /conflicts": (options) => ({ refused: options.conflicts() }),
  "GET /calls": (options) => options.calls(),
  "GET /meter": (options) => options.meter(),
  "GET /permissions": (options) => options.grants(),
  "GET /work": (options) => options.work(),
  "GET /faults": (options) => options.faults.report(),
  "GET /resources": (options) => describeResources(options.stack),
  "GET /outputs": (options) => options.stack.outputs,
};

async function respond(options: InspectionOptions, request: IncomingMessage): Promise<unknown> {
  const route = `${request.method ?? "GET"} ${request.url ?? "/"}`;
  const [, invoked] = /^POST \/functions\/([^/]+)\/invoke$/.exec(route) ?? [];
  if (invoked !== undefined) return invokeFunction(options, decodeURIComponent(invoked), await readJson(request));
  const [, replaced] = /^POST \/functions\/([^/]+)\/code$/.exec(route) ?? [];
  if (replaced !== undefined) {
    findPool(options, decodeURIComponent(replaced)).replaceCode(codeSchema.parse(await readJson(request)).dir);
    return {};
  }
  const read = READS[route];
  if (read !== undefined) return read(options);
  switch (route) {
    case "POST /edge/purge":
      options.purgeEdge(purgeSchema.parse(await readJson(request)).path);
      return {};
    case "POST /edge/collapsing":
      options.setEdgeCollapsing(switchSchema.parse(await readJson(request)).on);
      return {};
    case "POST /queues/polling":
      await options.setPolling(pollingSchema.parse(await readJson(request)));
      return {};
    case "POST /edge/functions-failing":
      options.failEdgeFunctions(switchSchema.parse(await readJson(request)).on);
      return {};
    case `POST ${DELETE_STACK}`:
      return { retained: await options.deleteStack() };
    case "POST /time/advance":
      return await options.advanceTime(advanceSchema.parse(await readJson(request)).days * DAY_MS);
    case "POST /time/move":
      return await moveClock(options, moveSchema.parse(await readJson(request)).seconds);
    case "POST /work/rest":
      return await options.untilAtRest(restSchema.parse(await readJson(request)).maxSeconds * 1_000);
    case "POST /faults":
      options.faults.set(faultsSchema.parse(await readJson(request)).faults);
      return {};
    case "POST /objects/storage-class": {
      const { bucket, key, storageClass } = storageClassSchema.parse(await readJson(request));
      await options.objects.setStorageClass(bucket, key, storageClass);
      return {};
    }
    case "POST /objects/expire":
      return expireObject(options, objectSchema.parse(await readJson(request)));
    case "POST /objects/failing":
      options.objects.failForCloudFront(failingSchema.parse(await readJson(request)).status ?? undefined);
      return {};
    default:
      throw new InspectionError(404, `There is no route ${route}.`);
  }
}

const codeSchema = z.strictObject({ dir: z.string().refine(isAbsolute, "must be an absolute path") });
const purgeSchema = z.strictObject({ path: z.string().optional() });
const pollingSchema = z.strictObject({ queue: z.string(), on: z.boolean() });
const switchSchema = z.strictObject({ on: z.boolean() });
const advanceSchema = z.strictObject({ days: z.number().positive().max(36_500) });
const moveSchema = z.strictObject({
  seconds: z
    .number()
    .positive()
    .max(36_500 * 86_400),
});
const restSchema = z.strictObject({ maxSeconds: z.number().positive().max(250) });
const faultsSchema = z.strictObject({ faults: z.array(plannedFaultSchema) });
const objectSchema = z.strictObject({ bucket: z.string(), key: z.string() });
const failingSchema = z.strictObject({ status: z.int().min(500).max(504).nullable() });
const storageClasses = z.enum(["STANDARD", "GLACIER", "GLACIER_IR", "DEEP_ARCHIVE"]);
const storageClassSchema = objectSchema.extend({ storageClass: storageClasses });

async function moveClock({ canMoveClock, moveClock: move }: InspectionOptions, seconds: number): Promise<ClockMove> {
  if (canMoveClock) return move(seconds * 1_000);
  throw new InspectionError(409, "The clock cannot be moved. Start the runner with --movable-clock.");
}

async function expireObject({ objects }: InspectionOptions, { bucket, key }: z.infer<typeof objectSchema>) {
  await objects.expireObject(bucket, key);
  return {};
}

async function invokeFunction(options: InspectionOptions, name: string, event: unknown): Promise<unknown> {
  const { functionError, payload } = await findPool(options, name).invoke(event, { whenBusy: "wait" });
  const result: unknown = JSON.parse(payload.toString("utf8"));
  return functionError === undefined ? { result } : { functionError, result };
}

function describeFunction(pool: FunctionPool) {
  const { name, arn, codeDir } = pool.spec;
  return { name, arn, codeDir, memoryMb: pool.spec.memoryMb, ...pool.stats() };
}

function findPool(options: InspectionOptions, name: string): FunctionPool {
  const pool = options.pools().find(({ spec }) => spec.name === name);
  if (pool === undefined) throw new InspectionError(404, `There is no function ${name}.`);
  return pool;
}

function describeResources(stack: ProvisionedStack): Record<string, unknown> {
  const described = [...stack.resources.values()].map(({ logicalId, type, physicalId, attributes, noEcho }) => [
    logicalId,
    { type, physicalId, attributes: noEcho ? "secret" : attributes },
  ]);
  return Object.fromEntries(described) as Record<string, unknown>;
}

async function readJson(request: IncomingMessage): Promise<unknown> {
  const body = (await readBody(request, MAX_BODY_BYTES)).toString("utf8");
  try {
    return body === "" ? {} : JSON.parse(body);
  } catch {
    throw new InspectionError(400, "The body must be JSON.");
  }
}

function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body, null, 2));
}

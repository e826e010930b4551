/**
 * EventBridge: buses with rules, event patterns, schedules, input transformation, and delivery with retries and
 * dead-letter queues. Events arrive by PutEvents over HTTP or from the same process.
 */
import { randomUUID } from "node:crypto";
import { type Clock, MACHINE_CLOCK } from "../clock/clock.js";
import { callerOf } from "../denials.js";
import type { AwsCall } from "../permissions/aws-call.js";
import { AwsError } from "./aws-error.js";
import { type JsonInput, type JsonServiceDefinition, startJsonService } from "./aws-json.js";
import { startScheduleTimer } from "./event-bus/schedule-timer.js";
import { Deliveries, type Deliver } from "./event-bus/delivery.js";
import { compilePattern, type EventMatcher } from "./event-bus/pattern.js";
import { putEventsOperation } from "./event-bus/put-events.js";
import { type EventEnvelope, type Rule, ruleArn } from "./event-bus/rule.js";
import { parseSchedule } from "./event-bus/schedule.js";
import { checkTarget, targetInput } from "./event-bus/target-input.js";
import { once, type RequestHandler } from "./http-service.js";
import { type BusEntry, LOCAL_ACCOUNT_ID, LOCAL_REGION, type Service, type ServiceOptions } from "./service.js";

export interface EventBusOptions extends Partial<ServiceOptions> {
  /** Sends an input to the target or dead-letter queue with this ARN. Rejects if the target did not accept it. */
  readonly deliver: Deliver;
  /** Called with a line about each failed delivery. */
  readonly onLine?: (line: string) => void;
  /** Folder for pending deliveries. Without it, they are lost when the runner is killed. */
  readonly dataDir?: string;
  /** Delays before the second, third … attempt. */
  readonly retryDelaysMs?: readonly number[];
}

export interface EventBusService extends Service {
  /** Creates a bus if it does not exist. The bus `default` always exists. */
  ensureBus(name: string): void;
  /** Adds a rule, or replaces the rule of that name on its bus. Throws if its pattern or schedule is invalid. */
  putRule(rule: Rule): void;
  /**
   * Puts events from this process, including those of AWS services, for example `aws.s3`. Returns the IDs of the
   * events.
   */
  putEvents(entries: readonly BusEntry[]): string[];
  /** The last 1,000 events since the start, oldest first. */
  recent(): readonly RecentEvent[];
  /** Continues the pending deliveries of the previous process. Call it when the targets are reachable. */
  resume(): void;
  /** Returns the number of pending deliveries, including those that wait for their next attempt. */
  pendingDeliveries(): number;
  /** Resolves when no delivery is pending. */
  settled(): Promise<void>;
}

/** An event that a bus has accepted. */
export interface RecentEvent {
  readonly busName: string;
  readonly atMs: number;
  readonly event: EventEnvelope;
}

interface ActiveRule {
  readonly rule: Rule;
  readonly matches: EventMatcher;
  readonly stopSchedule: () => void;
}

const DEFAULT_RETRY_DELAYS_MS = [200, 1_000, 5_000];
const DEFAULT_ATTEMPTS = 4;
const MAX_RECENT = 1_000;

const ACCESS_DENIED = { code: "AccessDeniedException", status: 400 };

/** Starts EventBridge with the default bus and no rules. Rules are not stored: put them after each start. */
export async function startEventBus(options: EventBusOptions): Promise<EventBusService> {
  const bus = new EventBus(options);
  const operations = { PutEvents: putEventsOperation((entry) => bus.put(entry)) };
  const authorize: JsonServiceDefinition["authorize"] = (operation, input, headers) => {
    for (const call of callsOf(operation, input)) options.authorizer?.check(call, callerOf(headers), ACCESS_DENIED);
  };
  const { faults } = options;
  const intercept = faults && ((handler: RequestHandler) => faults.wrap("events", handler));
  const definition = { version: "1.1", targetPrefix: "AWSEvents", operations, authorize, intercept } as const;
  const service = await startJsonService(definition, options.port);
  return {
    endpoint: service.endpoint,
    ensureBus: (name) => bus.ensureBus(name),
    putRule: (rule) => bus.putRule(rule),
    putEvents: (entries) => entries.map((entry) => bus.put(entry)),
    recent: () => bus.recent,
    resume: () => bus.deliveries.resume(),
    pendingDeliveries: () => bus.deliveries.pending,
    settled: () => bus.deliveries.settled(),
    close: once(async () => {
      await service.close();
      await bus.close();
    }),
  };
}

class EventBus {
  readonly deliveries: Deliveries;
  readonly recent: RecentEvent[] = [];
  readonly #clock: Clock;
  /** The rules of each bus by name. */
  readonly #buses = new Map<string, Map<string, ActiveRule>>([["default", new Map()]]);

  constructor({
    deliver,
    onLine = () => undefined,
    dataDir,
    retryDelaysMs = DEFAULT_RETRY_DELAYS_MS,
    clock = MACHINE_CLOCK,
  }: EventBusOptions) {
    this.#clock = clock;
    this.deliveries = new Deliveries({ deliver, onLine, dataDir, retryDelaysMs, clock });
  }

  ensureBus(name: string): void {
    if (!this.#buses.has(name)) this.#buses.set(name, new Map());
  }

  putRule(rule: Rule): void {
    const { name, eventPattern, scheduleExpression } = rule;
    if (eventPattern === undefined && scheduleExpression === undefined) {
      throw new Error(`Rule ${name} has neither an event pattern nor a schedule.`);
    }
    if (scheduleExpression !== undefined && busNameOf(rule.busName) !== "default") {
      throw new Error(`Rule ${name}: a schedule is supported only on the default event bus.`);
    }
    rule.targets.forEach(checkTarget);
    const matches = eventPattern === undefined ? () => false : compilePattern(eventPattern);
    const schedule = scheduleExpression === undefined ? undefined : parseSchedule(scheduleExpression);
    const enabled = rule.state !== "DISABLED";
    const rules = this.#rulesOf(rule.busName);
    rules.get(name)?.stopSchedule();
    rules.set(name, {
      rule,
      matches: enabled ? matches : () => false,
      stopSchedule:
        schedule && enabled
          ? startScheduleTimer(this.#clock, schedule, (dueMs) => this.#fire(rule, dueMs))
          : () => undefined,
    });
  }

  put(entry: BusEntry): string {
    const rules = this.#rulesOf(entry.busName ?? "default");
    const event = envelope(entry, this.#clock.now());
    this.recent.push({ busName: busNameOf(entry.busName ?? "default"), atMs: this.#clock.now(), event });
    if (this.recent.length > MAX_RECENT) this.recent.shift();
    for (const { rule, matches } of rules.values()) if (matches(event)) this.#sendTo(rule, event);
    return event.id;
  }

  async close(): Promise<void> {
    for (const rules of this.#buses.values()) for (const { stopSchedule } of rules.values()) stopSchedule();
    await this.deliveries.close();
  }

  #fire(rule: Rule, dueMs: number): void {
    const time = new Date(dueMs);
    const resources = [ruleArn(rule)];
    this.#sendTo(
      rule,
      envelope({ source: "aws.events", detailType: "Scheduled Event", detail: {}, resources, time }, dueMs),
    );
  }

  #sendTo(rule: Rule, event: EventEnvelope): void {
    for (const target of rule.targets) {
      this.deliveries.add({
        targetArn: target.arn,
        ruleArn: ruleArn(rule),
        input: targetInput(event, rule, target),
        messageGroupId: target.messageGroupId,
        deadLetterArn: target.deadLetterArn,
        maxAttempts: target.maxAttempts ?? DEFAULT_ATTEMPTS,
      });
    }
  }

  #rulesOf(nameOrArn: string): Map<string, ActiveRule> {
    const rules = this.#buses.get(busNameOf(nameOrArn));
    if (!rules) throw new AwsError("ResourceNotFoundException", `Event bus ${nameOrArn} does not exist.`);
    return rules;
  }
}

/** Returns one call for each entry: a request needs the permission for all of its buses. */
function callsOf(operation: string, { Entries }: JsonInput): AwsCall[] {
  const entries = Array.isArray(Entries) ? (Entries as Record<string, unknown>[]) : [];
  return entries.map(({ EventBusName = "default", Source, DetailType }) => ({
    action: `events:${operation}`,
    resource: `arn:aws:events:${LOCAL_REGION}:${LOCAL_ACCOUNT_ID}:event-bus/${busNameOf(String(EventBusName))}`,
    context: {
      ...(typeof Source === "string" && { "events:source": [Source] }),
      ...(typeof DetailType === "string" && { "events:detail-type": [DetailType] }),
    },
  }));
}

function busNameOf(nameOrArn: string): string {
  return nameOrArn.startsWith("arn:") ? (nameOrArn.split(":event-bus/")[1] ?? "") : nameOrArn;
}

function envelope(entry: BusEntry, nowMs: number): EventEnvelope {
  const { source, detailType, detail, resources = [], time = new Date(nowMs) } = entry;
  return {
    version: "0",
    id: randomUUID(),
    "detail-type": detailType,
    source,
    account: LOCAL_ACCOUNT_ID,
    time: time.toISOString().replace(/\.\d+Z$/, "Z"),
    region: LOCAL_REGION,
    resources,
    detail,
  };
}

/**
 * EventBridge: buses with rules, event patterns, schedules, input transformation, and delivery with retries and
 * dead letters. Events come in by PutEvents over HTTP, or in process.
 */
import { randomUUID } from "node:crypto";
import { AwsError } from "./aws-error.js";
import { startJsonService } from "./aws-json.js";
import { startAlarm } from "./event-bus/alarm.js";
import { Deliveries, type Deliver } from "./event-bus/delivery.js";
import { compilePattern, type EventMatcher } from "./event-bus/pattern.js";
import { putEventsOperation } from "./event-bus/put-events.js";
import { type EventEnvelope, type Rule, ruleArn } from "./event-bus/rule.js";
import { parseSchedule } from "./event-bus/schedule.js";
import { checkTarget, targetInput } from "./event-bus/target-input.js";
import { once } from "./http-service.js";
import { type BusEntry, LOCAL_ACCOUNT_ID, LOCAL_REGION, type Service, type ServiceOptions } from "./service.js";

export interface EventBusOptions extends Partial<ServiceOptions> {
  /** Hands an input to a target (or to a dead-letter queue) by its ARN; rejects if it was not taken. */
  readonly deliver: Deliver;
  /** Told of failed deliveries. */
  readonly onLine?: (line: string) => void;
  /** Folder for deliveries under way. Without it they are lost when the runner is killed. */
  readonly dataDir?: string;
  /** Delays before the second, third … try. */
  readonly retryDelaysMs?: readonly number[];
}

export interface EventBusService extends Service {
  /** Makes a bus; the bus `default` is always there. */
  ensureBus(name: string): void;
  /** Adds a rule, or replaces the one of that name on its bus. A pattern or schedule that can't be read is an error. */
  putRule(rule: Rule): void;
  /** Puts events in process, those of AWS services (`aws.s3`) included. Returns the events' ids. */
  putEvents(entries: readonly BusEntry[]): string[];
  /** Delivers what an earlier process had accepted and not yet delivered; to be called once targets can be reached. */
  resume(): void;
  /** Resolves when no delivery is under way. */
  settled(): Promise<void>;
}

interface ActiveRule {
  readonly rule: Rule;
  readonly matches: EventMatcher;
  readonly stopSchedule: () => void;
}

const DEFAULT_RETRY_DELAYS_MS = [200, 1_000, 5_000];
const DEFAULT_ATTEMPTS = 4;

/** Starts EventBridge with the default bus and no rules: rules are put anew at each start. */
export async function startEventBus(options: EventBusOptions): Promise<EventBusService> {
  const bus = new EventBus(options);
  const operations = { PutEvents: putEventsOperation((entry) => bus.put(entry)) };
  const service = await startJsonService({ version: "1.1", targetPrefix: "AWSEvents", operations }, options.port);
  return {
    endpoint: service.endpoint,
    ensureBus: (name) => bus.ensureBus(name),
    putRule: (rule) => bus.putRule(rule),
    putEvents: (entries) => entries.map((entry) => bus.put(entry)),
    resume: () => bus.deliveries.resume(),
    settled: () => bus.deliveries.settled(),
    close: once(async () => {
      await service.close();
      await bus.close();
    }),
  };
}

class EventBus {
  readonly deliveries: Deliveries;
  /** Rules by name, by bus. */
  private readonly buses = new Map<string, Map<string, ActiveRule>>([["default", new Map()]]);

  constructor({
    deliver,
    onLine = () => undefined,
    dataDir,
    retryDelaysMs = DEFAULT_RETRY_DELAYS_MS,
  }: EventBusOptions) {
    this.deliveries = new Deliveries({ deliver, onLine, dataDir, retryDelaysMs });
  }

  ensureBus(name: string): void {
    if (!this.buses.has(name)) this.buses.set(name, new Map());
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
    const rules = this.rulesOf(rule.busName);
    rules.get(name)?.stopSchedule();
    rules.set(name, {
      rule,
      matches: enabled ? matches : () => false,
      stopSchedule: schedule && enabled ? startAlarm(schedule, (dueMs) => this.fire(rule, dueMs)) : () => undefined,
    });
  }

  put(entry: BusEntry): string {
    const rules = this.rulesOf(entry.busName ?? "default");
    const event = envelope(entry);
    for (const { rule, matches } of rules.values()) if (matches(event)) this.sendTo(rule, event);
    return event.id;
  }

  async close(): Promise<void> {
    for (const rules of this.buses.values()) for (const { stopSchedule } of rules.values()) stopSchedule();
    await this.deliveries.close();
  }

  private fire(rule: Rule, dueMs: number): void {
    const time = new Date(dueMs);
    const resources = [ruleArn(rule)];
    this.sendTo(rule, envelope({ source: "aws.events", detailType: "Scheduled Event", detail: {}, resources, time }));
  }

  private sendTo(rule: Rule, event: EventEnvelope): void {
    for (const target of rule.targets) {
      this.deliveries.add({
        targetArn: target.arn,
        input: targetInput(event, rule, target),
        deadLetterArn: target.deadLetterArn,
        maxAttempts: target.maxAttempts ?? DEFAULT_ATTEMPTS,
      });
    }
  }

  private rulesOf(nameOrArn: string): Map<string, ActiveRule> {
    const rules = this.buses.get(busNameOf(nameOrArn));
    if (!rules) throw new AwsError("ResourceNotFoundException", `Event bus ${nameOrArn} does not exist.`);
    return rules;
  }
}

function busNameOf(nameOrArn: string): string {
  return nameOrArn.startsWith("arn:") ? (nameOrArn.split(":event-bus/")[1] ?? "") : nameOrArn;
}

function envelope({ source, detailType, detail, resources = [], time = new Date() }: BusEntry): EventEnvelope {
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

/** From a queued job to a stored picture: queues, renderer, dead letters, sweeper, and the bus that hears of each end. */
import { Duration, Stack } from "aws-cdk-lib";
import { Alarm, ComparisonOperator, TreatMissingData } from "aws-cdk-lib/aws-cloudwatch";
import { EventBus, Rule, Schedule } from "aws-cdk-lib/aws-events";
import { LambdaFunction } from "aws-cdk-lib/aws-events-targets";
import { SqsEventSource } from "aws-cdk-lib/aws-lambda-event-sources";
import { Queue, QueueEncryption } from "aws-cdk-lib/aws-sqs";
import { Construct } from "constructs";
import { deadLetterEnvironmentSchema } from "../lambdas/dead-letter/env.js";
import { rendererEnvironmentSchema } from "../lambdas/renderer/env.js";
import { sweeperEnvironmentSchema } from "../lambdas/sweeper/env.js";
import { allowIndexQuery, allowObjects, allowTable } from "./grants.js";
import { RenderingLayers } from "./layers.js";
import { ServiceFunction } from "./service-function.js";
import type { Settings } from "./settings.js";
import { PICTURE_PREFIXES, type Storage } from "./storage.js";

export type Lane = "interactive" | "standard" | "bulk";
const LANES: readonly Lane[] = ["interactive", "standard", "bulk"];

/** Throttled invocations count as receives too, so a message may be received far more often than a job is tried. */
const MAX_RECEIVES = 10;
const DEAD_LETTER_TIMEOUT_SECONDS = 30;

export class RenderPipeline extends Construct {
  readonly queues: Readonly<Record<Lane, Queue>>;
  readonly deadLetterQueues: readonly Queue[];
  readonly bus: EventBus;
  /** For whatever else renders. */
  readonly layers: RenderingLayers;
  readonly functions: readonly ServiceFunction[];
  readonly alarms: readonly Alarm[];
  private readonly settings: Settings;
  private readonly storage: Storage;

  constructor(scope: Construct, id: string, settings: Settings, storage: Storage) {
    super(scope, id);
    this.settings = settings;
    this.storage = storage;
    this.layers = new RenderingLayers(this, "Layers", settings);
    this.bus = new EventBus(this, "Bus", { description: "What happened to renders" });

    const lanes = LANES.map((lane) => ({ lane, ...this.makeQueue(lane) }));
    this.queues = Object.fromEntries(lanes.map(({ lane, queue }) => [lane, queue])) as Record<Lane, Queue>;
    this.deadLetterQueues = lanes.map(({ deadLetters }) => deadLetters);
    this.alarms = lanes.map(({ alarm }) => alarm);
    this.functions = [this.makeRenderer(), this.makeDeadLetterFunction(), this.makeSweeper()];
  }

  private makeQueue(lane: Lane): { queue: Queue; deadLetters: Queue; alarm: Alarm } {
    const name = `${lane.charAt(0).toUpperCase()}${lane.slice(1)}`;
    const secure = { enforceSSL: true, encryption: QueueEncryption.SQS_MANAGED };
    const deadLetters = new Queue(this, `${name}DeadLetters`, {
      ...secure,
      retentionPeriod: Duration.days(14),
      visibilityTimeout: Duration.seconds(6 * DEAD_LETTER_TIMEOUT_SECONDS),
    });
    const queue = new Queue(this, `${name}Queue`, {
      ...secure,
      retentionPeriod: Duration.days(13),
      visibilityTimeout: Duration.seconds(6 * this.settings.renderTimeoutSeconds),
      deadLetterQueue: { queue: deadLetters, maxReceiveCount: MAX_RECEIVES },
    });
    const alarm = new Alarm(this, `${name}DeadLettersPresent`, {
      metric: deadLetters.metricApproximateNumberOfMessagesVisible({ period: Duration.minutes(5) }),
      threshold: 1,
      evaluationPeriods: 2,
      comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
      treatMissingData: TreatMissingData.NOT_BREACHING,
      alarmDescription: `Dead letters of the ${lane} queue are not dealt with. Runbook: docs/runbook.md#dead-letters`,
    });
    return { queue, deadLetters, alarm };
  }

  private makeRenderer(): ServiceFunction {
    const { settings, storage } = this;
    const renderer = new ServiceFunction(this, "Renderer", {
      settings,
      name: "renderer",
      description: "Renders one job a message",
      environmentSchema: rendererEnvironmentSchema,
      environment: {
        TEMPLATES_TABLE: storage.templates.tableName,
        JOBS_TABLE: storage.jobs.tableName,
        WORKSPACES_TABLE: storage.workspaces.tableName,
        BUCKET: storage.bucket.bucketName,
        EVENT_BUS: this.bus.eventBusName,
        QUEUE_URLS: this.queueUrlsByArn(Object.values(this.queues)),
        ALLOW_LOOPBACK_TARGETS: String(settings.allowLoopbackTargets),
        MALLOC_ARENA_MAX: "2",
      },
      // 1,769 MB is one whole virtual CPU.
      memoryMb: 1769,
      timeoutSeconds: settings.renderTimeoutSeconds,
      layers: this.layers.all,
    });
    allowTable(renderer, storage.templates, "GetItem");
    allowTable(renderer, storage.jobs, "GetItem", "UpdateItem");
    allowTable(renderer, storage.workspaces, "UpdateItem", "PutItem");
    allowObjects(renderer, storage.bucket, "inputs/", "s3:GetObject");
    allowObjects(renderer, storage.bucket, "uploads/", "s3:GetObject");
    allowObjects(renderer, storage.bucket, "templates/", "s3:GetObject");
    for (const prefix of PICTURE_PREFIXES)
      allowObjects(renderer, storage.bucket, prefix, "s3:GetObject", "s3:PutObject");
    this.bus.grantPutEventsTo(renderer);
    const concurrency = {
      interactive: settings.interactiveConcurrency,
      standard: settings.standardConcurrency,
      bulk: settings.bulkConcurrency,
    };
    for (const lane of LANES) {
      renderer.addEventSource(
        new SqsEventSource(this.queues[lane], {
          batchSize: 1,
          maxConcurrency: concurrency[lane],
          reportBatchItemFailures: true,
        }),
      );
    }
    return renderer;
  }

  private makeDeadLetterFunction(): ServiceFunction {
    const { settings, storage } = this;
    const deadLetter = new ServiceFunction(this, "DeadLetter", {
      settings,
      name: "dead-letter",
      description: "Ends the jobs that the render queues have given up on",
      environmentSchema: deadLetterEnvironmentSchema,
      environment: {
        JOBS_TABLE: storage.jobs.tableName,
        WORKSPACES_TABLE: storage.workspaces.tableName,
        BUCKET: storage.bucket.bucketName,
        EVENT_BUS: this.bus.eventBusName,
        QUEUE_URLS: this.queueUrlsByArn(this.deadLetterQueues),
      },
      timeoutSeconds: DEAD_LETTER_TIMEOUT_SECONDS,
    });
    allowTable(deadLetter, storage.jobs, "GetItem", "UpdateItem");
    allowTable(deadLetter, storage.workspaces, "UpdateItem", "PutItem");
    for (const prefix of PICTURE_PREFIXES) allowObjects(deadLetter, storage.bucket, prefix, "s3:GetObject");
    this.bus.grantPutEventsTo(deadLetter);
    for (const queue of this.deadLetterQueues) {
      deadLetter.addEventSource(new SqsEventSource(queue, { batchSize: 10, reportBatchItemFailures: true }));
    }
    return deadLetter;
  }

  private makeSweeper(): ServiceFunction {
    const { settings, storage, queues } = this;
    const sweeper = new ServiceFunction(this, "Sweeper", {
      settings,
      name: "sweeper",
      description: "Moves on the jobs that fell between two steps",
      environmentSchema: sweeperEnvironmentSchema,
      environment: {
        JOBS_TABLE: storage.jobs.tableName,
        WORKSPACES_TABLE: storage.workspaces.tableName,
        BUCKET: storage.bucket.bucketName,
        EVENT_BUS: this.bus.eventBusName,
        INTERACTIVE_QUEUE_URL: queues.interactive.queueUrl,
        STANDARD_QUEUE_URL: queues.standard.queueUrl,
        BULK_QUEUE_URL: queues.bulk.queueUrl,
      },
      timeoutSeconds: 55,
    });
    allowTable(sweeper, storage.jobs, "GetItem", "UpdateItem");
    allowTable(sweeper, storage.workspaces, "UpdateItem", "PutItem");
    allowIndexQuery(sweeper, storage.jobs, "watched");
    for (const prefix of PICTURE_PREFIXES) allowObjects(sweeper, storage.bucket, prefix, "s3:GetObject");
    for (const queue of Object.values(queues)) queue.grant(sweeper, "sqs:SendMessage");
    this.bus.grantPutEventsTo(sweeper);
    new Rule(this, "EveryMinute", {
      schedule: Schedule.rate(Duration.minutes(1)),
      // A missed run is made up for by the next.
      targets: [new LambdaFunction(sweeper, { retryAttempts: 0, maxEventAge: Duration.minutes(1) })],
    });
    return sweeper;
  }

  private queueUrlsByArn(queues: readonly Queue[]): string {
    return Stack.of(this).toJsonString(Object.fromEntries(queues.map((queue) => [queue.queueArn, queue.queueUrl])));
  }
}

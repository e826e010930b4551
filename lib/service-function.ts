/** The only way to create a function. Turns a declaration into the function and the resources that it needs. */
import { cpSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Duration, Names, RemovalPolicy, Stack } from "aws-cdk-lib";
import { type CronOptions, Schedule } from "aws-cdk-lib/aws-events";
import { LambdaFunction as LambdaTarget } from "aws-cdk-lib/aws-events-targets";
import { PolicyStatement, Role, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import {
  Architecture,
  type AssetCode,
  CfnFunction,
  Function as LambdaFunction,
  FunctionUrlAuthType,
  type FunctionUrl,
  InvokeMode,
  Runtime,
  Tracing,
} from "aws-cdk-lib/aws-lambda";
import { FilterPattern, LogGroup } from "aws-cdk-lib/aws-logs";
import type { Construct } from "constructs";
import { checkEnvironmentSize } from "./environment-size.js";
import { EventRule } from "./event-rule.js";
import { FailureAlarm } from "./failure-alarm.js";
import { functionBundle } from "./function-bundle.js";
import type { ConsumedQueue, FunctionDeclaration, FunctionUrlFront, InvokingEvents } from "./function-declaration.js";
import { assetHashedByOutput } from "./local-asset.js";
import { LogMetric, uniqueMetricName } from "./log-metric.js";
import type { Settings } from "./settings.js";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
/**
 * The actions of Lambda's pollers (Lambda developer guide, "Configuring Amazon SQS permissions"), and the action that
 * sets when a function receives a message again.
 */
const CONSUMER_ACTIONS = [
  "sqs:ReceiveMessage",
  "sqs:DeleteMessage",
  "sqs:GetQueueAttributes",
  "sqs:ChangeMessageVisibility",
];

export class ServiceFunction extends LambdaFunction {
  readonly declaration: FunctionDeclaration;
  /** Counts the function's failures. Functions with the same runbook section share this metric and its alarm. */
  readonly failures: LogMetric;
  /** The metrics that count the log lines of the declaration's `eventAlarms`, by `event`. */
  readonly eventMetrics: ReadonlyMap<string, LogMetric>;
  /** The function URL, if the function has routes that go through it. */
  readonly url: FunctionUrl | undefined;

  constructor(scope: Construct, id: string, settings: Settings, declaration: FunctionDeclaration) {
    const environment = environmentOf(scope, settings, declaration);
    checkEnvironment(declaration, environment);
    checkEnvironmentSize(scope, declaration.name, environment);
    const logGroup = new LogGroup(scope, `${id}Logs`, {
      retention: settings.logRetentionDays,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    // AWS's managed policy for functions would allow the function to write to every log group of the account.
    const role = new Role(scope, `${id}Role`, { assumedBy: new ServicePrincipal("lambda.amazonaws.com") });
    logGroup.grantWrite(role);
    super(scope, id, {
      role,
      logGroup,
      description: declaration.description,
      code: bundle(declaration.name, declaration.programs),
      handler: "index.handler",
      runtime: Runtime.NODEJS_24_X,
      architecture: Architecture.ARM_64,
      memorySize: declaration.memoryMb,
      timeout: Duration.seconds(declaration.timeoutSeconds),
      environment,
      tracing: settings.traces ? Tracing.ACTIVE : Tracing.DISABLED,
      layers: [...(declaration.layers ?? [])],
      ...(declaration.reservedConcurrency !== undefined && {
        reservedConcurrentExecutions: declaration.reservedConcurrency,
      }),
    });
    // The local runner calls the function by the name of its folder.
    if (this.node.defaultChild instanceof CfnFunction) {
      this.node.defaultChild.addMetadata("run-cdk-out:name", declaration.name);
      if (declaration.sharesLocalProcesses === true) {
        this.node.defaultChild.addMetadata("run-cdk-out:shares-processes", true);
      }
    }
    this.declaration = declaration;
    const { queues = [], every, onEvent, http } = declaration;
    this.#allowGrants();
    this.#allowAccountActions();
    for (const queue of queues) this.#consume(queue);
    if (every !== undefined) this.#runEvery(every, onEvent === undefined);
    if (onEvent !== undefined) this.#runOn(onEvent);
    this.url = http?.through === "function-url" ? this.#makeUrl(http) : undefined;
    const failureAlarm = FailureAlarm.of(this, declaration.alarm);
    failureAlarm.watch(this, declaration.name);
    this.failures = failureAlarm.metric;
    this.eventMetrics = this.#makeEventAlarms();
  }

  #allowGrants(): void {
    for (const value of Object.values(this.declaration.environment)) {
      if (typeof value === "string") continue;
      for (const statement of value.statements) this.addToRolePolicy(statement);
    }
  }

  #allowAccountActions(): void {
    const { accountActions = [] } = this.declaration;
    if (accountActions.length === 0) return;
    this.addToRolePolicy(new PolicyStatement({ actions: [...accountActions], resources: ["*"] }));
  }

  #consume({ queue, batchSize, maxConcurrency }: ConsumedQueue): void {
    this.addToRolePolicy(new PolicyStatement({ actions: CONSUMER_ACTIONS, resources: [queue.queueArn] }));
    // The ID of the CDK's SqsEventSource, which would also grant sqs:GetQueueUrl. Another ID would replace the mapping.
    this.addEventSourceMapping(`SqsEventSource:${Names.nodeUniqueId(queue.node)}`, {
      eventSourceArn: queue.queueArn,
      batchSize,
      reportBatchItemFailures: true,
      ...(maxConcurrency !== undefined && { maxConcurrency }),
    });
  }

  /** @param setsRetries whether the function has no other events. A function has only one policy for its retries. */
  #runEvery(interval: Duration | CronOptions, setsRetries: boolean): void {
    // The next run does the work of a missed run. The target's policy only applies until Lambda accepts the event.
    const noRetries = { retryAttempts: 0, maxEventAge: Duration.minutes(1) };
    if (setsRetries) this.configureAsyncInvoke(noRetries);
    new EventRule(this, "Schedule", {
      schedule: interval instanceof Duration ? Schedule.rate(interval) : Schedule.cron(interval),
      target: (undelivered) => new LambdaTarget(this, { ...undelivered, ...noRetries }),
    });
  }

  #runOn({ bus, source, detailType, retryAttempts, maxEventAge }: InvokingEvents): void {
    this.configureAsyncInvoke({ retryAttempts, maxEventAge });
    new EventRule(this, "Events", {
      eventBus: bus,
      eventPattern: { source: [source], detailType: [detailType] },
      target: (undelivered) => new LambdaTarget(this, undelivered),
    });
  }

  #makeUrl({ guard }: FunctionUrlFront): FunctionUrl {
    const authType = guard === "origin-secret" ? FunctionUrlAuthType.NONE : FunctionUrlAuthType.AWS_IAM;
    return this.addFunctionUrl({ authType, invokeMode: InvokeMode.RESPONSE_STREAM });
  }

  #makeEventAlarms(): ReadonlyMap<string, LogMetric> {
    const metrics = new Map<string, LogMetric>();
    for (const { event, value, threshold, description, runbook } of this.declaration.eventAlarms ?? []) {
      const metric = new LogMetric(uniqueMetricName(this, event));
      metric.count(this, `Count-${event}`, this.logGroup, FilterPattern.stringValue("$.event", "=", event), value);
      metric.alarm(this, event, threshold, `${description} Runbook: docs/runbook.md#${runbook}`);
      metrics.set(event, metric);
    }
    return metrics;
  }
}

function environmentOf(
  scope: Construct,
  settings: Settings,
  { environment, queues = [] }: FunctionDeclaration,
): Record<string, string> {
  const entries = Object.entries(environment).map(
    ([name, value]) => [name, typeof value === "string" ? value : value.value] as const,
  );
  const urls = Object.fromEntries(queues.map(({ queue }) => [queue.queueArn, queue.queueUrl]));
  return {
    LOG_LEVEL: settings.logLevel,
    ...Object.fromEntries(entries),
    ...(queues.length > 0 && { QUEUE_URLS: Stack.of(scope).toJsonString(urls) }),
  };
}

/** Returns an asset with the handler of a function and the programs that it starts. */
function bundle(name: string, programs: readonly string[] = []): AssetCode {
  return assetHashedByOutput(`${ROOT}lambdas/${name}`, (outputDir) =>
    cpSync(functionBundle(name, programs), outputDir, { recursive: true }),
  );
}

function checkEnvironment(
  { name, environmentSchema }: FunctionDeclaration,
  environment: Readonly<Record<string, string>>,
): void {
  const [wanted, given] = [Object.keys(environmentSchema.shape), Object.keys(environment)];
  const missing = wanted.filter((variable) => !given.includes(variable));
  const unused = given.filter((variable) => !wanted.includes(variable));
  if (missing.length + unused.length === 0) return;
  throw new Error(
    `lib/functions/${name}.ts and lambdas/${name}/env.ts differ: missing [${missing.join()}], unused [${unused.join()}].`,
  );
}

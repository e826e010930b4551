/** The declaration of a function: everything that the stack knows about it. */
import type { Duration } from "aws-cdk-lib";
import type { CronOptions, EventBus } from "aws-cdk-lib/aws-events";
import type { ILayerVersion } from "aws-cdk-lib/aws-lambda";
import type { IQueue } from "aws-cdk-lib/aws-sqs";
import type { Construct } from "constructs";
import type * as z from "zod";
import type { Route } from "../core/contract/routes.js";
import type { Grant } from "./grants.js";
import type { Resources } from "./resources.js";

/** The variables that `ServiceFunction` supplies: `LOG_LEVEL`, and `QUEUE_URLS` if the function consumes queues. */
type Supplied = "LOG_LEVEL" | "QUEUE_URLS";

/** A queue that invokes the function. */
export interface ConsumedQueue {
  readonly queue: IQueue;
  /** The maximum number of messages per invocation. */
  readonly batchSize: number;
  /** The maximum number of concurrent invocations for this queue, 2 or more. @default only the account's limit */
  readonly maxConcurrency?: number;
}

/** Events that invoke a function asynchronously. Lambda itself retries it, and ignores the rule's retry policy. */
export interface InvokingEvents {
  readonly bus: EventBus;
  readonly source: string;
  readonly detailType: string;
  /** The retries after a failure or a timeout. The first follows after one minute, the second after two more. */
  readonly retryAttempts: 0 | 1 | 2;
  /** The age at which Lambda discards an event, even if attempts are left. One minute to six hours. */
  readonly maxEventAge: Duration;
}

/** A route of the HTTP API. */
export interface HttpApiRoute {
  readonly method: Route["method"] | "ANY";
  readonly path: string;
}

/** Routes that reach the function through the HTTP API: complete responses, within 30 s. */
export interface HttpApiFront {
  readonly through: "http-api";
  /** Rows of the route table, or paths that are not part of the REST API. */
  readonly routes: readonly HttpApiRoute[];
  /** Whether the function also gets requests that match no route, to return the contract's error. @default false */
  readonly takesUnknownRoutes?: boolean;
}

/** Routes that reach the function through a function URL: streamed responses. */
export interface FunctionUrlFront {
  readonly through: "function-url";
  /** The routes. Empty if only the edge function sends requests here: then the path belongs to another function. */
  readonly routes: readonly Route[];
  /**
   * How the function recognizes CloudFront. `origin-access-control`: AWS verifies CloudFront's signature, which needs a
   * hash of the body for POST, so use it for GET and HEAD only. `origin-secret`: the function checks a secret header.
   */
  readonly guard: "origin-access-control" | "origin-secret";
  /** The longest time that CloudFront waits for the next byte. A value above 120 needs a higher quota. */
  readonly originTimeoutSeconds: number;
  /** The number of times that CloudFront tries to connect, or sends a GET request that times out. @default 2 */
  readonly connectionAttempts?: 1 | 2;
}

/** Actions that read something about the account, and change nothing. */
export type AccountAction = "lambda:GetAccountSettings" | "cloudwatch:GetMetricData" | "cloudwatch:DescribeAlarms";

export interface FunctionDeclaration<S extends z.ZodObject = z.ZodObject> {
  /** The name of the folder under lambdas/, and of the function in logs. */
  readonly name: string;
  readonly description: string;
  /** The schema in the function's env.ts. */
  readonly environmentSchema: S;
  /** The value of each variable of the schema. A {@link Grant} also allows actions on the resource that it names. */
  readonly environment: Readonly<Record<Exclude<keyof z.input<S>, Supplied>, string | Grant>>;
  /** Files of the folder to bundle beside the handler: child processes, and rarely needed code. @default none */
  readonly programs?: readonly string[];
  readonly memoryMb: number;
  /**
   * Whether many invocations share a process on one machine, because they wait most of the time. The handler must
   * support this. In a deployment, each invocation has its own environment. @default false
   */
  readonly sharesLocalProcesses?: boolean;
  readonly timeoutSeconds: number;
  /** @default none */
  readonly layers?: readonly ILayerVersion[];
  /** Queues that invoke the function. @default none */
  readonly queues?: readonly ConsumedQueue[];
  /** Events that invoke the function. @default none */
  readonly onEvent?: InvokingEvents;
  /**
   * Invokes the function at this interval, or at these times in UTC: `{ weekDay: "MON", hour: "3", minute: "0" }`. A
   * run that fails or is late is not retried: the next run does its work.
   * @default never
   */
  readonly every?: Duration | CronOptions;
  /** The HTTP routes of the function. @default none */
  readonly http?: HttpApiFront | FunctionUrlFront;
  /**
   * Actions on the distribution. They are not in `environment`, because the distribution refers to the functions, so a
   * reference from a function to the distribution would create a cycle. @default none
   */
  readonly distributionActions?: readonly "cloudfront:CreateInvalidation"[];
  /** Actions on the account. A policy cannot name resources for them. @default none */
  readonly accountActions?: readonly AccountAction[];
  /** Concurrency that only this function may use. @default the function shares the account's concurrency */
  readonly reservedConcurrency?: number | undefined;
  readonly alarm: {
    /** The number of logged errors and Lambda failures within five minutes that raises the alarm. */
    readonly errors: number;
    /** The section of docs/runbook.md that the alarm links to. Functions with the same section share one alarm. */
    readonly runbook: string;
  };
  /** Alarms on other log lines of the function. @default none */
  readonly eventAlarms?: readonly EventAlarm[];
}

/** An alarm on log lines with a certain `event`. */
export interface EventAlarm {
  /** An event of `core/deployment/log-events.ts`. */
  readonly event: string;
  /** The field of the line to add up, for example `$.repaired`. @default counts the lines */
  readonly value?: string;
  /** The sum within five minutes that raises the alarm. */
  readonly threshold: number;
  /** The description of the alarm: one sentence. */
  readonly description: string;
  /** The section of docs/runbook.md that the alarm links to. */
  readonly runbook: string;
}

/**
 * The type of the main export of each file in lib/functions.
 *
 * @param scope the parent of the function's construct, for a queue or another resource that belongs to the function
 *   alone
 */
export type DeclareFunction = (resources: Resources, scope: Construct) => FunctionDeclaration;

/** Checks that a declaration supplies exactly the variables that the function's schema reads. */
export function declareFunction<S extends z.ZodObject>(declaration: FunctionDeclaration<S>): FunctionDeclaration {
  return declaration;
}

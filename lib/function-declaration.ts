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

/** Variables that `ServiceFunction` supplies: `LOG_LEVEL` always, `QUEUE_URLS` to a function that consumes queues. */
type Supplied = "LOG_LEVEL" | "QUEUE_URLS";

/** A queue that invokes the function. */
export interface ConsumedQueue {
  readonly queue: IQueue;
  /** The most messages of one invocation. */
  readonly batchSize: number;
  /** The most invocations at the same time for this queue, 2 or more. @default no limit but the account's */
  readonly maxConcurrency?: number;
}

/** Events that invoke a function asynchronously. Lambda itself retries it, whatever the retry policy of the rule says. */
export interface InvokingEvents {
  readonly bus: EventBus;
  readonly source: string;
  readonly detailType: string;
  /** Invocations after one that failed or ran out of time. The first follows after a minute, the second after two more. */
  readonly retryAttempts: 0 | 1 | 2;
  /** An event that is older is discarded, instead of invoking the function or being retried. One minute to six hours. */
  readonly maxEventAge: Duration;
}

/** Routes that reach the function through the HTTP API: whole responses, 30 s at most. */
export interface HttpApiFront {
  readonly through: "http-api";
  readonly routes: readonly Route[];
  /** Whether requests that match no route come here too, to get the contract's error. @default false */
  readonly takesUnknownRoutes?: boolean;
}

/** Routes that reach the function through a function URL: streamed responses. */
export interface FunctionUrlFront {
  readonly through: "function-url";
  /** Empty if the edge function alone sends requests here: then the path belongs to another function. */
  readonly routes: readonly Route[];
  /**
   * How the function recognizes CloudFront. `origin-access-control`: AWS verifies CloudFront's signature, which needs a
   * hash of the body for POST, so this is for GET and HEAD only. `origin-secret`: the function checks a secret header.
   */
  readonly guard: "origin-access-control" | "origin-secret";
  /** The longest that CloudFront waits for the next byte. More than 120 needs a higher quota. */
  readonly originTimeoutSeconds: number;
  /** How often CloudFront tries to connect, and sends a GET request that timed out. @default 2 */
  readonly connectionAttempts?: 1 | 2;
}

export interface FunctionDeclaration<S extends z.ZodObject = z.ZodObject> {
  /** Names the folder under lambdas/ and the function in logs. */
  readonly name: string;
  readonly description: string;
  /** The schema in the function's env.ts. */
  readonly environmentSchema: S;
  /** The value of each variable of the schema. A {@link Grant} also allows actions on the resource that it names. */
  readonly environment: Readonly<Record<Exclude<keyof z.input<S>, Supplied>, string | Grant>>;
  /** Files of its folder that are bundled beside the handler: child processes, and code that few requests need. @default none */
  readonly programs?: readonly string[];
  readonly memoryMb: number;
  /**
   * On one machine, many invocations share a process, because most of their time is a wait. Their handler must allow it. A
   * deployment has an environment for each invocation. @default false
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
   * Invokes the function at this interval, or at these times in UTC: `{ weekDay: "MON", hour: "3", minute: "0" }`. A run that
   * fails or is late is not repeated: the next run does its work.
   * @default never
   */
  readonly every?: Duration | CronOptions;
  /** The HTTP routes of the function. @default none */
  readonly http?: HttpApiFront | FunctionUrlFront;
  /**
   * Actions on the distribution. They are not in `environment`, because the distribution refers to the functions and a
   * function that referred to the distribution would be a cycle. @default none
   */
  readonly distributionActions?: readonly "cloudfront:CreateInvalidation"[];
  /** Actions on the account. They have no resources that a policy could name. @default none */
  readonly accountActions?: readonly "lambda:GetAccountSettings"[];
  /** Concurrency that only this function may use. @default it shares the account's */
  readonly reservedConcurrency?: number | undefined;
  readonly alarm: {
    /** Errors that the function logs, or failures of Lambda, within five minutes that raise the alarm. */
    readonly errors: number;
    /** The section of docs/runbook.md that the alarm links to. Functions with the same section share one alarm. */
    readonly runbook: string;
  };
  /** Alarms on other log lines of the function. @default none */
  readonly eventAlarms?: readonly EventAlarm[];
}

/** An alarm on log lines with a certain `event`. */
export interface EventAlarm {
  /** One of `core/contract/log-events.ts`. */
  readonly event: string;
  /** The field of the line that is added up, for example `$.repaired`. @default the lines are counted */
  readonly value?: string;
  /** The sum within five minutes that raises the alarm. */
  readonly threshold: number;
  /** One sentence. */
  readonly description: string;
  /** The section of docs/runbook.md that the alarm links to. */
  readonly runbook: string;
}

/**
 * The main export of each file in lib/functions.
 *
 * @param scope the parent of the function's construct, for a queue or another resource that belongs to the function alone
 */
export type DeclareFunction = (resources: Resources, scope: Construct) => FunctionDeclaration;

/** Checks that a declaration supplies exactly the variables that the function's schema reads. */
export function declareFunction<S extends z.ZodObject>(declaration: FunctionDeclaration<S>): FunctionDeclaration {
  return declaration;
}

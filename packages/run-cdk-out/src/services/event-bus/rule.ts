/** Rules and their targets. */
import { LOCAL_ACCOUNT_ID, LOCAL_REGION } from "../service.js";

export interface InputTransformer {
  /** JSON paths by their name in the template. */
  readonly inputPathsMap?: Readonly<Record<string, string>>;
  readonly inputTemplate: string;
}

export interface RuleTarget {
  readonly id: string;
  readonly arn: string;
  /** At most one of these three defines the input of the target. The default is the whole event. */
  readonly input?: string;
  readonly inputPath?: string;
  readonly inputTransformer?: InputTransformer;
  /** The message group of a queue. The text is used unchanged, even if it looks like a path into the event. */
  readonly messageGroupId?: string;
  /** ARN of the dead-letter queue for events that could not be delivered. */
  readonly deadLetterArn?: string;
  /** Number of attempts, including the first; 4 by default. */
  readonly maxAttempts?: number;
}

export interface Rule {
  readonly name: string;
  readonly busName: string;
  /** At least one of these two is defined. */
  readonly eventPattern?: unknown;
  readonly scheduleExpression?: string;
  readonly state?: "ENABLED" | "DISABLED";
  readonly targets: readonly RuleTarget[];
}

/** An event in the form that targets get. */
export interface EventEnvelope {
  readonly version: "0";
  readonly id: string;
  readonly "detail-type": string;
  readonly source: string;
  readonly account: string;
  /** ISO 8601, whole seconds. */
  readonly time: string;
  readonly region: string;
  readonly resources: readonly string[];
  readonly detail: unknown;
}

export function ruleArn({ name, busName }: Rule): string {
  const path = busName === "default" ? name : `${busName}/${name}`;
  return `arn:aws:events:${LOCAL_REGION}:${LOCAL_ACCOUNT_ID}:rule/${path}`;
}

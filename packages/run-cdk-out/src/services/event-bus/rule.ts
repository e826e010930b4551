/** Rules: what they look for, and what their targets are handed. */
import { LOCAL_ACCOUNT_ID, LOCAL_REGION } from "../service.js";

export interface InputTransformer {
  /** JSON paths by the name that the template uses. */
  readonly inputPathsMap?: Readonly<Record<string, string>>;
  readonly inputTemplate: string;
}

export interface RuleTarget {
  readonly id: string;
  readonly arn: string;
  /** At most one of the three says what the target is handed; without any it is the whole event. */
  readonly input?: string;
  readonly inputPath?: string;
  readonly inputTransformer?: InputTransformer;
  /** Where an event goes that could not be delivered. */
  readonly deadLetterArn?: string;
  /** How often delivery is tried, the first time included; 4 unless given. */
  readonly maxAttempts?: number;
}

export interface Rule {
  readonly name: string;
  readonly busName: string;
  /** At least one of the two is there. */
  readonly eventPattern?: unknown;
  readonly scheduleExpression?: string;
  readonly state?: "ENABLED" | "DISABLED";
  readonly targets: readonly RuleTarget[];
}

/** An event as EventBridge hands it on. */
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

/** The facts that `irs doctor --aws` reads about an account, a region and a stack. */
import type { WantedConcurrency } from "../../core/deployment/concurrency.js";

export interface Identity {
  readonly accountId: string;
  /** The caller as STS names it: a user, a session of a role, a federated user, or the root user. */
  readonly arn: string;
  /** The user or role whose policies IAM can simulate. The root user and federated users have none. */
  readonly principalArn: string | undefined;
}

/** A stack that is deployed. */
export interface DeployedStack {
  /** The state, for example `UPDATE_COMPLETE`. */
  readonly status: string;
  /** The concurrency that its settings allow, or `undefined` if the template does not state it. */
  readonly concurrency: WantedConcurrency | undefined;
  /** The names of its alarms. */
  readonly alarms: readonly string[];
  /** The names of its log groups, in its region. */
  readonly logGroups: readonly string[];
  /** The names of its CloudFront functions. CloudFront creates their log groups, in us-east-1. */
  readonly edgeFunctions: readonly string[];
  /** The ID of its distribution. */
  readonly distributionId: string | undefined;
  /** The runtimes of its functions, each once. */
  readonly runtimes: readonly string[];
}

export interface AlarmFacts {
  readonly name: string;
  /** The problem, with the section of the runbook. */
  readonly description: string;
  /** Whether the alarm is raised now. */
  readonly isRaised: boolean;
  /** Whether the actions of the alarm are switched on. */
  readonly isEnabled: boolean;
  /** The ARNs of the topics that the alarm notifies. */
  readonly topics: readonly string[];
}

/** The subscribers of a topic. */
export interface Subscribers {
  readonly confirmed: number;
  /** Subscriptions whose owner has not confirmed them. They receive nothing. */
  readonly pending: number;
}

export interface LogGroupFacts {
  readonly name: string;
  /** `undefined` if the lines stay forever. */
  readonly retentionDays: number | undefined;
}

export interface BudgetFacts {
  readonly name: string;
  readonly hasNotifications: boolean;
}

/** Concurrent Lambda executions of the account in the region. */
export interface ConcurrencyFacts {
  readonly total: number;
  /** The part that no function has reserved. */
  readonly unreserved: number;
}

/** The account's quotas of DynamoDB in the region, per second. */
export interface TableQuotas {
  /** Read units of one table with on-demand capacity. */
  readonly tableReads: number;
  /** Write units of one table with on-demand capacity. */
  readonly tableWrites: number;
}

/** Reads facts, and changes nothing. Each method throws the error of AWS, for example for a missing permission. */
export interface AccountReader {
  readonly region: string;
  identity(): Promise<Identity>;
  /** Returns `undefined` if the region is not bootstrapped. */
  bootstrapVersion(): Promise<number | undefined>;
  /** Returns which of the services, for example `lambda`, AWS lists for the region in its public parameters. */
  offered(services: readonly string[]): Promise<ReadonlySet<string>>;
  concurrency(): Promise<ConcurrencyFacts>;
  tableQuotas(): Promise<TableQuotas>;
  /** Returns `undefined` if there is no such stack. */
  stack(name: string): Promise<DeployedStack | undefined>;
  /** Returns the actions that the policies of a user or role do not allow on each of the resources. Nothing is executed. */
  refused(principalArn: string, actions: readonly string[], resources: readonly string[]): Promise<readonly string[]>;
  /** Returns the alarms that exist. */
  alarms(names: readonly string[]): Promise<readonly AlarmFacts[]>;
  /** Returns whether an alarm in us-east-1 watches the 5xx responses of the distribution. */
  hasEdgeAlarm(distributionId: string): Promise<boolean>;
  subscribers(topicArn: string): Promise<Subscribers>;
  /** Returns the log groups whose names begin with the prefix, in a region. @param region default: the region of the reader */
  logGroups(prefix: string, region?: string): Promise<readonly LogGroupFacts[]>;
  budgets(accountId: string): Promise<readonly BudgetFacts[]>;
}

export interface AccountOptions {
  /** A profile of the AWS configuration files. @default the environment, then the profile `default` */
  readonly profile?: string | undefined;
  /** @default the region of the environment or of the profile */
  readonly region?: string | undefined;
}

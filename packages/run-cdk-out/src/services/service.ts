/** The parts that all emulated services share. */
import type { Clock } from "../clock/clock.js";
import type { FaultPlan } from "../faults/fault-plan.js";
import type { Authorizer } from "../permissions/aws-call.js";

export { LOCAL_ACCOUNT_ID, LOCAL_REGION } from "../local-account.js";

/** A running service on a loopback port. */
export interface Service {
  /** `http://127.0.0.1:port`, without a trailing slash. */
  readonly endpoint: string;
  /** Stops listening, ends open connections (including long polls) and resolves when no request is running. */
  close(): Promise<void>;
}

/** The options of every service. */
export interface ServiceOptions {
  /** Folder for the state. It is created if necessary; the service writes nothing outside it. */
  readonly dataDir: string;
  /** Refuses the calls for which a function lacks permission. By default, no call is refused. */
  readonly authorizer?: Authorizer | undefined;
  /** Puts planned faults into the calls of functions. By default, no call fails. */
  readonly faults?: FaultPlan | undefined;
  /** The time of the machine by default. */
  readonly clock?: Clock | undefined;
  /** Port to listen on; 0 (the default) lets the operating system choose. */
  readonly port?: number;
}

/** An event for a bus, from a service in the same process. */
export interface BusEntry {
  readonly source: string;
  readonly detailType: string;
  readonly detail: Readonly<Record<string, unknown>>;
  readonly resources?: readonly string[];
  readonly time?: Date;
  /** Name or ARN of the bus; the default bus if absent. */
  readonly busName?: string;
}

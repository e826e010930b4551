/** A scenario: its steps, and the conditions that must hold afterwards, no matter which call failed. */
import type { PlannedFault } from "run-cdk-out/faults";
import type { Client } from "./client.js";
import type { FaultStack } from "./fault-stack.js";

/** The workspace of a scenario, and the means to use it. */
export interface World {
  readonly stack: FaultStack;
  readonly client: Client;
  readonly workspaceId: string;
  /** A template that renders in a few milliseconds, and one whose pictures are PDFs. */
  readonly template: string;
  /** A path of the receiver of webhooks that no other run uses. */
  readonly hookPath: string;
  /** The result of the scenario's `prepare`. */
  readonly prepared: Readonly<Record<string, string>>;
}

/** The objects that must exist after the run. */
export interface Expected {
  /** Jobs that the run has created. Each must have ended, and must have been billed once. */
  readonly jobs?: readonly string[];
  /** Jobs that may also end as failed, because they were canceled or could not be rendered. */
  readonly mayFail?: readonly string[];
  /** Jobs whose picture is gone. */
  readonly withoutPicture?: readonly string[];
  /** The batches of these jobs. A batch has one debit. */
  readonly batches?: readonly string[];
  /** Events that the receiver must have accepted at least once. */
  readonly events?: readonly string[];
  /** Addresses that must return a whole picture or file. */
  readonly files?: readonly string[];
  /** Whether the first view of a signed image has rendered one picture. No response names its job. */
  readonly view?: "debited" | "free";
}

export interface Scenario {
  readonly name: string;
  /** The functions that the scenario invokes or whose calls can fail in it. Learning checks that it reaches them. */
  readonly reaches: readonly string[];
  /** Faults of every run of this scenario, besides the one that is tried. They lead to the states that need a repair. */
  readonly given?: readonly PlannedFault[];
  /** Creates what the scenario needs. No call fails meanwhile. */
  readonly prepare?: (world: World) => Promise<Readonly<Record<string, string>>>;
  /** Does what a caller does. May move the clock. */
  readonly run: (world: World) => Promise<Expected>;
  /** Returns more findings about the state at rest. */
  readonly check?: (world: World, expected: Expected) => Promise<readonly string[]>;
}

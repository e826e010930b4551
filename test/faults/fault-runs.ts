/** Learns the calls of each scenario, and runs it again for each call and each fault. */
import { randomUUID } from "node:crypto";
import { faultsOf, type PlannedFault, type SeenCall } from "run-cdk-out/faults";
import { Client } from "./client.js";
import { DOCUMENT } from "./document.js";
import type { FaultStack } from "./fault-stack.js";
import { checkInvariants } from "./invariants.js";
import type { Scenario, World } from "./scenario.js";

/** One run: a scenario with faults. */
export interface FaultCase {
  readonly scenario: Scenario;
  readonly faults: readonly PlannedFault[];
  /** Whether the processes of all functions start with this run, so that the calls at their start are tried too. */
  readonly cold: boolean;
}

export interface CaseResult {
  readonly findings: readonly string[];
  /** The faults that have happened. A call that a run does not make cannot fail. */
  readonly fired: readonly PlannedFault[];
  /** The output of the service during the run, if there are findings. */
  readonly log: string;
}

/** The cases of a scenario, and its findings without any fault. */
export interface Learned {
  readonly cases: readonly FaultCase[];
  readonly findings: readonly string[];
}

/** After this number of runs, scenarios get another workspace, so that its lists stay short. */
const RUNS_PER_WORKSPACE = 25;

export class FaultRuns {
  readonly #stack: FaultStack;
  readonly #operator: Client;
  #workspace: Pick<World, "client" | "workspaceId" | "template"> | undefined;
  #runsInWorkspace = 0;
  /** The jobs and batches of the workspace that ledger entries name. */
  #billed = new Set<string>();
  /** The calls of the last run. */
  #calls: readonly SeenCall[] = [];

  constructor(stack: FaultStack) {
    this.#stack = stack;
    this.#operator = new Client(stack, stack.service.connection.apiKey);
  }

  /** Runs a scenario without faults besides its own, and returns a case for each call and each fault. */
  async learn(scenario: Scenario, cold: boolean): Promise<Learned> {
    if (!cold) await this.try({ scenario, faults: [], cold });
    const before = await this.#stack.invocations();
    const { findings } = await this.try({ scenario, faults: [], cold });
    const after = await this.#stack.invocations();
    const missed = scenario.reaches.filter((name) => (after.get(name) ?? 0) === (before.get(name) ?? 0));
    const calls = findings.length > 0 ? [] : this.#calls.filter(isTelling);
    const cases = calls.flatMap(faultsOf);
    return {
      cases: cases.map((fault) => ({ scenario, faults: [fault], cold })),
      findings: [...findings, ...missed.map((name) => `the scenario does not reach the function ${name}`)],
    };
  }

  async try(one: FaultCase): Promise<CaseResult> {
    const start = this.#stack.service.printed.length;
    const { findings, fired } = await this.#run(one).catch(async (error: unknown) => ({
      findings: [error instanceof Error ? error.message : String(error)],
      fired: await this.#fired(one),
    }));
    // Each later run would find an error in the books of this workspace again.
    if (findings.length > 0) this.#workspace = undefined;
    return { findings, fired, log: findings.length > 0 ? this.#stack.service.printed.slice(start) : "" };
  }

  async #run(one: FaultCase): Promise<Omit<CaseResult, "log">> {
    const { scenario, faults, cold } = one;
    await this.#stack.plan([]);
    const world = await this.#world(scenario);
    // The list of jobs names neither deleted jobs nor batches without jobs on its page.
    for (const id of Object.values(world.prepared)) this.#billed.add(id);
    const before = { startedAtMs: await this.#stack.now(), billed: this.#billed };
    if (cold) await this.#stack.killFunctions();
    await this.#stack.plan([...(scenario.given ?? []), ...faults]);
    const expected = await scenario.run(world);
    const outstanding = await this.#stack.settle();
    const fired = await this.#fired(one);
    const { calls } = await this.#stack.report();
    const findings = [
      ...outstanding.map((what) => `not at rest: ${what}`),
      ...(await checkInvariants(world, before, expected)),
      ...((await scenario.check?.(world, expected)) ?? []),
    ];
    // Reading the state made more calls. The calls of the run are those that can fail.
    this.#calls = calls;
    return { findings, fired };
  }

  async #fired({ scenario }: FaultCase): Promise<readonly PlannedFault[]> {
    const { fired } = await this.#stack.report();
    return fired.filter((fault) => !(scenario.given ?? []).some((one) => nameOf(one) === nameOf(fault)));
  }

  async #world(scenario: Scenario): Promise<World> {
    if (this.#workspace === undefined || this.#runsInWorkspace >= RUNS_PER_WORKSPACE) {
      this.#workspace = await this.#createWorkspace();
      this.#runsInWorkspace = 0;
      this.#billed = new Set();
    }
    this.#runsInWorkspace += 1;
    const base = { ...this.#workspace, stack: this.#stack, hookPath: `/${randomUUID()}`, prepared: {} };
    const prepared = await scenario.prepare?.(base);
    return prepared === undefined ? base : { ...base, prepared };
  }

  async #createWorkspace(): Promise<Pick<World, "client" | "workspaceId" | "template">> {
    const { body } = await this.#operator.call<{ id: string; key: string }>("POST", "/api/v1/workspaces", {
      body: { name: "Faults", plan: "unlimited" },
    });
    const client = new Client(this.#stack, body.key);
    const document = { name: "Card", document: DOCUMENT };
    const template = await client.call<{ id: string }>("POST", "/api/v1/templates", { body: document });
    return { client, workspaceId: body.id, template: template.body.id };
  }
}

/** If a function reads in a loop, as the sweeper reads its 32 shards, later reads equal the first ones. */
const MAX_EQUAL_READS = 3;

const isTelling = ({ writes, occurrence }: SeenCall): boolean => writes || occurrence <= MAX_EQUAL_READS;

export const nameOf = ({ functionName, action, occurrence, kind }: PlannedFault): string =>
  `${functionName} ${action} ${occurrence} ${kind}`;

/** The functions that render jobs. A job survives one lost attempt, whichever of them lost it. */
const RENDERING: readonly string[] = ["image", "render-now", "renderer"];

/** A run has at most one fault for each slot: a function, or all functions that render jobs. */
export const slotOf = ({ functionName }: PlannedFault): string =>
  RENDERING.includes(functionName) ? "rendering" : functionName;

/** `npm run test:faults`: lets each call of each function fail in many scenarios, and looks for what is lost. */
import { Command, InvalidArgumentError } from "commander";
import { casesOf, combine, identityOf } from "./choose-cases.js";
import { FaultLog, type RunLine } from "./fault-log.js";
import { type CaseResult, type FaultCase, FaultRuns, nameOf } from "./fault-runs.js";
import { FaultStack } from "./fault-stack.js";
import { SCENARIOS } from "./scenarios/index.js";
import { TELLING_CASES, tellingCases } from "./telling-cases.js";

interface Options {
  readonly count: number;
  readonly seed: number;
  readonly stacks: number;
  readonly only?: string;
  readonly fault?: readonly string[];
  readonly together?: boolean;
  readonly telling?: boolean;
  readonly cold?: boolean;
  readonly log?: string;
}

const MINUTE_MS = 60_000;
/** The number of runs between two lines about the progress. */
const REPORT_EVERY = 50;

function parseNumber(text: string): number {
  const number = Number(text);
  if (!Number.isInteger(number) || number < 1)
    throw new InvalidArgumentError("It must be a whole number of 1 or more.");
  return number;
}

const program = new Command()
  .name("npm run test:faults --")
  .option("--count <number>", "the number of faults to try", parseNumber, 1_000)
  .option("--seed <number>", "the order of the faults, and the combinations after all of them", parseNumber, 1)
  .option("--stacks <number>", "the number of services that run scenarios at the same time", parseNumber, 2)
  .option("--only <scenario>", `one scenario: ${SCENARIOS.map(({ name }) => name).join(", ")}`)
  .option(
    "--fault <text...>",
    "only faults whose name contains one of these texts, for example 'renderer s3:PutObject 1 kill-before'",
  )
  .option("--together", "all these faults in one run")
  .option("--telling", `only the ${TELLING_CASES} faults that find most (\`npm test\` tries some of them)`)
  .option("--cold", "start the processes of all functions again before each run")
  .option("--log <file>", "keep each run in this file, and continue where the file ends");

class LongRun {
  readonly #options: Options;
  readonly #log: FaultLog;
  readonly #startedMs = performance.now();
  readonly #triedBefore: number;
  #findings = 0;
  #runs = 0;

  constructor(options: Options) {
    this.#options = options;
    this.#log = new FaultLog(options.log);
    this.#triedBefore = this.#log.tried;
  }

  /** Resolves to the number of findings. */
  async run(stacks: readonly FaultRuns[]): Promise<number> {
    if (this.#triedBefore > 0) print(`${this.#triedBefore} faults were tried before.`);
    const cases = this.#cases(await this.#learn(stacks));
    const next = (): FaultCase | undefined => {
      const { value } = cases.next();
      return value ?? undefined;
    };
    await Promise.all(stacks.map(async (runs) => this.#tryAll(runs, next)));
    print(this.#summary());
    for (const name of ["functionName", "kind"] as const) {
      print(
        this.#log
          .countBy(name)
          .map(([value, count]) => `${value} ${count}`)
          .join(", "),
      );
    }
    return this.#findings;
  }

  async #learn(stacks: readonly FaultRuns[]): Promise<readonly FaultCase[]> {
    const { only, fault, cold = false, telling = false } = this.#options;
    if (telling) return combine(tellingCases(TELLING_CASES));
    const scenarios = SCENARIOS.filter(({ name }) => only === undefined || name === only).values();
    const cases: FaultCase[] = [];
    const learnNext = async (runs: FaultRuns): Promise<void> => {
      for (const scenario of scenarios) {
        const known = this.#log.learned.find((line) => line.learned === scenario.name && line.cold === cold);
        if (known !== undefined) {
          cases.push(...known.faults.map((one) => ({ scenario, faults: [one], cold })));
          continue;
        }
        const { cases: learned, findings } = await runs.learn(scenario, cold);
        cases.push(...learned);
        const faults = learned.flatMap((one) => one.faults);
        if (findings.length === 0) this.#log.addLearned({ learned: scenario.name, cold, faults });
        print(`${scenario.name}: ${learned.length} faults`);
        for (const finding of findings) this.#found(`without a fault in ${scenario.name}`, finding);
      }
    };
    await Promise.all(stacks.map(learnNext));
    const isWanted = (name: string): boolean => fault === undefined || fault.some((text) => name.includes(text));
    return cases.filter(({ faults }) => faults.map(nameOf).some(isWanted));
  }

  /** All faults that were asked for, once; otherwise as many as were asked for. */
  *#cases(learned: readonly FaultCase[]): Generator<FaultCase, void, undefined> {
    const { seed, count, fault, together = false, telling = false } = this.#options;
    const [first] = learned;
    if (together && first !== undefined) {
      yield { ...first, faults: learned.flatMap(({ faults }) => faults) };
      return;
    }
    if (fault !== undefined || telling) {
      yield* learned;
      return;
    }
    const tried = new Set(this.#log.runs.flatMap(triedBy));
    for (const one of casesOf(learned, { seed, tried, combinations: this.#log.runs.length })) {
      if (this.#log.tried >= count) return;
      yield one;
    }
  }

  async #tryAll(runs: FaultRuns, next: () => FaultCase | undefined): Promise<void> {
    for (let one = next(); one !== undefined; one = next()) {
      const { findings, fired } = await this.#try(runs, one);
      const names = new Set(fired.map(nameOf));
      const alone = one.faults.map((fault): FaultCase => ({ ...one, faults: [fault] }));
      // A fault can keep another call from being made. Then the other fault is tried alone.
      const left = alone.filter(
        ({ faults }) => findings.length > 0 || faults.every((fault) => !names.has(nameOf(fault))),
      );
      if (alone.length > 1) for (const single of left) await this.#try(runs, single);
    }
  }

  async #try(runs: FaultRuns, one: FaultCase): Promise<CaseResult> {
    const startedMs = performance.now();
    const result = await runs.try(one);
    const { findings, fired, log: printed } = result;
    this.#log.addRun({
      ...{ scenario: one.scenario.name, cold: one.cold, planned: [...one.faults], fired: [...fired] },
      ...{ ms: Math.round(performance.now() - startedMs), findings: [...findings], ...(printed !== "" && { printed }) },
    });
    for (const finding of findings) this.#found(commandOf(one), finding);
    this.#runs += 1;
    if (this.#runs % REPORT_EVERY === 0) print(this.#summary());
    return result;
  }

  #found(where: string, finding: string): void {
    this.#findings += 1;
    print(`FOUND ${where}\n  ${finding}`);
  }

  #summary(): string {
    const { tried } = this.#log;
    const perMinute = ((tried - this.#triedBefore) * MINUTE_MS) / (performance.now() - this.#startedMs);
    const rate = `${Math.round(perMinute)} per minute`;
    return `${tried} faults tried in ${this.#log.runs.length} runs, ${rate}. ${this.#findings} findings.`;
  }
}

/** A fault of a combination that has not happened is tried alone. */
function triedBy({ scenario, cold, planned, fired }: RunLine): readonly string[] {
  const faults = planned.length === 1 ? planned : fired;
  return faults.map((one) => identityOf({ scenario: { name: scenario }, cold, faults: [one] }));
}

function commandOf({ scenario, faults, cold }: FaultCase): string {
  const texts = faults.map((fault) => `"${nameOf(fault)}"`).join(" ");
  const flags = [faults.length > 1 ? " --together" : "", cold ? " --cold" : ""].join("");
  return `npm run test:faults -- --only ${scenario.name}${flags} --fault ${texts}`;
}

const print = (line: string): void => void process.stdout.write(`${line}\n`);

async function main(options: Options): Promise<void> {
  const stacks = Array.from({ length: options.stacks }, () => new FaultStack());
  try {
    // The first start synthesizes the stack, and the others reuse its assembly.
    for (const stack of stacks) await stack.start();
    const findings = await new LongRun(options).run(stacks.map((stack) => new FaultRuns(stack)));
    process.exitCode = findings > 0 ? 1 : 0;
  } finally {
    await Promise.allSettled(stacks.map(async (stack) => stack.stop()));
  }
}

await main(program.parse().opts<Options>());

/** `npm run test:faults`: lets each call of each function fail in many scenarios, and looks for what is lost. */
import { appendFileSync, writeFileSync } from "node:fs";
import { Command, InvalidArgumentError } from "commander";
import { casesOf } from "./choose-cases.js";
import { type FaultCase, FaultRuns, nameOf } from "./fault-runs.js";
import { FaultStack } from "./fault-stack.js";
import { SCENARIOS } from "./scenarios/index.js";

interface Options {
  readonly count: number;
  readonly seed: number;
  readonly only?: string;
  readonly fault?: string;
  readonly cold?: boolean;
  readonly findings?: string;
  readonly log?: string;
}

const MINUTE_MS = 60_000;

function parseNumber(text: string): number {
  const number = Number(text);
  if (!Number.isInteger(number) || number < 0) throw new InvalidArgumentError("It must be a whole number.");
  return number;
}

const program = new Command()
  .name("npm run test:faults --")
  .option("--count <number>", "the number of faults to try", parseNumber, 1_000)
  .option("--seed <number>", "the order of the faults, and the pairs after all single ones", parseNumber, 1)
  .option("--only <scenario>", `one scenario: ${SCENARIOS.map(({ name }) => name).join(", ")}`)
  .option(
    "--fault <text>",
    "only faults whose name contains this text, for example 'renderer s3:PutObject 1 kill-before'",
  )
  .option("--cold", "start the processes of all functions again before each run")
  .option("--log <file>", "append what the service printed in each run with a finding")
  .option("--findings <file>", "write the findings to this file too");

async function main(options: Options): Promise<void> {
  const stack = new FaultStack();
  await stack.start();
  try {
    const runs = new FaultRuns(stack);
    const findings = await runAll(runs, await learnAll(runs, options), options);
    if (options.findings !== undefined) writeFileSync(options.findings, `${findings.join("\n")}\n`);
    process.exitCode = findings.length > 0 ? 1 : 0;
  } finally {
    await stack.stop();
  }
}

async function learnAll(runs: FaultRuns, { only, fault, cold = false }: Options): Promise<readonly FaultCase[]> {
  const cases: FaultCase[] = [];
  for (const scenario of SCENARIOS.filter(({ name }) => only === undefined || name === only)) {
    const { cases: learned, findings } = await runs.learn(scenario, cold);
    cases.push(...learned);
    print(`${scenario.name}: ${learned.length} faults`);
    for (const finding of findings) print(`FOUND without a fault in ${scenario.name}\n  ${finding}`);
  }
  return fault === undefined ? cases : cases.filter(({ faults }) => faults.some((one) => nameOf(one).includes(fault)));
}

async function runAll(
  runs: FaultRuns,
  learned: readonly FaultCase[],
  { count, seed, fault, log, cold = false }: Options,
): Promise<readonly string[]> {
  const findings: string[] = [];
  const startedMs = performance.now();
  let [tried, done] = [0, 0];
  for (const one of casesOf(learned, seed)) {
    if (tried >= count || (fault !== undefined && done >= learned.length)) break;
    const result = await runs.try(one);
    done += 1;
    tried += result.fired;
    for (const finding of result.findings) {
      const command = commandOf(one, seed, cold);
      findings.push(`${command}\n  ${finding}`);
      print(`FOUND ${command}\n  ${finding}`);
      if (log !== undefined) appendFileSync(log, `\n=== ${command}\n${finding}\n${result.log}`);
    }
    if (done % 100 === 0) print(summary(tried, done, findings.length, startedMs));
  }
  print(summary(tried, done, findings.length, startedMs));
  return findings;
}

function summary(tried: number, runs: number, findings: number, startedMs: number): string {
  const perMinute = Math.round((tried * MINUTE_MS) / (performance.now() - startedMs));
  return `${tried} faults tried in ${runs} runs, ${perMinute} per minute. ${findings} findings.`;
}

function commandOf({ scenario, faults }: FaultCase, seed: number, cold: boolean): string {
  const [fault, ...more] = faults.map(nameOf);
  const others = more.length > 0 ? ` (and ${more.join(", ")}: seed ${seed})` : "";
  return `npm run test:faults -- --only ${scenario.name} --fault "${fault ?? ""}"${cold ? " --cold" : ""}${others}`;
}

const print = (line: string): void => void process.stdout.write(`${line}\n`);

await main(program.parse().opts<Options>());

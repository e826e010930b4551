/**
 * The log of a long run: a line of JSON for each scenario that was learned, and for each run of one. A run with the same
 * log continues after its last line.
 */
import { appendFileSync, existsSync, readFileSync } from "node:fs";
import { FAULT_KINDS } from "run-cdk-out/faults";
import * as z from "zod";

const faultSchema = z.strictObject({
  functionName: z.string(),
  action: z.string(),
  occurrence: z.int(),
  kind: z.enum(FAULT_KINDS),
});

const learnedSchema = z.strictObject({ learned: z.string(), cold: z.boolean(), faults: z.array(faultSchema) });

/** A scenario with the faults that its calls can have. */
export type LearnedLine = z.infer<typeof learnedSchema>;

const runSchema = z.strictObject({
  scenario: z.string(),
  cold: z.boolean(),
  /** The faults that were planned, and those that have happened. */
  planned: z.array(faultSchema),
  fired: z.array(faultSchema),
  ms: z.number(),
  findings: z.array(z.string()),
  /** The output of the service, if there are findings. */
  printed: z.string().optional(),
});

/** One run of a scenario. */
export type RunLine = z.infer<typeof runSchema>;

export class FaultLog {
  readonly #path: string | undefined;
  readonly learned: LearnedLine[] = [];
  readonly runs: RunLine[] = [];

  /** @param path of the file. Without one, nothing is kept. */
  constructor(path?: string) {
    this.#path = path;
    if (path === undefined || !existsSync(path)) return;
    for (const line of wholeLines(readFileSync(path, "utf8"))) {
      const read = z.union([learnedSchema, runSchema]).parse(JSON.parse(line));
      if ("learned" in read) this.learned.push(read);
      else this.runs.push(read);
    }
  }

  addLearned(line: LearnedLine): void {
    this.learned.push(line);
    this.#append(line);
  }

  addRun(line: RunLine): void {
    this.runs.push(line);
    this.#append(line);
  }

  /** The number of faults that have happened. */
  get tried(): number {
    return this.runs.reduce((sum, { fired }) => sum + fired.length, 0);
  }

  /** Counts the faults that have happened by one of their attributes, the most frequent first. */
  countBy(name: "functionName" | "kind"): readonly (readonly [value: string, count: number])[] {
    const counts = new Map<string, number>();
    for (const fault of this.runs.flatMap(({ fired }) => fired)) {
      counts.set(fault[name], (counts.get(fault[name]) ?? 0) + 1);
    }
    return [...counts].sort(([, one], [, other]) => other - one);
  }

  #append(line: LearnedLine | RunLine): void {
    if (this.#path !== undefined) appendFileSync(this.#path, `${JSON.stringify(line)}\n`);
  }
}

/** A process that was killed can leave a part of its last line behind. */
function wholeLines(text: string): readonly string[] {
  return text
    .slice(0, text.lastIndexOf("\n") + 1)
    .split("\n")
    .filter((line) => line !== "");
}

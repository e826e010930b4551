import { mutate, type Mutation } from "./mutation.js";
import type { RelatedTests } from "./related-tests.js";
import { quickFirst, runTests, type TestFailure } from "./run-tests.js";
import { readSource } from "./source-files.js";
import type { TreeCopy } from "./tree-copy.js";
import type { TypeCheck } from "./type-check.js";

/** Whether and how a change was noticed. */
export interface Verdict {
  readonly mutation: Mutation;
  readonly noticedBy: "types" | "tests" | "nothing";
  /** The type error, or the test that failed. Otherwise the number of test files that passed. */
  readonly detail: string;
}

/** The tools with which changes are tried. */
export interface Laboratory {
  readonly root: string;
  readonly copy: TreeCopy;
  readonly check: TypeCheck;
  readonly related: RelatedTests;
  /** The number of test files to run for each change. */
  readonly maxTests: number;
}

/** Most changes are noticed by the tests that are nearest to the file. Each start of jest takes a second. */
const STAGES = [3, 8, 20, 60];

/** Checks the types of a file with a change, and then runs the tests that import it until one notices. */
export async function tryMutation(laboratory: Laboratory, mutation: Mutation): Promise<Verdict> {
  const { root, copy, check, related, maxTests } = laboratory;
  const { file } = mutation;
  const original = readSource(root, file);
  const present = check(file, original);
  if (present !== undefined) throw new Error(`${file} has a type error without any change: ${present}`);
  const error = check(file, mutate(original, mutation));
  if (error !== undefined) return { mutation, noticedBy: "types", detail: error };
  const tests = quickFirst(related.of(file).slice(0, maxTests));
  try {
    for (const stage of stagesOf(tests)) {
      const failure = await firstFailure(laboratory, mutation, stage);
      if (failure === undefined) continue;
      return { mutation, noticedBy: "tests", detail: `${failure.tests.join(", ")}: ${failure.reason}` };
    }
  } finally {
    copy.restore(file);
  }
  return { mutation, noticedBy: "nothing", detail: `${tests.length} test files passed` };
}

/** Runs tests with the change. A test that also fails without the change says nothing, so the others run without it. */
async function firstFailure(
  { root, copy }: Pick<Laboratory, "root" | "copy">,
  mutation: Mutation,
  tests: readonly string[],
): Promise<TestFailure | undefined> {
  if (tests.length === 0) return undefined;
  copy.write(mutation.file, mutate(readSource(root, mutation.file), mutation));
  const failure = await runTests(copy.dir, tests);
  if (failure === undefined) return undefined;
  copy.restore(mutation.file);
  if ((await runTests(copy.dir, failure.tests)) === undefined) return failure;
  const others = tests.filter((test) => !failure.tests.includes(test));
  return await firstFailure({ root, copy }, mutation, others);
}

function stagesOf(tests: readonly string[]): (readonly string[])[] {
  const ends = [...STAGES, tests.length];
  return ends.map((end, index) => tests.slice(ends[index - 1] ?? 0, end)).filter(({ length }) => length > 0);
}

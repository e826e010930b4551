import type { Outcome } from "../measure/order.js";

/** Findings of measured time. All others do not depend on what else the machine does. */
const TIMED = /^(?:estimate|time):/;
const MOST_RUNS = 3;

/** A case after it was judged. */
export interface Confirmed {
  /** Of the run that was judged last. */
  readonly outcome: Outcome;
  readonly finding: string | undefined;
  /** What was found before, if a later run shows that it was other work of the machine. */
  readonly refuted?: string;
}

/**
 * Confirms a finding of measured time: the case runs again, up to three times in all, until a run is without it. Other work on
 * the machine only adds processor time, so one such run shows what the case itself takes.
 *
 * @param runAgain runs the case in new processes, where it takes the longest
 */
export async function confirm(
  first: Outcome,
  judge: (outcome: Outcome) => string | undefined,
  runAgain: () => Promise<Outcome>,
): Promise<Confirmed> {
  const found = judge(first);
  let [outcome, finding] = [first, found];
  for (let run = 1; run < MOST_RUNS && TIMED.test(finding ?? ""); run++) {
    outcome = await runAgain();
    finding = judge(outcome);
  }
  return { outcome, finding, ...(finding === undefined && found !== undefined && { refuted: found }) };
}

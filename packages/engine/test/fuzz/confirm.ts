import type { Outcome } from "../measure/order.js";

/** Findings of measured time. Only these depend on other work of the machine. */
const TIMED = /^(?:estimate|time):/;
const MAX_RUNS = 3;

/** The judgment of a case. */
export interface Confirmed {
  /** The outcome of the run that was judged last. */
  readonly outcome: Outcome;
  readonly finding: string | undefined;
  /** The first finding, if a later run shows that other work of the machine caused it. */
  readonly refuted?: string;
}

/**
 * Confirms a finding of measured time: the case runs again, up to three times in all, until a run does not have the
 * finding. Other work on the machine only adds processor time, so one such run shows what the case itself takes.
 *
 * @param runAgain runs the case in new processes, whose caches have nothing of it
 */
export async function confirm(
  first: Outcome,
  judge: (outcome: Outcome) => string | undefined,
  runAgain: () => Promise<Outcome>,
): Promise<Confirmed> {
  const found = judge(first);
  let [outcome, finding] = [first, found];
  for (let run = 1; run < MAX_RUNS && TIMED.test(finding ?? ""); run++) {
    outcome = await runAgain();
    finding = judge(outcome);
  }
  return { outcome, finding, ...(finding === undefined && found !== undefined && { refuted: found }) };
}

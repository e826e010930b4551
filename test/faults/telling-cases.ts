/** The cases that find most: what is lost or done twice when a write has acted and nobody knows. */
import type { FaultKind } from "run-cdk-out/faults";
import type { FaultCase } from "./fault-runs.js";

const TELLING_KINDS: readonly FaultKind[] = ["kill-after", "timeout-acted", "kill-before", "reset"];

/** Returns the telling cases. Each scenario and each function comes early, so that a short run tries something of each. */
export function tellingCases(learned: readonly FaultCase[], count: number): readonly FaultCase[] {
  const telling = learned.filter(({ faults }) => faults.some(({ kind }) => TELLING_KINDS.includes(kind)));
  const groups = new Map<string, FaultCase[]>();
  for (const kind of TELLING_KINDS) {
    for (const one of telling.filter(({ faults }) => faults[0]?.kind === kind)) {
      const group = `${one.scenario.name} ${one.faults[0]?.functionName ?? ""}`;
      groups.set(group, [...(groups.get(group) ?? []), one]);
    }
  }
  const rounds = Math.max(0, ...[...groups.values()].map(({ length }) => length));
  const ordered = Array.from({ length: rounds }, (_, round) =>
    [...groups.values()].flatMap((group) => group.slice(round, round + 1)),
  );
  return ordered.flat().slice(0, count);
}

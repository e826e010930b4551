/** Collects everything that a running stack counts. */
import type { Edge } from "../fronts/edge/edge.js";
import type { CallCounts } from "../permissions/call-counts.js";
import type { KeyValueService } from "../services/key-value-store.js";
import type { FunctionRegistry } from "../template/function-registry.js";
import type { Meter, MeterEntry } from "./meter.js";

export interface MeterSources {
  readonly meter: Meter;
  readonly functions: Pick<FunctionRegistry, "pools">;
  /** Undefined if the stack has no distribution. */
  readonly edge: Pick<Edge, "stats"> | undefined;
  readonly calls: CallCounts;
}

/** Returns what has been counted until now, including the counters of functions, of the edge and of permissions. */
export function readMeter({ meter, functions, edge, calls }: MeterSources): readonly MeterEntry[] {
  const ofFunctions = functions.pools().flatMap((pool): MeterEntry[] => {
    const { invocations, busyMs } = pool.stats();
    const { name } = pool.spec;
    return [
      { kind: "invocations", name, amount: invocations },
      { kind: "milliseconds", name, amount: busyMs },
    ];
  });
  const { requests = 0, bytesToViewers = 0, functionRuns = 0 } = edge?.stats() ?? {};
  const ofEdge: MeterEntry[] = [
    { kind: "edge requests", name: "edge", amount: requests },
    { kind: "edge bytes", name: "edge", amount: bytesToViewers },
    { kind: "edge function runs", name: "edge", amount: functionRuns },
  ];
  const ofCalls = calls
    .list()
    .map(({ caller, action, calls: amount }): MeterEntry => ({ kind: "calls", name: `${caller} ${action}`, amount }));
  return [...meter.list(), ...ofFunctions, ...ofEdge, ...ofCalls];
}

/** Returns the same store, which counts its reads. */
export function countReads(store: Pick<KeyValueService, "get">, meter: Meter): Pick<KeyValueService, "get"> {
  return {
    get(arn, key) {
      meter.add("key-value reads", "edge");
      return store.get(arn, key);
    },
  };
}

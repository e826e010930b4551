import { irs } from "../../../service/irs.js";
import { useResource } from "../../../service/use-resource.js";

/** The limits of the workspace's plan. */
export interface Plan {
  /** The largest batch. */
  readonly size: number;
  /** Undefined until it is known. */
  readonly creditsLeft: number | undefined;
}

/** The smallest plan has batches of this size, so it is right until the plan is known. */
const SMALLEST = 10;

/** Reads the limits of the plan. */
export function usePlan(): Plan {
  const { data } = useResource("usage", (signal) => irs.usage.get({ signal }));
  return { size: data?.plan.maxBatchSize ?? SMALLEST, creditsLeft: data?.credits.remaining };
}

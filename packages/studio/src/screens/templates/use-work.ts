import { useState } from "preact/hooks";
import { asError } from "../../service/resources.js";

/** Something that a person has started, and that may fail. */
export interface Work {
  readonly isBusy: boolean;
  readonly error: Error | undefined;
  /** Runs a function, then another one if it succeeded. It does nothing while it is busy. */
  readonly run: <T>(work: () => Promise<T>, then: (result: T) => void) => Promise<void>;
}

/** Keeps track of whether work is running, and of why the last work failed. */
export function useWork(): Work {
  const [state, setState] = useState({ isBusy: false, error: undefined as Error | undefined });
  const run = async <T>(work: () => Promise<T>, then: (result: T) => void): Promise<void> => {
    if (state.isBusy) return;
    setState({ isBusy: true, error: undefined });
    try {
      const result = await work();
      setState({ isBusy: false, error: undefined });
      then(result);
    } catch (error) {
      setState({ isBusy: false, error: asError(error) });
    }
  };
  return { ...state, run };
}

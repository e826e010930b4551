import { useState } from "preact/hooks";
import { asError } from "./resources.js";

/** Something that a person starts, and that can fail. */
export interface Action<Arguments extends readonly unknown[]> {
  /** Runs it, unless it is running already. Returns whether it succeeded. */
  readonly run: (...values: Arguments) => Promise<boolean>;
  readonly isRunning: boolean;
  readonly error: Error | undefined;
}

/** Runs an action, one run at a time, and keeps its error for the place where it was started. */
export function useAction<Arguments extends readonly unknown[]>(
  act: (...values: Arguments) => Promise<void>,
): Action<Arguments> {
  const [state, setState] = useState<{ readonly isRunning: boolean; readonly error: Error | undefined }>({
    isRunning: false,
    error: undefined,
  });
  const run = async (...values: Arguments): Promise<boolean> => {
    if (state.isRunning) return false;
    setState({ isRunning: true, error: undefined });
    try {
      await act(...values);
      setState({ isRunning: false, error: undefined });
      return true;
    } catch (error) {
      setState({ isRunning: false, error: asError(error) });
      return false;
    }
  };
  return { run, ...state };
}

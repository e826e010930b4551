import type { CreateRender } from "@image-render/client";
import { useEffect, useRef, useState } from "preact/hooks";
import { asError } from "../../../service/resources.js";
import { type CheckBook, type CheckedRow, requestsToCheck } from "../model/check-book.js";
import { checkRequests } from "../service/check-requests.js";

/** The check of the rows of a sheet. */
export interface Check {
  readonly isRunning: boolean;
  readonly done: number;
  readonly total: number;
  readonly error: Error | undefined;
  /** Asks the service about all rows that it has not checked yet. */
  readonly start: () => void;
}

/** After a pause in typing of this length, the changed rows are checked again. */
const PAUSE_MS = 700;

/** Checks rows in batches of the size of the plan. After the first check, rows that have changed are checked by themselves. */
export function useCheck(
  rows: readonly CheckedRow[],
  size: number,
  book: CheckBook,
  setBook: (change: (book: CheckBook) => CheckBook) => void,
): Check {
  const [state, setState] = useState({ isRunning: false, done: 0, total: 0, error: undefined as Error | undefined });
  const [hasStarted, setStarted] = useState(false);
  const abort = useRef<AbortController>(undefined);
  useEffect(() => () => abort.current?.abort(), []);
  const open = requestsToCheck(rows, book);
  const start = async (requests: readonly CreateRender[]): Promise<void> => {
    if (abort.current !== undefined || requests.length === 0) return;
    const controller = new AbortController();
    abort.current = controller;
    setStarted(true);
    setState({ isRunning: true, done: 0, total: requests.length, error: undefined });
    let error: Error | undefined;
    try {
      for (let from = 0; from < requests.length; from += size) {
        const chunk = requests.slice(from, from + size);
        const verdicts = await checkRequests(chunk, controller.signal);
        setBook((old) => {
          const next = new Map(old);
          for (const [index, verdict] of verdicts.entries()) next.set(JSON.stringify(chunk[index]), verdict);
          return next;
        });
        setState((old) => ({ ...old, done: from + chunk.length }));
      }
    } catch (thrown) {
      error = asError(thrown);
    }
    abort.current = undefined;
    if (!controller.signal.aborted) setState((old) => ({ ...old, isRunning: false, error }));
  };
  const isWaiting = hasStarted && !state.isRunning && state.error === undefined && open.length > 0;
  useEffect(() => {
    if (!isWaiting) return undefined;
    const timer = setTimeout(() => void start(open), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [isWaiting, JSON.stringify(open)]);
  return { ...state, start: () => void start(open) };
}

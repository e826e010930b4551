import { useEffect, useRef, useState } from "preact/hooks";
import type { Sheet } from "../model/sheet.js";
import { asError } from "../../../service/resources.js";
import { listSheets, onSheetChange, readSheet, updateSheet } from "./sheet-store.js";

/** A sheet of the browser, current while a component shows it. */
export interface StoredSheet {
  /** Undefined while it is read, and null if the browser has no such sheet. */
  readonly sheet: Sheet | null | undefined;
  /** Why it could not be read or stored. */
  readonly error: Error | undefined;
  /** Changes the sheet at once on the page, and in the browser right after. */
  readonly change: (change: (sheet: Sheet) => Sheet) => void;
}

/** Reads a sheet, and follows its changes by this page and by others. */
export function useSheet(id: string): StoredSheet {
  const [state, setState] = useState<{ readonly sheet: Sheet | null | undefined; readonly error?: Error | undefined }>({
    sheet: undefined,
  });
  // While changes of this page are being stored, what is read is older than what the page shows.
  const pending = useRef(0);
  const read = async (): Promise<void> => {
    try {
      const sheet = (await readSheet(id)) ?? null;
      if (pending.current === 0) setState({ sheet });
    } catch (error) {
      setState((before) => ({ ...before, error: asError(error) }));
    }
  };
  useEffect(() => {
    setState({ sheet: undefined });
    void read();
    return onSheetChange((changed) => {
      if (changed === id) void read();
    });
  }, [id]);
  const change = (make: (sheet: Sheet) => Sheet): void => {
    setState((before) => (before.sheet ? { sheet: make(before.sheet) } : before));
    pending.current++;
    updateSheet(id, make)
      .catch((error: unknown) => setState((before) => ({ ...before, error: asError(error) })))
      .finally(() => {
        pending.current--;
        if (pending.current === 0) void read();
      });
  };
  return { sheet: state.sheet, error: state.error, change };
}

/** Reads the sheets of a workspace, and follows their changes. */
export function useSheets(workspaceId: string): {
  readonly sheets: readonly Sheet[] | undefined;
  readonly error: Error | undefined;
  readonly reload: () => void;
} {
  const [sheets, setSheets] = useState<readonly Sheet[]>();
  const [error, setError] = useState<Error>();
  const reload = (): void => {
    listSheets(workspaceId).then(
      (found) => {
        setError(undefined);
        setSheets(found);
      },
      (thrown: unknown) => setError(asError(thrown)),
    );
  };
  useEffect(() => {
    reload();
    return onSheetChange(reload);
  }, [workspaceId]);
  return { sheets, error, reload };
}

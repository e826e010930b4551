import { useEffect, useMemo } from "preact/hooks";
import { entryOf, type Loaded, loadEntry } from "./resources.js";

/** Something that a page shows, and how to read it again. */
export interface Resource<T> extends Loaded<T> {
  readonly reload: () => Promise<void>;
}

/**
 * Reads something from the service for as long as a component shows it. Components with the same key share it.
 * @param key names the thing. It begins with the kind, so that `invalidate` finds it, for example `templates/list?…`
 */
export function useResource<T>(key: string, load: (signal: AbortSignal) => Promise<T>): Resource<T> {
  const entry = useMemo(() => entryOf(key), [key]);
  entry.load = load;
  useEffect(() => {
    entry.users++;
    void loadEntry(entry);
    const onVisible = (): void => {
      if (document.visibilityState === "visible") void loadEntry(entry);
    };
    document.addEventListener("visibilitychange", onVisible);
    return () => {
      entry.users--;
      document.removeEventListener("visibilitychange", onVisible);
    };
  }, [entry]);
  return { ...(entry.state.value as Loaded<T>), reload: () => loadEntry(entry, { isForced: true }) };
}

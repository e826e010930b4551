/**
 * The data that the pages read from the service. It is kept while the studio is open, so that a page shows it again at
 * once.
 */
import { type Signal, signal } from "@preact/signals";

/** The state of one thing that a page reads. While it is loaded again, the old data stays. */
export interface Loaded<T> {
  readonly data: T | undefined;
  readonly error: Error | undefined;
  readonly isLoading: boolean;
}

interface Entry {
  readonly state: Signal<Loaded<unknown>>;
  loadedAtMs: number;
  running: AbortController | undefined;
  load: ((signal: AbortSignal) => Promise<unknown>) | undefined;
  users: number;
}

/** Data of this age is loaded again when a page shows it. */
const FRESH_MS = 3_000;
/** The number of things that are kept. The oldest that no page shows are forgotten. */
const MAX_KEPT = 300;

const entries = new Map<string, Entry>();

/** Returns the entry of a key, and creates it if there is none. */
export function entryOf(key: string): Entry {
  let entry = entries.get(key);
  if (entry === undefined) {
    entry = {
      state: signal({ data: undefined, error: undefined, isLoading: true }),
      loadedAtMs: 0,
      running: undefined,
      load: undefined,
      users: 0,
    };
    entries.set(key, entry);
    forgetOldest();
  }
  return entry;
}

/** Loads an entry. A load that is already running is replaced only if `isForced`. */
export async function loadEntry(entry: Entry, { isForced = false } = {}): Promise<void> {
  if (entry.load === undefined) return;
  if (!isForced && (entry.running !== undefined || Date.now() - entry.loadedAtMs < FRESH_MS)) return;
  entry.running?.abort();
  const running = new AbortController();
  entry.running = running;
  entry.state.value = { ...entry.state.peek(), isLoading: true };
  try {
    const data = await entry.load(running.signal);
    if (entry.running !== running) return;
    entry.loadedAtMs = Date.now();
    entry.state.value = { data, error: undefined, isLoading: false };
  } catch (error) {
    if (entry.running !== running) return;
    entry.state.value = { ...entry.state.peek(), error: asError(error), isLoading: false };
  }
  entry.running = undefined;
}

/** Replaces data without a request, for a change whose result is known. */
export function setData<T>(key: string, change: (data: T) => T): void {
  const state = entries.get(key)?.state as Signal<Loaded<T>> | undefined;
  if (state?.peek().data === undefined) return;
  state.value = { ...state.peek(), data: change(state.peek().data as T) };
}

/** Reloads everything whose key has a prefix: what pages show at once, and the rest when a page shows it. */
export function invalidate(prefix: string): void {
  for (const [key, entry] of entries) {
    if (!key.startsWith(prefix)) continue;
    entry.loadedAtMs = 0;
    if (entry.users > 0) void loadEntry(entry, { isForced: true });
  }
}

/** Forgets everything, because another person signs in. */
export function forgetAll(): void {
  for (const entry of entries.values()) entry.running?.abort();
  entries.clear();
}

/** Loads again what pages show, unless it is being loaded: the connection has come back with one of these loads. */
export function continueShown(): void {
  for (const entry of entries.values()) {
    if (entry.users > 0 && entry.running === undefined) void loadEntry(entry, { isForced: true });
  }
}

/** Loads again what pages show, after the session has come back. */
export function reloadShown(): void {
  for (const entry of entries.values()) if (entry.users > 0) void loadEntry(entry, { isForced: true });
}

function forgetOldest(): void {
  if (entries.size <= MAX_KEPT) return;
  for (const [key, entry] of entries) {
    if (entry.users === 0) {
      entries.delete(key);
      return;
    }
  }
}

/** Converts a thrown value to an error, which it nearly always is. */
export function asError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(String(thrown));
}

/**
 * Wraps a read so that concurrent callers share it: callers that ask for the same key at the same time cause one read.
 * The result is not cached, so a later caller reads again.
 */
export function shareReads<T>(read: (key: string) => Promise<T>): (key: string) => Promise<T> {
  const running = new Map<string, Promise<T>>();
  return (key) => {
    const known = running.get(key);
    if (known !== undefined) return known;
    const started = read(key).finally(() => running.delete(key));
    running.set(key, started);
    return started;
  };
}

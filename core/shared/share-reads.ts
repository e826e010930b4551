/**
 * A read that callers share while it is under way: those that ask for the same key at the same time cause one read. Nothing is
 * kept afterwards, so a later caller reads again.
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

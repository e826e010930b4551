/** Copies of responses in the CDN. */

export interface EdgeCopies {
  /** Invalidates the copies of these paths. All edge locations do so within minutes. `*` at the end is a wildcard. */
  invalidate(paths: readonly string[]): Promise<void>;
}

/** What the use cases of signing ask of the world around them. */

/** The secret that keeps the key ring. */
export interface KeyRingSecret {
  /** The secret's text. */
  read(): Promise<string>;
  write(text: string): Promise<void>;
}

/** The edge's key-value store. What is written reaches every edge location within seconds, not at once. */
export interface EdgeKeyStore {
  /** Writes entries, all others stay. */
  put(entries: Readonly<Record<string, string>>): Promise<void>;
  /** Removes entries; one that is not there is no fault. */
  remove(names: readonly string[]): Promise<void>;
}

/** The generations of templates whose signed URLs were revoked: the truth, of which the edge holds a copy. */
export interface GenerationStore {
  /** The generation at which a template's URLs are signed. */
  find(templateId: string): Promise<number>;
  /** Raises a template's generation by one. Resolves to the new one. */
  raise(templateId: string): Promise<number>;
  /** Every template whose generation was ever raised. */
  listRaised(): Promise<readonly { readonly templateId: string; readonly generation: number }[]>;
}

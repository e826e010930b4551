/** The ports of the signing use cases. */

/** The secret that contains the key ring. */
export interface KeyRingSecret {
  /** Resolves to the text of the secret. */
  read(): Promise<string>;
  write(text: string): Promise<void>;
}

/** The key-value store of the edge function. Changes reach all edge locations within seconds, not immediately. */
export interface EdgeKeyStore {
  /** Writes entries. Other entries do not change. */
  put(entries: Readonly<Record<string, string>>): Promise<void>;
  /** Removes entries. Ignores names that do not exist. */
  remove(names: readonly string[]): Promise<void>;
}

/** The signing generations of templates. The edge store contains a copy. */
export interface GenerationStore {
  /** Finds the current generation of a template. It is `FIRST_GENERATION` until it is raised. */
  find(templateId: string): Promise<number>;
  /** Raises the generation of a template by one, atomically. Resolves to the new generation. */
  raise(templateId: string): Promise<number>;
  /** Lists all templates whose generation was raised. */
  listRaised(): Promise<readonly { readonly templateId: string; readonly generation: number }[]>;
}

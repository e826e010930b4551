/** The result of a check of a service. */
export interface Finding {
  /** The subject of the check, in one or two words. */
  readonly name: string;
  readonly outcome: "ok" | "wrong" | "skipped";
  readonly text: string;
  /** Advice on how to fix it. Only for something that is wrong or was skipped. */
  readonly mend?: string;
}

export const ok = (name: string, text: string): Finding => ({ name, outcome: "ok", text });
export const wrong = (name: string, text: string, mend: string): Finding => ({ name, outcome: "wrong", text, mend });
export const skipped = (name: string, text: string, mend?: string): Finding => ({
  ...{ name, outcome: "skipped", text },
  ...(mend !== undefined && { mend }),
});

/** Returns the message of an error as one sentence. */
export function reasonOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text.endsWith(".") ? text : `${text}.`;
}

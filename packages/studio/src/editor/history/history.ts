/** The history of a document: every state, with the name of the change that led to it. */
import type { EditedDocument } from "../document/edited-document.js";

/** A state of the document. */
export interface Step {
  /** The name of the change, for example "Move title". */
  readonly name: string;
  readonly document: EditedDocument;
  /** Changes with the same key that follow each other are one step, such as the letters of a word. */
  readonly mergeKey?: string | undefined;
}

/** States are immutable and share what is the same, so undoing restores the very document that was there. */
export interface History {
  readonly past: readonly Step[];
  readonly present: Step;
  /** The next step first. */
  readonly future: readonly Step[];
}

/** The number of steps that can be undone. */
export const MAX_STEPS = 200;

export function startHistory(document: EditedDocument, name: string): History {
  return { past: [], present: { name, document }, future: [] };
}

/** Adds a step. Nothing happens if the document is the same. */
export function record(history: History, step: Step): History {
  const { past, present } = history;
  if (step.document === present.document) return history;
  const merges = step.mergeKey !== undefined && step.mergeKey === present.mergeKey;
  return { past: merges ? past : [...past, present].slice(-MAX_STEPS), present: step, future: [] };
}

/** Ends the current step, so that the next change is a step of its own. */
export function sealStep(history: History): History {
  const { mergeKey, ...present } = history.present;
  return mergeKey === undefined ? history : { ...history, present };
}

export function undo(history: History): History {
  const before = history.past.at(-1);
  if (before === undefined) return history;
  return sealStep({ past: history.past.slice(0, -1), present: before, future: [history.present, ...history.future] });
}

export function redo(history: History): History {
  const [next, ...future] = history.future;
  if (next === undefined) return history;
  return sealStep({ past: [...history.past, history.present], present: next, future });
}

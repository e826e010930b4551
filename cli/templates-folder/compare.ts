/** Compares a template in the folder with the template in the workspace. */
import { DEFAULT_PROJECT_NAME, type TemplateBody } from "../../core/contract/templates-api.js";
import { type Document, isSameDocument } from "./document.js";
import type { Entry } from "./manifest.js";

/** A template in a form for comparison. */
export interface TemplateState {
  readonly name: string;
  /** The description. "" if there is none. */
  readonly description: string;
  /** The name of the project. */
  readonly project: string;
  readonly document: Document;
}

/** The parts of a template that can differ. */
export type Part = keyof TemplateState;

const PARTS: readonly Part[] = ["name", "description", "project", "document"];

/** Returns the state of the template in the folder. */
export function localState(entry: Entry, document: Document): TemplateState {
  const description = entry.description ?? ownDescription(document);
  return { name: entry.name, description, project: entry.project ?? DEFAULT_PROJECT_NAME, document };
}

/** Returns the description inside the document, or "". It applies unless the template has another one. */
export function ownDescription(document: Document): string {
  return typeof document["description"] === "string" ? document["description"] : "";
}

/** Returns the state of the template in the workspace. */
export function remoteState({ name, description, projectName, document }: TemplateBody): TemplateState {
  return { name, description, project: projectName, document };
}

/** Returns the parts in which two states differ. */
export function differencesOf(left: TemplateState, right: TemplateState): Part[] {
  return PARTS.filter((part) => !isSameDocument(left[part], right[part]));
}

/** What a folder and a workspace say of one template. */
import { type TemplateBody } from "../../core/contract/templates-api.js";
import { type Document, isSameDocument } from "./document.js";
import { type Entry } from "./manifest.js";

/** A template as either side has it, in comparable form. */
export interface TemplateState {
  readonly name: string;
  /** "" for none. */
  readonly description: string;
  /** The project's name; "" for none. */
  readonly project: string;
  readonly document: Document;
}

/** The parts of a template that can differ. */
export type Part = keyof TemplateState;

const PARTS: readonly Part[] = ["name", "description", "project", "document"];

/** What the folder says. */
export function localState(entry: Entry, document: Document): TemplateState {
  const description = entry.description ?? ownDescription(document);
  return { name: entry.name, description, project: entry.project ?? "", document };
}

/** What a document says of itself, which is a template's description unless another is given; "" for nothing. */
export function ownDescription(document: Document): string {
  return typeof document["description"] === "string" ? document["description"] : "";
}

/** What the workspace says. */
export function remoteState({ name, description = "", projectName = "", document }: TemplateBody): TemplateState {
  return { name, description, project: projectName, document };
}

/** The parts in which two states differ. */
export function differencesOf(left: TemplateState, right: TemplateState): Part[] {
  return PARTS.filter((part) => !isSameDocument(left[part], right[part]));
}

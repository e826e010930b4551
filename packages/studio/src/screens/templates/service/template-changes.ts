/**
 * The changes that a person has made on this page. The lists of the service show a change after a moment, the page at
 * once.
 */
import { signal } from "@preact/signals";
import { invalidate } from "../../../service/resources.js";
import type { TemplateChanges } from "./apply-changes.js";
import type { ListedTemplate } from "./template-routes.js";

/** After this time, the lists of the service contain a change. */
const SETTLED_MS = 3_000;

/** The changes that the lists may not have yet. */
export const templateChanges = signal<TemplateChanges>(new Map());

/** Shows a template that was created, restored or changed. */
export function noteChanged(template: ListedTemplate, { isNew = false } = {}): void {
  note(template.id, template, isNew);
}

/** Hides a template that was deleted. */
export function noteDeleted(id: string): void {
  note(id, undefined, false);
}

/** Forgets the changes that are contained in a list that was requested at this time. */
export function forgetSettled(requestedAtMs: number): void {
  const kept = [...templateChanges.peek()].filter(([, { atMs }]) => atMs > requestedAtMs - SETTLED_MS);
  if (kept.length < templateChanges.peek().size) templateChanges.value = new Map(kept);
}

function note(id: string, template: ListedTemplate | undefined, isNew: boolean): void {
  const wasNew = templateChanges.peek().get(id)?.isNew === true;
  const change = { template, isNew: isNew || wasNew, atMs: Date.now() };
  templateChanges.value = new Map(templateChanges.peek()).set(id, change);
  invalidate(`templates/one/${id}`);
  setTimeout(() => invalidate("templates/list"), SETTLED_MS);
}

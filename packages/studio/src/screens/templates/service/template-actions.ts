/** Actions on a whole template, with their undo. */
import { toast } from "../../../components/toasts.js";
import { formatDay } from "../../../messages/format.js";
import { templates as texts } from "../../../messages/en/templates.js";
import { asError, invalidate } from "../../../service/resources.js";
import { irs } from "../../../service/irs.js";
import { copyName } from "./copy-name.js";
import { noteChanged, noteDeleted } from "./template-changes.js";
import { copyTemplate, type ListedTemplate, summaryOf } from "./template-routes.js";

/** How long the service can restore a deleted template. */
const RESTORABLE_MS = 15 * 86_400_000;

/** Creates a template with the same document. */
export async function duplicateTemplate({ id, name }: ListedTemplate): Promise<void> {
  const copy = summaryOf(await copyTemplate(id, copyName(name, texts.copyWord)));
  noteChanged(copy, { isNew: true });
  toast(
    texts.done.duplicated(copy.name),
    undoing(texts.failed.delete(copy.name), () => removeTemplate(copy)),
  );
}

/**
 * Deletes a template. It can be restored for 15 days.
 * @param onDelete is called before the pages that show the template are updated
 */
export async function deleteTemplate(template: ListedTemplate, onDelete?: () => void): Promise<void> {
  await irs.templates.delete(template.id);
  onDelete?.();
  noteDeleted(template.id);
  const until = new Date(Date.now() + RESTORABLE_MS).toISOString();
  toast(
    texts.done.deleted(template.name, formatDay(until)),
    undoing(texts.failed.restore(template.name), () => restore(template)),
  );
}

/** Restores a deleted template. */
export async function restoreTemplate(template: ListedTemplate): Promise<void> {
  await restore(template);
  toast(texts.done.restored(template.name));
}

async function restore({ id }: ListedTemplate): Promise<void> {
  const { body } = await irs.requestJson("POST /templates/{id}/restore", { id });
  noteChanged(summaryOf({ ...body, etag: undefined }), { isNew: true });
}

/** Changes the name of a template. */
export async function renameTemplate({ id, name: before }: ListedTemplate, name: string): Promise<void> {
  const rename = async (to: string): Promise<void> =>
    noteChanged(summaryOf(await irs.templates.update(id, { name: to })));
  await rename(name);
  toast(
    texts.done.renamed(name),
    undoing(texts.failed.rename(name), () => rename(before)),
  );
}

/** Moves a template to a project. */
export async function moveTemplate({ id, name, projectId: before }: ListedTemplate, projectId: string): Promise<void> {
  const move = async (to: string): Promise<ListedTemplate> => {
    const moved = summaryOf(await irs.templates.update(id, { projectId: to }));
    noteChanged(moved);
    return moved;
  };
  const { projectName } = await move(projectId);
  toast(
    texts.done.moved(name, projectName),
    undoing(texts.failed.move(name), async () => {
      await move(before);
    }),
  );
}

/** Creates a project, and returns its ID. */
export async function createProject(name: string): Promise<string> {
  const { id } = await irs.projects.create({ name });
  invalidate("projects/");
  return id;
}

async function removeTemplate({ id }: ListedTemplate): Promise<void> {
  await irs.templates.delete(id);
  noteDeleted(id);
}

/** Returns the function that a message calls to undo an action. If it fails, another message shows the error. */
function undoing(what: string, undo: () => Promise<void>): () => void {
  return () => void undo().catch((error: unknown) => toast(`${what} ${asError(error).message}`));
}

import { Copy, Folder, Hash, History, Pencil, Table2, Trash2 } from "lucide";
import { useState } from "preact/hooks";
import type { ComponentChildren } from "preact";
import { Button } from "../../components/button.js";
import { Dialog } from "../../components/dialog.js";
import { Menu, type MenuItem } from "../../components/menu.js";
import { ErrorNotice } from "../../components/states.js";
import { toast } from "../../components/toasts.js";
import { actions, dialogs, states } from "../../messages/en/common.js";
import { templates as texts } from "../../messages/en/templates.js";
import { navigate, pathTo } from "../../router/location.js";
import { asError } from "../../service/resources.js";
import { hasScope } from "../../session/session.js";
import { MoveDialog } from "./move-dialog.js";
import { RenameDialog } from "./rename-dialog.js";
import { deleteTemplate, duplicateTemplate } from "./service/template-actions.js";
import type { ListedTemplate } from "./service/template-routes.js";

interface TemplateMenuProps {
  readonly template: ListedTemplate;
  /** Leaves the pages of the template before it is gone. */
  readonly onDelete?: () => void;
  readonly children?: ComponentChildren;
}

/** An action that failed, and how to try it again. */
interface Problem {
  readonly what: string;
  readonly error: Error;
  readonly retry: () => void;
}

/** The actions on a template as a whole. */
export function TemplateMenu({ template, onDelete, children }: TemplateMenuProps) {
  const [opened, setOpened] = useState<"rename" | "move">();
  const [problem, setProblem] = useState<Problem>();
  const run = (what: string, work: () => Promise<void>): void => {
    setProblem(undefined);
    work().catch((error: unknown) => setProblem({ what, error: asError(error), retry: () => run(what, work) }));
  };
  const { id, name } = template;
  const needed = hasScope("templates") ? undefined : texts.needsScope("templates");
  const items: readonly MenuItem[] = [
    { label: texts.actions.rename, icon: Pencil, unavailable: needed, onSelect: () => setOpened("rename") },
    {
      label: texts.actions.duplicate,
      icon: Copy,
      unavailable: needed,
      onSelect: () => run(texts.failed.duplicate(name), () => duplicateTemplate(template)),
    },
    { label: texts.actions.move, icon: Folder, unavailable: needed, onSelect: () => setOpened("move") },
    {
      label: texts.actions.batch,
      icon: Table2,
      unavailable: hasScope("render") ? undefined : texts.needsScope("render"),
      onSelect: () => navigate(`${pathTo("batches", "new")}?template=${id}`),
    },
    { label: texts.tabs.versions, icon: History, href: pathTo("templates", id, "versions") },
    {
      label: actions.copyId,
      icon: Hash,
      onSelect: () => void navigator.clipboard.writeText(id).then(() => toast(texts.idCopied)),
    },
    {
      label: texts.actions.delete,
      icon: Trash2,
      isDanger: true,
      unavailable: needed,
      onSelect: () => run(texts.failed.delete(name), () => deleteTemplate(template, onDelete)),
    },
  ];
  const close = (): void => setOpened(undefined);
  return (
    <>
      <Menu label={texts.actions.label(name)} items={items}>
        {children}
      </Menu>
      {opened === "rename" && <RenameDialog template={template} onClose={close} />}
      {opened === "move" && <MoveDialog template={template} onClose={close} />}
      {problem !== undefined && <ProblemDialog problem={problem} onClose={() => setProblem(undefined)} />}
    </>
  );
}

function ProblemDialog({ problem, onClose }: { readonly problem: Problem; readonly onClose: () => void }) {
  return (
    <Dialog title={texts.failed.title} onClose={onClose} actions={<Button onClick={onClose}>{dialogs.close}</Button>}>
      <ErrorNotice what={problem.what} error={problem.error} unchanged={states.unchanged} onRetry={problem.retry} />
    </Dialog>
  );
}

import { useId, useState } from "preact/hooks";
import { Button } from "../../components/button.js";
import { Dialog } from "../../components/dialog.js";
import { SelectField, TextField } from "../../components/field.js";
import { ErrorNotice } from "../../components/states.js";
import { dialogs, states } from "../../messages/en/common.js";
import { templates as texts } from "../../messages/en/templates.js";
import { createProject, moveTemplate } from "./service/template-actions.js";
import type { ListedTemplate } from "./service/template-routes.js";
import { useProjects } from "./use-projects.js";
import { useWork } from "./use-work.js";

interface MoveDialogProps {
  readonly template: ListedTemplate;
  readonly onClose: () => void;
}

/** The choice of a project that does not exist yet. */
const NEW = "new";

/** Asks for the project of a template. */
export function MoveDialog({ template, onClose }: MoveDialogProps) {
  const [project, setProject] = useState(template.projectId);
  const [newName, setNewName] = useState("");
  const projects = useProjects();
  const work = useWork();
  const formId = useId();
  const known = projects.data ?? [{ id: template.projectId, name: template.projectName }];
  const choices = [
    ...known.map(({ id, name }) => ({ value: id, label: name })),
    { value: NEW, label: texts.move.newProject },
  ];
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    if (project === template.projectId) {
      onClose();
      return;
    }
    const move = async (): Promise<void> => {
      const id = project === NEW ? await createProject(newName.trim()) : project;
      // A second try must not create the project again.
      setProject(id);
      await moveTemplate(template, id);
    };
    void work.run(move, onClose);
  };
  const error = work.error ?? projects.error;
  return (
    <Dialog
      title={texts.move.title(template.name)}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{dialogs.cancel}</Button>
          <Button
            kind="primary"
            type="submit"
            attributes={{ form: formId }}
            isBusy={work.isBusy}
            isDisabled={project === NEW && newName.trim() === ""}
          >
            {texts.move.submit}
          </Button>
        </>
      }
    >
      <form id={formId} class="template-form" onSubmit={submit}>
        <SelectField label={texts.project} value={project} onInput={setProject} choices={choices} />
        {project === NEW && (
          <TextField label={texts.move.newName} value={newName} onInput={setNewName} maxLength={200} hasFocus />
        )}
      </form>
      {error !== undefined && (
        <ErrorNotice what={texts.failed.move(template.name)} error={error} unchanged={states.unchanged} />
      )}
    </Dialog>
  );
}

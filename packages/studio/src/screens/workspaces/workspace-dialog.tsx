import type { Workspace } from "@image-render/client";
import { useId, useState } from "preact/hooks";
import { Button } from "../../components/button.js";
import { Code } from "../../components/code.js";
import { Dialog } from "../../components/dialog.js";
import { Field, TextField } from "../../components/field.js";
import { ErrorNotice } from "../../components/states.js";
import { toast } from "../../components/toasts.js";
import { dialogs, states } from "../../messages/en/common.js";
import { workspaces as texts } from "../../messages/en/workspaces.js";
import { irs } from "../../service/irs.js";
import { invalidate } from "../../service/resources.js";
import { useAction } from "../../service/use-action.js";

interface WorkspaceDialogProps {
  /** Undefined for a new one. */
  readonly workspace: Workspace | undefined;
  /** Plans that workspaces have, to choose from. The service knows whether there are others. */
  readonly plans: readonly string[];
  readonly onClose: () => void;
}

/** Creates a workspace, or changes its name and its plan. */
export function WorkspaceDialog({ workspace, plans, onClose }: WorkspaceDialogProps) {
  const [name, setName] = useState(workspace?.name ?? "");
  const [chosenPlan, setPlan] = useState(workspace?.plan);
  // The list of workspaces may still be loading when the dialog opens.
  const plan = chosenPlan ?? plans[0] ?? "";
  const [isChecked, setChecked] = useState(false);
  const [key, setKey] = useState<string>();
  // One key for all tries of this dialog: a repeated request must not create a second workspace.
  const [idempotencyKey] = useState(() => crypto.randomUUID());
  const saving = useAction(async () => {
    const request = { name: name.trim(), plan: plan.trim() };
    if (workspace === undefined) {
      setKey((await irs.workspaces.create(request, { idempotencyKey })).key);
    } else {
      await irs.workspaces.update(workspace.id, request);
      toast(texts.updated(request.name));
      onClose();
    }
    invalidate("workspaces");
  });
  const submit = (event: Event): void => {
    event.preventDefault();
    setChecked(true);
    if (name.trim() !== "" && plan.trim() !== "") void saving.run();
  };
  if (key !== undefined) return <FirstKey text={key} onClose={onClose} />;
  return (
    <Dialog title={workspace === undefined ? texts.createTitle : texts.editTitle(workspace.name)} onClose={onClose}>
      <form class="dialog-form" onSubmit={submit}>
        <TextField
          label={texts.name}
          placeholder={texts.namePlaceholder}
          error={isChecked && name.trim() === "" ? texts.nameMissing : undefined}
          value={name}
          onInput={setName}
          hasFocus
        />
        <PlanField
          value={plan}
          plans={plans}
          onInput={setPlan}
          error={isChecked && plan.trim() === "" ? texts.planMissing : undefined}
        />
        {saving.error !== undefined && (
          <ErrorNotice
            what={workspace === undefined ? texts.createFailed : texts.updateFailed}
            error={saving.error}
            unchanged={states.unchanged}
          />
        )}
        <div class="dialog-buttons">
          <Button onClick={onClose}>{dialogs.cancel}</Button>
          <Button kind="primary" type="submit" isBusy={saving.isRunning}>
            {workspace === undefined ? texts.createAction : texts.save}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

interface PlanFieldProps {
  readonly value: string;
  readonly plans: readonly string[];
  readonly onInput: (value: string) => void;
  readonly error: string | undefined;
}

function PlanField({ value, plans, onInput, error }: PlanFieldProps) {
  const listId = useId();
  return (
    <Field label={texts.plan} hint={texts.planHint} error={error}>
      {(control) => (
        <>
          <input
            {...control}
            class="input"
            list={listId}
            value={value}
            autocomplete="off"
            onInput={(event) => onInput(event.currentTarget.value)}
          />
          <datalist id={listId}>
            {plans.map((plan) => (
              <option key={plan} value={plan} />
            ))}
          </datalist>
        </>
      )}
    </Field>
  );
}

function FirstKey({ text, onClose }: { readonly text: string; readonly onClose: () => void }) {
  return (
    <Dialog
      title={texts.createdTitle}
      onClose={onClose}
      actions={
        <Button kind="primary" onClick={onClose}>
          {texts.done}
        </Button>
      }
    >
      <p>{texts.created}</p>
      <Code text={text} label={texts.createdTitle} />
    </Dialog>
  );
}

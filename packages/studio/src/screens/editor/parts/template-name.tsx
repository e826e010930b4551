import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { toast } from "../../../components/toasts.js";
import { editor as texts } from "../../../messages/en/editor.js";
import { irs } from "../../../service/irs.js";
import { asError, invalidate } from "../../../service/resources.js";
import { hasScope } from "../../../session/session.js";
import { noteChanged } from "../../templates/service/template-changes.js";
import { summaryOf } from "../../templates/service/template-routes.js";
import type { EditorState } from "../state/editor-state.js";

interface TemplateNameProps {
  readonly id: string;
  readonly name: string;
  readonly state: EditorState;
}

/** The name of the template. A click turns it into a field. */
export function TemplateName({ id, name, state }: TemplateNameProps) {
  const isOpen = useSignal(false);
  const renaming = useSignal<string | undefined>(undefined);
  const shown = renaming.value ?? name;
  // The head of the template shows the new name a moment later.
  useEffect(() => void (renaming.value = undefined), [name]);
  const rename = async (wanted: string): Promise<void> => {
    renaming.value = wanted;
    try {
      await renameTemplate(id, wanted, state);
    } catch (error) {
      renaming.value = undefined;
      toast(texts.bar.renameFailed(asError(error).message));
    }
  };
  const end = (typed: string | undefined): void => {
    if (!isOpen.value) return;
    isOpen.value = false;
    const wanted = typed?.trim() ?? "";
    if (wanted !== "" && wanted !== shown) void rename(wanted);
  };
  if (isOpen.value) return <NameField name={shown} onEnd={end} />;
  if (!hasScope("templates")) {
    return (
      <h1 class="truncate" dir="auto">
        {shown}
      </h1>
    );
  }
  return (
    <h1 class="truncate" dir="auto">
      <button type="button" class="template-name" title={texts.bar.rename} onClick={() => (isOpen.value = true)}>
        {shown}
      </button>
    </h1>
  );
}

interface NameFieldProps {
  readonly name: string;
  /** @param typed the new name. Undefined keeps the old one */
  readonly onEnd: (typed: string | undefined) => void;
}

function NameField({ name, onEnd }: NameFieldProps) {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.select(), []);
  return (
    <input
      ref={field}
      class="input template-name-field"
      type="text"
      dir="auto"
      maxLength={200}
      aria-label={texts.bar.name}
      defaultValue={name}
      onKeyDown={(event) => {
        if (event.isComposing || (event.key !== "Enter" && event.key !== "Escape")) return;
        // Otherwise, Enter would press the button that replaces the field.
        event.preventDefault();
        onEnd(event.key === "Enter" ? event.currentTarget.value : undefined);
      }}
      onBlur={(event) => onEnd(event.currentTarget.value)}
    />
  );
}

/** Stores the name at once. It belongs to the template, and to none of its versions. */
async function renameTemplate(id: string, name: string, state: EditorState): Promise<void> {
  const saved = await irs.templates.update(id, { name });
  const { stored } = state;
  // The name changes the ETag. If nobody has saved meanwhile, the work here is still based on the latest document.
  if (saved.version === stored.value.version) stored.value = { ...stored.value, etag: saved.etag };
  noteChanged(summaryOf(saved));
  invalidate(`templates/head/${id}`);
}

import { batch, type Signal } from "@preact/signals";
import { Button } from "../../../components/button.js";
import { toast } from "../../../components/toasts.js";
import { editor as texts } from "../../../messages/en/editor.js";
import { asError } from "../../../service/resources.js";
import type { EditorState, StoredState } from "../state/editor-state.js";
import { useSavedElsewhere } from "../state/other-windows.js";
import { latest } from "../state/use-saving.js";

interface EditorNoticesProps {
  readonly id: string;
  readonly state: EditorState;
  /** The template as it was when the page was opened. */
  readonly opened: StoredState;
  /** Whether the work of an earlier visit is shown. */
  readonly isRestored: Signal<boolean>;
}

/** Says what a person should know about the work on the canvas: where it comes from, and who else has saved. */
export function EditorNotices({ id, state, opened, isRestored }: EditorNoticesProps) {
  const newer = useSavedElsewhere(id, state).value;
  const isChanged = state.isChanged.value;
  if (newer !== undefined && newer > state.stored.value.version) {
    return isChanged ? <Notice text={texts.elsewhere.changed(newer)} /> : <NewerNotice {...{ id, state, newer }} />;
  }
  if (!isRestored.value || !isChanged) return null;
  const discard = (): void => {
    state.change(texts.discard, () => opened.document);
    state.stored.value = opened;
    isRestored.value = false;
  };
  return <Notice text={texts.restored} action={texts.discard} onAction={discard} />;
}

interface NewerNoticeProps {
  readonly id: string;
  readonly state: EditorState;
  readonly newer: number;
}

/** Offers a version that another window has saved. There is no work here that it could replace. */
function NewerNotice({ id, state, newer }: NewerNoticeProps) {
  const step = texts.elsewhere.show(newer);
  const show = (stored: StoredState): void => {
    // Somebody may have begun to work meanwhile.
    if (state.isChanged.peek()) return;
    batch(() => {
      state.stored.value = stored;
      state.change(step, () => stored.document);
    });
  };
  return (
    <Notice
      text={texts.elsewhere.unchanged(newer)}
      action={step}
      onAction={() => void latest(id).then(show, (error: unknown) => toast(asError(error).message))}
    />
  );
}

interface NoticeProps {
  readonly text: string;
  readonly action?: string;
  readonly onAction?: () => void;
}

function Notice({ text, action, onAction }: NoticeProps) {
  return (
    <p class="editor-notice" role="status">
      {text}
      {action !== undefined && onAction !== undefined && (
        <Button kind="quiet" onClick={onAction}>
          {action}
        </Button>
      )}
    </p>
  );
}

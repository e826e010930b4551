import { useState } from "preact/hooks";
import { Button } from "../../../components/button.js";
import { Dialog } from "../../../components/dialog.js";
import {
  type Choice,
  defaultChoice,
  type Difference,
  differencesOf,
  DOCUMENT,
  mergeDocuments,
} from "../../../editor/document/merge.js";
import type { EditedDocument, EditedLayer } from "../../../editor/document/edited-document.js";
import { dialogs } from "../../../messages/en/common.js";
import { editor as texts } from "../../../messages/en/editor.js";
import type { StoredState } from "../state/editor-state.js";

interface ConflictDialogProps {
  readonly base: EditedDocument;
  readonly mine: EditedDocument;
  readonly theirs: StoredState;
  readonly isBusy: boolean;
  readonly onResolve: (document: EditedDocument) => void;
  readonly onClose: () => void;
}

/** Both states of every layer that differs. Nothing is lost: the version of the other person stays in the list of versions. */
export function ConflictDialog({ base, mine, theirs, isBusy, onResolve, onClose }: ConflictDialogProps) {
  const differences = differencesOf(base, mine, theirs.document);
  const [choices, setChoices] = useState<ReadonlyMap<string, Choice>>(
    () => new Map(differences.map((difference) => [difference.id, defaultChoice(difference)])),
  );
  const actions = (
    <>
      <Button onClick={onClose}>{dialogs.cancel}</Button>
      <Button kind="primary" isBusy={isBusy} onClick={() => onResolve(mergeDocuments(mine, theirs.document, choices))}>
        {texts.conflict.keep}
      </Button>
    </>
  );
  return (
    <Dialog title={texts.conflict.title} onClose={onClose} size="large" actions={actions}>
      <p>{texts.conflict.lead(theirs.version)}</p>
      <p class="quiet">{texts.conflict.same}</p>
      <ul class="conflict-list">
        {differences.map((difference) => (
          <DifferenceRow
            key={difference.id}
            difference={difference}
            choice={choices.get(difference.id) ?? "mine"}
            onChoose={(choice) => setChoices(new Map([...choices, [difference.id, choice]]))}
          />
        ))}
      </ul>
    </Dialog>
  );
}

interface DifferenceRowProps {
  readonly difference: Difference;
  readonly choice: Choice;
  readonly onChoose: (choice: Choice) => void;
}

function DifferenceRow({ difference, choice, onChoose }: DifferenceRowProps) {
  const { id, base, mine, theirs } = difference;
  const layer = mine ?? theirs ?? base;
  const name = id === DOCUMENT ? texts.conflict.document : (layer?.name ?? id);
  return (
    <li>
      <fieldset>
        <legend dir="auto">{name}</legend>
        {(["mine", "theirs"] as const).map((value) => (
          <label key={value} class="conflict-side">
            <input
              type="radio"
              name={`conflict-${id}`}
              checked={choice === value}
              aria-label={value === "mine" ? texts.conflict.mineFor(name) : texts.conflict.theirsFor(name)}
              onInput={() => onChoose(value)}
            />
            <span>
              <strong>{texts.conflict[value]}</strong>
              {id !== DOCUMENT && <code>{changesOf(base, value === "mine" ? mine : theirs)}</code>}
            </span>
          </label>
        ))}
      </fieldset>
    </li>
  );
}

/** Says in one line what has changed in a layer. */
function changesOf(base: EditedLayer | undefined, layer: EditedLayer | undefined): string {
  if (layer === undefined) return texts.conflict.removed;
  const names = new Set([...Object.keys(layer), ...Object.keys(base ?? {})]);
  const changed = [...names].filter((name) => JSON.stringify(layer[name]) !== JSON.stringify(base?.[name]));
  const shown = changed.map((name) => `${name}: ${layer[name] === undefined ? "–" : JSON.stringify(layer[name])}`);
  const text = shown.join(", ");
  return text.length > 160 ? `${text.slice(0, 160)}…` : text === "" ? "–" : text;
}

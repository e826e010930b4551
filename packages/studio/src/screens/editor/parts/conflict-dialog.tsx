import { useId, useState } from "preact/hooks";
import { Button } from "../../../components/button.js";
import { Dialog } from "../../../components/dialog.js";
import {
  type AttributeDifference,
  type Choice,
  type Choices,
  defaultChoice,
  type Difference,
  differencesOf,
  DOCUMENT,
  mergeDocuments,
  PRESENCE,
} from "../../../editor/document/merge.js";
import type { EditedDocument } from "../../../editor/document/edited-document.js";
import { findLayer } from "../../../editor/document/layer-tree.js";
import { dialogs } from "../../../messages/en/common.js";
import { editor } from "../../../messages/en/editor.js";
import { editorConflict as texts } from "../../../messages/en/editor-conflict.js";
import type { StoredState } from "../state/editor-state.js";
import { colorIn, labelOf, valueText } from "./conflict-values.js";
import "./conflict-dialog.css";

export interface ConflictDialogProps {
  readonly base: EditedDocument;
  readonly mine: EditedDocument;
  readonly theirs: StoredState;
  readonly isBusy: boolean;
  readonly onResolve: (document: EditedDocument) => void;
  readonly onClose: () => void;
}

/** Both values of everything that differs. Nothing is lost: the version of the other person stays in the list of versions. */
export function ConflictDialog({ base, mine, theirs, isBusy, onResolve, onClose }: ConflictDialogProps) {
  const differences = differencesOf(base, mine, theirs.document);
  const [choices, setChoices] = useState<Choices>(
    () => new Map(differences.map(({ id, attributes }) => [id, choicesFor(attributes, defaultChoice)])),
  );
  const nameOf = (id: string): string => {
    const found = findLayer(mine, id) ?? findLayer(theirs.document, id) ?? findLayer(base, id);
    return found?.layer.name ?? id;
  };
  const actions = (
    <>
      <Button onClick={onClose}>{dialogs.cancel}</Button>
      <Button kind="primary" isBusy={isBusy} onClick={() => onResolve(mergeDocuments(mine, theirs.document, choices))}>
        {texts.keep}
      </Button>
    </>
  );
  return (
    <Dialog title={editor.conflict.title} onClose={onClose} size="large" actions={actions}>
      <p>{texts.lead(theirs.version)}</p>
      <ul class="conflict-list">
        {differences.map((difference) => (
          <DifferenceChoice
            key={difference.id}
            difference={difference}
            choices={choices.get(difference.id) ?? new Map()}
            nameOf={nameOf}
            onChoose={(chosen) => setChoices(new Map([...choices, [difference.id, chosen]]))}
          />
        ))}
      </ul>
    </Dialog>
  );
}

type AttributeChoices = ReadonlyMap<string, Choice>;

function choicesFor(
  attributes: readonly AttributeDifference[],
  choice: (attribute: AttributeDifference) => Choice,
): AttributeChoices {
  return new Map(attributes.map((attribute) => [attribute.name, choice(attribute)]));
}

interface DifferenceChoiceProps {
  readonly difference: Difference;
  readonly choices: AttributeChoices;
  readonly nameOf: (id: string) => string;
  readonly onChoose: (choices: AttributeChoices) => void;
}

/** A layer, or the document, with each value that differs. */
function DifferenceChoice({ difference, choices, nameOf, onChoose }: DifferenceChoiceProps) {
  const { id, attributes } = difference;
  const name = id === DOCUMENT ? texts.document : nameOf(id);
  const all = (choice: Choice): void => onChoose(choicesFor(attributes, () => choice));
  return (
    <li>
      <fieldset>
        <legend dir="auto">{name}</legend>
        <div class="conflict-row conflict-head">
          <span />
          {attributes.length === 1 ? (
            <>
              <strong>{texts.mine}</strong>
              <strong>{texts.theirs}</strong>
            </>
          ) : (
            <>
              <Button attributes={{ "aria-label": texts.allMineFor(name) }} onClick={() => all("mine")}>
                {texts.allMine}
              </Button>
              <Button attributes={{ "aria-label": texts.allTheirsFor(name) }} onClick={() => all("theirs")}>
                {texts.allTheirs}
              </Button>
            </>
          )}
        </div>
        {attributes.map((attribute) => {
          const label = labelOf(difference, attribute);
          return (
            <AttributeRow
              key={attribute.name}
              attribute={attribute}
              label={label}
              title={attribute.name === PRESENCE ? name : texts.of(name, label)}
              choice={choices.get(attribute.name) ?? "theirs"}
              nameOf={nameOf}
              onChoose={(choice) => onChoose(new Map([...choices, [attribute.name, choice]]))}
            />
          );
        })}
      </fieldset>
    </li>
  );
}

interface AttributeRowProps {
  readonly attribute: AttributeDifference;
  readonly label: string;
  /** The label with the name of the layer, for people who cannot see where the row is. */
  readonly title: string;
  readonly choice: Choice;
  readonly nameOf: (id: string) => string;
  readonly onChoose: (choice: Choice) => void;
}

/** Both values of an attribute. The arrow keys change the choice. */
function AttributeRow({ attribute, label, title, choice, nameOf, onChoose }: AttributeRowProps) {
  const id = useId();
  return (
    <div class="conflict-row" role="radiogroup" aria-label={title}>
      <span class="conflict-label">
        {label}
        {attribute.changedBy === "both" && <span class="conflict-both">{texts.both}</span>}
      </span>
      {(["mine", "theirs"] as const).map((side) => {
        const color = colorIn(attribute[side]);
        return (
          <label key={side} class="conflict-side">
            <input type="radio" name={id} checked={choice === side} onInput={() => onChoose(side)} />
            {color !== undefined && <span class="conflict-color" style={{ background: color }} />}
            <span class="visually-hidden">{side === "mine" ? texts.mineFor(title) : texts.theirsFor(title)}</span>{" "}
            <span class="conflict-value" dir="auto">
              {valueText(attribute, side, nameOf)}
            </span>
          </label>
        );
      })}
    </div>
  );
}

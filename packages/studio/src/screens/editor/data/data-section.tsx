import { LayoutGrid, Plus, Trash2 } from "lucide";
import { Button, IconButton } from "../../../components/button.js";
import { SelectField, TextField } from "../../../components/field.js";
import { toast } from "../../../components/toasts.js";
import { variablesOf } from "../../../editor/document/variables.js";
import { type SampleSet, textLayers } from "../../../editor/samples/sample-sets.js";
import { editorData as texts } from "../../../messages/en/editor-data.js";
import type { EditorState } from "../state/editor-state.js";
import { textOf } from "../../../editor/text/text-of.js";
import { KINDS, newSet, type ShownData } from "./use-data.js";
import "./data.css";

interface DataSectionProps {
  readonly state: EditorState;
  readonly data: ShownData;
}

/** Chooses the values that the canvas shows the document with, and keeps sets of them. */
export function DataSection({ state, data }: DataSectionProps) {
  const { chosen, store } = data;
  const document = state.document.value;
  const canTry = variablesOf(document).length > 0 || textLayers(document).length > 0;
  const keep = (set: SampleSet): void => void store.keep(set).catch(() => toast(texts.keepFailed));
  const own = store.sets.value.find(({ id }) => id === chosen.value);
  return (
    <section class="panel-section data-section" aria-label={texts.title}>
      <h3>{texts.title}</h3>
      {!canTry && <p class="quiet">{texts.nothing}</p>}
      {canTry && (
        <>
          <SelectField
            label={texts.shownWith}
            value={chosen.value ?? ""}
            choices={[
              { value: "", label: texts.own },
              ...KINDS.map((kind) => ({ value: kind, label: texts.generated[kind] })),
              ...store.sets.value.map(({ id, name }) => ({ value: id, label: name })),
            ]}
            onInput={(id) => (chosen.value = id === "" ? undefined : id)}
          />
          <p class="quiet">{texts.hint}</p>
          {own !== undefined && (
            <SetFields
              key={own.id}
              set={own}
              state={state}
              onChange={keep}
              onRemove={() => {
                chosen.value = undefined;
                void store.remove(own.id).catch(() => toast(texts.keepFailed));
              }}
            />
          )}
          <div class="data-buttons">
            <Button icon={LayoutGrid} onClick={() => (data.isTrying.value = true)}>
              {texts.stress}
            </Button>
            <Button
              icon={Plus}
              onClick={() => {
                const set = newSet(document, data);
                keep(set);
                chosen.value = set.id;
              }}
            >
              {texts.keep}
            </Button>
          </div>
        </>
      )}
    </section>
  );
}

interface SetFieldsProps {
  readonly set: SampleSet;
  readonly state: EditorState;
  readonly onChange: (set: SampleSet) => void;
  readonly onRemove: () => void;
}

/** The name and the values of a kept set. */
function SetFields({ set, state, onChange, onRemove }: SetFieldsProps) {
  const document = state.document.value;
  const simple = variablesOf(document).filter(({ type }) => type !== "list");
  return (
    <div class="data-set">
      <div class="data-name">
        <TextField label={texts.name} value={set.name} onInput={(name) => onChange({ ...set, name })} />
        <IconButton label={texts.remove} icon={Trash2} onClick={onRemove} />
      </div>
      {simple.map(({ name, type }) => (
        <TextField
          key={name}
          label={name}
          value={textOf(set.variables[name])}
          onInput={(text) => onChange({ ...set, variables: { ...set.variables, [name]: typedValue(type, text) } })}
        />
      ))}
      {textLayers(document).map(({ name }) => (
        <TextField
          key={`layer ${name}`}
          label={name}
          rows={2}
          value={set.layers[name]?.text ?? ""}
          onInput={(text) => onChange({ ...set, layers: { ...set.layers, [name]: { text } } })}
        />
      ))}
      <p class="quiet">{texts.kept}</p>
    </div>
  );
}

/** A number that is not complete yet stays a text, and the service reports it. */
function typedValue(type: string, text: string): unknown {
  if (type === "number" && text.trim() !== "" && Number.isFinite(Number(text))) return Number(text);
  if (type === "boolean") return text.trim().toLowerCase() === "true";
  return text;
}

import { Plus, Trash2 } from "lucide";
import { Button, IconButton } from "../../../components/button.js";
import { SelectField, TextField } from "../../../components/field.js";
import { setDocument } from "../../../editor/document/operations.js";
import {
  type EditedVariable,
  isVariableName,
  renameVariable,
  variablesOf,
} from "../../../editor/document/variables.js";
import { editor as texts } from "../../../messages/en/editor.js";
import type { EditorState } from "../state/editor-state.js";
import { textOf } from "../../../editor/text/text-of.js";

const TYPES = ["string", "number", "boolean", "color", "image", "date"] as const;

const DEFAULTS: Readonly<Record<string, unknown>> = {
  string: "Text",
  number: 1,
  boolean: true,
  color: "#6366f1",
  image: "",
  date: "2026-01-31",
};

/** The variables of the document: what a request can change without naming a layer. */
export function Variables({ state }: { readonly state: EditorState }) {
  const variables = variablesOf(state.document.value);
  const set = (changed: readonly EditedVariable[], key?: string): void =>
    state.change(
      texts.steps.variables,
      (document) => setDocument(document, { variables: changed.length === 0 ? undefined : changed }),
      key,
    );
  const add = (): void => {
    const names = new Set(variables.map(({ name }) => name));
    let name = "variable";
    for (let number = 2; names.has(name); number++) name = `variable_${number}`;
    set([...variables, { name, type: "string", default: DEFAULTS["string"] }]);
  };
  return (
    <section class="panel-section" aria-label={texts.variables.title}>
      <h3>{texts.variables.title}</h3>
      {variables.length === 0 && <p class="quiet">{texts.variables.none}</p>}
      {variables.map((variable, index) => (
        <VariableFields
          key={index}
          variable={variable}
          taken={variables.filter((other) => other !== variable).map(({ name }) => name)}
          onChange={(changed, key) => set(variables.with(index, changed), `variable ${index} ${key}`)}
          onRename={(name) =>
            state.change(
              texts.steps.variables,
              (document) => renameVariable(document, variable.name, name),
              `variable ${index} name`,
            )
          }
          onRemove={() => set(variables.toSpliced(index, 1))}
        />
      ))}
      <Button icon={Plus} onClick={add}>
        {texts.variables.add}
      </Button>
    </section>
  );
}

interface VariableFieldsProps {
  readonly variable: EditedVariable;
  readonly taken: readonly string[];
  readonly onChange: (variable: EditedVariable, key: string) => void;
  readonly onRename: (name: string) => void;
  readonly onRemove: () => void;
}

function VariableFields({ variable, taken, onChange, onRename, onRemove }: VariableFieldsProps) {
  const { name, type } = variable;
  const isKnown = (TYPES as readonly string[]).includes(type);
  return (
    <div class="variable">
      <div class="panel-pair">
        <TextField
          label={texts.variables.name}
          isMono
          value={name}
          error={
            taken.includes(name)
              ? texts.variables.taken
              : isVariableName(name)
                ? undefined
                : texts.variables.invalidName
          }
          onInput={onRename}
        />
        {isKnown && (
          <SelectField
            label={texts.variables.type}
            value={type}
            choices={TYPES.map((value) => ({ value, label: texts.variables.types[value] }))}
            onInput={(chosen) => onChange({ name, type: chosen, default: DEFAULTS[chosen] }, "type")}
          />
        )}
      </div>
      <div class="variable-value">
        {isKnown && (
          <TextField
            label={texts.variables.sample}
            value={textOf(variable.default)}
            onInput={(text) => onChange({ ...variable, default: valueOf(type, text) }, "default")}
          />
        )}
        <IconButton label={texts.variables.remove(name)} icon={Trash2} onClick={onRemove} />
      </div>
    </div>
  );
}

function valueOf(type: string, text: string): unknown {
  if (type === "number") return text.trim() !== "" && Number.isFinite(Number(text)) ? Number(text) : 0;
  if (type === "boolean") return text.trim().toLowerCase() === "true";
  return text;
}

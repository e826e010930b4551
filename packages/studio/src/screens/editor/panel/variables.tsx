import { Plus, Trash2 } from "lucide";
import { Button, IconButton } from "../../../components/button.js";
import { SelectField, TextField } from "../../../components/field.js";
import {
  addVariable,
  changeVariable,
  type EditedVariable,
  isVariableName,
  newVariable,
  removeVariable,
  renameVariable,
  variablesOf,
} from "../../../editor/document/variables.js";
import { editor as texts } from "../../../messages/en/editor.js";
import type { EditedDocument } from "../../../editor/document/edited-document.js";
import type { EditorState } from "../state/editor-state.js";
import { ColorField } from "./color-field.js";
import { paletteOf } from "./palette-of.js";
import { textOf } from "../../../editor/text/text-of.js";

const TYPES = ["string", "number", "boolean", "color", "image", "date"] as const;

/** The variables of the document: what a request can change without naming a layer. */
export function Variables({ state }: { readonly state: EditorState }) {
  const variables = variablesOf(state.document.value);
  const palette = paletteOf(state.document.value);
  const change = (made: (document: EditedDocument) => EditedDocument, key?: string): void =>
    state.change(texts.steps.variables, made, key);
  return (
    <section class="panel-section" aria-label={texts.variables.title}>
      <h3>{texts.variables.title}</h3>
      {variables.length === 0 && <p class="quiet">{texts.variables.none}</p>}
      {variables.map((variable, index) => (
        <VariableFields
          key={index}
          variable={variable}
          taken={variables.filter((other) => other !== variable).map(({ name }) => name)}
          palette={palette}
          onChange={(changed, key) =>
            change((document) => changeVariable(document, index, changed), `variable ${index} ${key}`)
          }
          onRename={(name) =>
            change((document) => renameVariable(document, variable.name, name), `variable ${index} name`)
          }
          onRemove={() => change((document) => removeVariable(document, index))}
        />
      ))}
      <Button icon={Plus} onClick={() => change(addVariable)}>
        {texts.variables.add}
      </Button>
    </section>
  );
}

interface VariableFieldsProps {
  readonly variable: EditedVariable;
  readonly taken: readonly string[];
  /** The colors of the document. */
  readonly palette: readonly string[];
  readonly onChange: (variable: EditedVariable, key: string) => void;
  readonly onRename: (name: string) => void;
  readonly onRemove: () => void;
}

function VariableFields({ variable, taken, palette, onChange, onRename, onRemove }: VariableFieldsProps) {
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
            onInput={(chosen) => onChange(newVariable(name, chosen), "type")}
          />
        )}
      </div>
      <div class="variable-value">
        {type === "color" && (
          <ColorField
            label={texts.variables.sample}
            value={textOf(variable.default)}
            placeholder=""
            palette={palette}
            onChange={(color) => color !== undefined && onChange({ ...variable, default: color }, "default")}
          />
        )}
        {isKnown && type !== "color" && (
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

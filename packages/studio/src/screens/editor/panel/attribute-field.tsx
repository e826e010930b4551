import { Braces, RotateCcw, Variable } from "lucide";
import { useState } from "preact/hooks";
import { IconButton } from "../../../components/button.js";
import { CheckField, Field, SelectField, TextField } from "../../../components/field.js";
import { isExpression } from "../../../editor/document/edited-document.js";
import { type LayerAttribute, variableTypeOf } from "../../../editor/document/layer-types.js";
import type { CalculationContext } from "../../../editor/numbers/calculate.js";
import { editor as texts } from "../../../messages/en/editor.js";
import { ImageField } from "../../try-it/form/image-field.js";
import { ColorField } from "./color-field.js";
import { FontField } from "./font-field.js";
import { GradientField } from "./gradient-field.js";
import { NumberField } from "./number-field.js";
import type { OwnFont } from "./own-fonts.js";
import { type SampleVariable, TemplateTextField } from "./template-text-field.js";
import { textOf } from "../../../editor/text/text-of.js";

export interface AttributeFieldProps {
  readonly attribute: LayerAttribute;
  /** The value that all selected layers have, or undefined. */
  readonly value: unknown;
  readonly isMixed: boolean;
  readonly palette: readonly string[];
  readonly context: CalculationContext;
  readonly error: string | undefined;
  /** The font families of the document. */
  readonly fonts: readonly OwnFont[];
  readonly variables: readonly SampleVariable[];
  readonly onChange: (value: unknown, mergeKey: string) => void;
  /** Binds the attribute to a variable, or to a new one that begins with its value. */
  readonly onBind: (variable?: string) => void;
}

/** The attributes that have texts with placeholders, and those that are not values. */
const NEVER_BOUND = new Set(["name", "visible_if", "repeat", "repeat_as", "max_items", "text", "html", "svg", "data"]);

/** One attribute: its value, or the expression that it is bound to. */
export function AttributeField(props: AttributeFieldProps) {
  const { attribute, value, variables, onChange, onBind } = props;
  const { name, label } = attribute;
  const [isBinding, setBinding] = useState(false);
  const canBind = !NEVER_BOUND.has(name) && attribute.control !== "json" && attribute.control !== "gradient";
  const isBound = canBind && (isExpression(value) || isBinding);
  const buttons = (
    <span class="attribute-buttons">
      {value !== undefined && attribute.isRequired !== true && (
        <IconButton
          label={texts.panel.reset(label)}
          icon={RotateCcw}
          onClick={() => onChange(undefined, `reset ${name}`)}
        />
      )}
      {name === "text" && typeof value === "string" && value !== "" && !value.includes("{{") && (
        <IconButton label={texts.panel.makeVariable(label)} icon={Variable} onClick={() => onBind()} />
      )}
      {canBind && (
        <IconButton
          label={isBound ? texts.panel.unbind(label) : texts.panel.bind(label)}
          icon={Braces}
          attributes={{ "aria-pressed": isBound }}
          onClick={() => {
            if (isBound)
              onChange(attribute.isRequired === true ? (attribute.default ?? 100) : undefined, `unbind ${name}`);
            setBinding(!isBound);
          }}
        />
      )}
    </span>
  );
  if (isBound) {
    return (
      <div class="attribute bound">
        <TextField
          label={label}
          aside={buttons}
          isMono
          value={typeof value === "string" && isExpression(value) ? value : ""}
          placeholder={texts.panel.expression}
          error={props.error}
          hasFocus={isBinding}
          onInput={(text) => isExpression(text) && onChange(text, `bind ${name}`)}
        />
        {!isExpression(value) && (
          <VariableChoice label={label} variables={variables} type={variableTypeOf(attribute)} onBind={onBind} />
        )}
      </div>
    );
  }
  return (
    <div class="attribute">
      <ValueControl {...props} buttons={buttons} />
    </div>
  );
}

interface VariableChoiceProps {
  readonly label: string;
  readonly variables: readonly SampleVariable[];
  /** The type of the variables that fit. */
  readonly type: string;
  readonly onBind: (variable?: string) => void;
}

/** The variables that an attribute can follow, and a new one. */
function VariableChoice({ label, variables, type, onBind }: VariableChoiceProps) {
  return (
    <div class="template-chips" role="group" aria-label={texts.panel.bindTo(label)}>
      {variables
        .filter((variable) => variable.type === type)
        .map(({ name, sample }) => (
          <button key={name} type="button" class="chip" onClick={() => onBind(name)}>
            <span class="mono">{name}</span>
            <span class="quiet truncate">{sample}</span>
          </button>
        ))}
      <button type="button" class="chip" onClick={() => onBind()}>
        <span aria-hidden="true">+</span>
        <span>{texts.panel.newVariable}</span>
      </button>
    </div>
  );
}

interface ValueControlProps extends AttributeFieldProps {
  readonly buttons: preact.ComponentChildren;
}

function ValueControl(props: ValueControlProps) {
  const { attribute, value, isMixed, error, onChange, buttons: aside } = props;
  const { name, label, control, choices = [], min, max } = attribute;
  const placeholder = isMixed ? texts.panel.mixed : textOf(attribute.default);
  const text = typeof value === "string" ? value : undefined;
  switch (control) {
    case "number":
    case "side":
      return (
        <NumberField
          label={label}
          aside={aside}
          value={typeof value === "number" ? value : text}
          placeholder={placeholder}
          min={min}
          max={max}
          words={control === "side" ? choices : []}
          context={props.context}
          error={error}
          onChange={onChange}
        />
      );
    case "boolean":
      return (
        <div class="attribute-check">
          <CheckField
            label={label}
            isChecked={value === true}
            onInput={(on) => onChange(on || undefined, `check ${name}`)}
          />
          {aside}
        </div>
      );
    case "choice":
      return <ChoiceControl {...props} placeholder={placeholder} />;
    case "color":
      return <ColorField {...{ label, aside, error, placeholder, onChange }} value={text} palette={props.palette} />;
    case "image":
      return (
        <ImageField
          label={label}
          isLabelHidden={false}
          aside={aside}
          error={error}
          value={isLong(text) ? undefined : text}
          placeholder={isLong(text) ? `${text?.slice(0, 60) ?? ""}…` : placeholder}
          onChange={(address) => onChange(address, `image ${name}`)}
        />
      );
    case "font":
      return <FontField {...{ label, aside, error, onChange, placeholder }} value={text} fonts={props.fonts} />;
    case "gradient":
      return <GradientField label={label} value={value} palette={props.palette} onChange={onChange} />;
    case "text":
      return <TextControl {...props} placeholder={placeholder} />;
    case "json":
      return <JsonField {...{ label, value, error, onChange }} name={name} />;
  }
}

interface PlaceholderProps extends ValueControlProps {
  readonly placeholder: string;
}

function ChoiceControl({ attribute, value, isMixed, error, onChange, buttons }: PlaceholderProps) {
  const { name, label, choices = [] } = attribute;
  const chosen = typeof value === "string" ? value : textOf(attribute.default);
  return (
    <SelectField
      label={label}
      aside={buttons}
      error={error}
      value={isMixed ? "" : chosen}
      choices={[
        ...(isMixed ? [{ value: "", label: texts.panel.mixed }] : []),
        ...choices.map((choice) => ({ value: choice, label: choice.replaceAll("_", " ") })),
      ]}
      onInput={(next) => next !== "" && onChange(next === attribute.default ? undefined : next, `choose ${name}`)}
    />
  );
}

/** The texts that have more than one line. */
const LONG_TEXTS = new Set(["html", "svg", "data"]);
/** The texts that are code. */
const CODE = new Set(["svg", "html", "visible_if", "repeat"]);

function TextControl({ attribute, value, error, variables, onChange, buttons, placeholder }: PlaceholderProps) {
  const { name, label } = attribute;
  const hasDefault = attribute.default !== undefined;
  // A text with a default can be empty. Without a default, emptying the field removes the attribute.
  const onInput = (typed: string): void => onChange(typed === "" && !hasDefault ? undefined : typed, `type ${name}`);
  const text = typeof value === "string" ? value : "";
  if (name === "text") {
    return (
      <TemplateTextField {...{ label, error, placeholder, variables, onInput }} aside={buttons} value={text} rows={3} />
    );
  }
  return (
    <TextField
      label={label}
      aside={buttons}
      error={error}
      value={text}
      placeholder={placeholder}
      isMono={CODE.has(name)}
      {...(LONG_TEXTS.has(name) && { rows: 6 })}
      onInput={onInput}
    />
  );
}

/** An image in the document itself is too long for a field, which then shows its beginning in gray. */
function isLong(address: string | undefined): boolean {
  return address !== undefined && address.length > 200;
}

interface JsonFieldProps {
  readonly label: string;
  readonly name: string;
  readonly value: unknown;
  readonly error: string | undefined;
  readonly onChange: (value: unknown, mergeKey: string) => void;
}

/** A list or an object, as JSON. */
function JsonField({ label, name, value, error, onChange }: JsonFieldProps) {
  const [typed, setTyped] = useState<string>();
  const shown = value === undefined ? "" : JSON.stringify(value, undefined, 1);
  const parsed = typed === undefined ? { value } : parse(typed);
  return (
    <Field label={label} error={parsed === undefined ? texts.panel.notJson : error}>
      {(control) => (
        <textarea
          {...control}
          class="input mono"
          rows={3}
          spellcheck={false}
          value={typed ?? shown}
          onInput={(event) => {
            const text = event.currentTarget.value;
            setTyped(text);
            const found = parse(text);
            if (found !== undefined) onChange(found.value, `json ${name}`);
          }}
          onBlur={() => parsed !== undefined && setTyped(undefined)}
        />
      )}
    </Field>
  );
}

function parse(text: string): { readonly value: unknown } | undefined {
  if (text.trim() === "") return { value: undefined };
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return undefined;
  }
}

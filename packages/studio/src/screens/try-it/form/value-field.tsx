import { RotateCcw } from "lucide";
import { IconButton } from "../../../components/button.js";
import { CheckField, Field, SelectField, TextField } from "../../../components/field.js";
import { tryIt as texts } from "../../../messages/en/try-it.js";
import type { FieldModel } from "./form-model.js";
import { ImageField } from "./image-field.js";

interface ValueFieldProps {
  readonly field: FieldModel;
  /** The typed value. Undefined means the value of the template. */
  readonly value: string | undefined;
  readonly onChange: (value: string | undefined) => void;
  readonly error?: string | undefined;
  readonly warning?: string | undefined;
  /** Hides the label, because a heading says the same. */
  readonly isLabelHidden?: boolean;
  readonly label?: string;
  /** Whether one value can go back to the default. The rows of a list do so together. */
  readonly hasReset?: boolean;
}

/** One value of the request. It shows the value of the template until it is changed. */
export function ValueField(props: ValueFieldProps) {
  const { field, value, onChange, error, warning, isLabelHidden = false, hasReset = true } = props;
  const label = props.label ?? field.label;
  const reset =
    value === undefined || !hasReset ? undefined : (
      <IconButton label={texts.reset(label)} icon={RotateCcw} onClick={() => onChange(undefined)} />
    );
  const common = {
    label,
    isLabelHidden,
    error,
    warning,
    aside: reset ?? (field.isRequired ? texts.required : undefined),
  };
  const shown = value ?? field.fallback;
  switch (field.control) {
    case "boolean":
      return (
        <CheckField
          label={label}
          isChecked={shown === "true"}
          onInput={(isChecked) => onChange(String(isChecked) === field.fallback ? undefined : String(isChecked))}
        />
      );
    case "choice":
      return (
        <SelectField
          {...common}
          value={value ?? ""}
          choices={[
            { value: "", label: texts.defaultChoice(field.fallback) },
            ...field.options.map((option) => ({ value: option, label: option })),
          ]}
          onInput={(chosen) => onChange(chosen === "" ? undefined : chosen)}
        />
      );
    case "color":
      return <ColorField {...common} value={shown} onChange={onChange} />;
    case "image":
      return <ImageField {...common} value={value} placeholder={field.fallback} onChange={onChange} />;
    case "number":
    case "date":
    case "line":
    case "text":
      return (
        <TextField
          {...common}
          value={shown}
          onInput={onChange}
          type={field.control === "date" ? "date" : "text"}
          {...(field.control === "text" && { rows: rowsFor(shown) })}
        />
      );
  }
}

/** A text field is as high as its text, up to a limit. */
function rowsFor(text: string): number {
  const CHARACTERS_PER_LINE = 38;
  const lines = text
    .split("\n")
    .reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / CHARACTERS_PER_LINE)), 0);
  return Math.min(lines, 8);
}

interface ColorFieldProps extends Pick<ValueFieldProps, "error" | "warning"> {
  readonly label: string;
  readonly isLabelHidden: boolean;
  readonly aside: preact.ComponentChildren;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** A color as text, because it can have an opacity or be “auto”, with a picker beside it. */
function ColorField({ value, onChange, ...field }: ColorFieldProps) {
  const picked = /^#[0-9a-f]{6}/i.exec(value)?.[0] ?? "#000000";
  return (
    <Field {...field}>
      {(control) => (
        <span class="color-field">
          <input
            type="color"
            aria-label={texts.pick(field.label)}
            value={picked}
            onInput={(event) => onChange(event.currentTarget.value)}
          />
          <input
            {...control}
            class="input mono"
            value={value}
            spellcheck={false}
            autocomplete="off"
            onInput={(event) => onChange(event.currentTarget.value)}
          />
        </span>
      )}
    </Field>
  );
}

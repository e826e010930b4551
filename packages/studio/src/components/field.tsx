import type { ComponentChildren } from "preact";
import { useId } from "preact/hooks";
import "./field.css";

/** The attributes that connect a control with its label, its hint and its error. Spread it into the control. */
export interface ControlProps {
  readonly id: string;
  readonly "aria-describedby": string | undefined;
  readonly "aria-invalid": boolean;
}

interface FieldProps {
  readonly label: string;
  /** Hides the label visually, because the place of the control makes it clear. */
  readonly isLabelHidden?: boolean;
  readonly hint?: ComponentChildren;
  readonly error?: string | undefined;
  /** A warning of the service about this field. It does not prevent anything. */
  readonly warning?: string | undefined;
  /** Content beside the label, for example the type of a variable. */
  readonly aside?: ComponentChildren;
  readonly children: (control: ControlProps) => ComponentChildren;
}

/** A control with its label. What is wrong with its value is shown right below it. */
export function Field({ label, isLabelHidden = false, hint, error, warning, aside, children }: FieldProps) {
  const id = useId();
  const isDescribed = hint !== undefined || error !== undefined || warning !== undefined;
  return (
    <div class="field">
      <div class={isLabelHidden ? "visually-hidden" : "field-label"}>
        <label for={id}>{label}</label>
        {aside !== undefined && <span class="quiet">{aside}</span>}
      </div>
      {children({
        id,
        "aria-describedby": isDescribed ? `${id}-more` : undefined,
        "aria-invalid": error !== undefined,
      })}
      {isDescribed && (
        <div id={`${id}-more`} class="field-more">
          {error !== undefined && (
            <p class="field-error" role="alert">
              {error}
            </p>
          )}
          {warning !== undefined && <p class="field-warning">{warning}</p>}
          {hint !== undefined && <p class="quiet">{hint}</p>}
        </div>
      )}
    </div>
  );
}

interface TextFieldProps extends Omit<FieldProps, "children"> {
  readonly value: string;
  readonly onInput: (value: string) => void;
  readonly type?: "text" | "month" | "search" | "url" | "password" | "number" | "date" | "email";
  readonly placeholder?: string | undefined;
  readonly isMono?: boolean;
  readonly rows?: number;
  readonly hasFocus?: boolean;
  readonly autocomplete?: string;
  readonly isRequired?: boolean;
  readonly maxLength?: number;
}

/** A field for a text of one line, or of several if it has `rows`. */
export function TextField(props: TextFieldProps) {
  const { value, onInput, type = "text", placeholder, isMono, rows, hasFocus, autocomplete = "off", ...field } = props;
  const common = {
    value,
    placeholder,
    autocomplete,
    spellcheck: isMono !== true,
    autofocus: hasFocus === true,
    required: props.isRequired === true,
    maxLength: props.maxLength,
    class: `input${isMono === true ? " mono" : ""}`,
    dir: "auto" as const,
  };
  // The types of Preact distinguish the kinds of inputs by their roles, but no input here has a role.
  const kind: { readonly type: "text" } = { type: type as "text" };
  return (
    <Field {...field}>
      {(control) =>
        rows === undefined ? (
          <input {...common} {...control} {...kind} onInput={(event) => onInput(event.currentTarget.value)} />
        ) : (
          <textarea {...common} {...control} rows={rows} onInput={(event) => onInput(event.currentTarget.value)} />
        )
      }
    </Field>
  );
}

/** One choice of a list. */
export interface Choice {
  readonly value: string;
  readonly label: string;
}

interface SelectFieldProps extends Omit<FieldProps, "children"> {
  readonly value: string;
  readonly onInput: (value: string) => void;
  readonly choices: readonly Choice[];
}

/** A field that offers a few choices. */
export function SelectField({ value, onInput, choices, ...field }: SelectFieldProps) {
  return (
    <Field {...field}>
      {(control) => (
        <select {...control} class="input" value={value} onInput={(event) => onInput(event.currentTarget.value)}>
          {choices.map((choice) => (
            <option key={choice.value} value={choice.value} selected={choice.value === value}>
              {choice.label}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

interface CheckFieldProps {
  readonly label: ComponentChildren;
  readonly isChecked: boolean;
  readonly onInput: (isChecked: boolean) => void;
  readonly isDisabled?: boolean;
  readonly hint?: string;
}

/** A choice between yes and no. */
export function CheckField({ label, isChecked, onInput, isDisabled = false, hint }: CheckFieldProps) {
  return (
    <label class="check">
      <input
        type="checkbox"
        checked={isChecked}
        disabled={isDisabled}
        onInput={(event) => onInput(event.currentTarget.checked)}
      />
      <span>
        {label}
        {hint !== undefined && <span class="quiet check-hint">{hint}</span>}
      </span>
    </label>
  );
}

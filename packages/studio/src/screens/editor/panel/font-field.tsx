import { Field } from "../../../components/field.js";

interface FontFieldProps {
  readonly label: string;
  readonly value: string | undefined;
  readonly placeholder: string;
  readonly families: readonly string[];
  readonly error?: string | undefined;
  readonly aside?: preact.ComponentChildren;
  readonly onChange: (value: string | undefined, mergeKey: string) => void;
}

/** A font family: the document's own ones first, then the built-in ones. */
export function FontField({ label, value, placeholder, families, error, aside, onChange }: FontFieldProps) {
  const current = value ?? placeholder;
  const listed = families.includes(current) ? families : [current, ...families];
  return (
    <Field label={label} error={error} aside={aside}>
      {(control) => (
        <select
          {...control}
          class="input"
          value={current}
          onInput={(event) => onChange(event.currentTarget.value, `font ${label}`)}
        >
          {listed.map((family) => (
            <option key={family} value={family} selected={family === current}>
              {family}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

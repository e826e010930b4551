import { CheckField } from "../../components/field.js";
import { keys as texts } from "../../messages/en/keys.js";
import { hasScope, type Scope } from "../../session/session.js";

const SCOPES: readonly Scope[] = ["render", "templates", "admin", "operator"];

interface ScopeFieldsProps {
  readonly label: string;
  readonly value: readonly Scope[];
  readonly onChange: (scopes: readonly Scope[]) => void;
  readonly error?: string | undefined;
}

/** Chooses scopes. A session can give away only scopes that it has. */
export function ScopeFields({ label, value, onChange, error }: ScopeFieldsProps) {
  return (
    <fieldset class="field">
      <legend class="field-label">{label}</legend>
      {SCOPES.filter(hasScope).map((scope) => (
        <CheckField
          key={scope}
          label={texts.scopes[scope]}
          hint={texts.scopeHints[scope]}
          isChecked={value.includes(scope)}
          onInput={(isChecked) => onChange(SCOPES.filter((one) => (one === scope ? isChecked : value.includes(one))))}
        />
      ))}
      {error !== undefined && (
        <p class="field-error" role="alert">
          {error}
        </p>
      )}
    </fieldset>
  );
}

import { ArrowDown, ArrowUp, Plus, Trash2 } from "lucide";
import { Button, IconButton } from "../../../components/button.js";
import { tryIt as texts } from "../../../messages/en/try-it.js";
import { messagesAt, type PlacedMessage } from "./place-of-issue.js";
import type { ListModel } from "./form-model.js";
import { ValueField } from "./value-field.js";
import type { Row } from "./values.js";

interface ListFieldProps {
  readonly list: ListModel;
  /** The typed rows. Undefined means the rows of the template. */
  readonly rows: readonly Row[] | undefined;
  readonly onChange: (rows: readonly Row[] | undefined) => void;
  readonly errors: readonly PlacedMessage[];
}

/** A list: rows with the same fields. The rows of the template are there to begin with. */
export function ListField({ list, rows, onChange, errors }: ListFieldProps) {
  const shown = rows ?? list.fallback;
  const { fields, name, maxItems } = list;
  const isFull = maxItems !== undefined && shown.length >= maxItems;
  const changeRow = (index: number, key: string, value: string | undefined): void => {
    const fallback = fields.find((field) => field.key === key)?.fallback ?? "";
    onChange(shown.map((row, position) => (position === index ? { ...row, [key]: value ?? fallback } : row)));
  };
  const move = (from: number, to: number): void => {
    const moved = [...shown];
    moved.splice(to, 0, ...moved.splice(from, 1));
    onChange(moved);
  };
  const empty = Object.fromEntries(fields.map(({ key, fallback }) => [key, fallback]));
  return (
    <fieldset class="list-field">
      <legend>{texts.rowsOf(name, shown.length, maxItems)}</legend>
      {rows === undefined && <p class="quiet">{texts.defaultRows}</p>}
      {messagesAt(errors, { kind: "variable", name }) !== undefined && (
        <p class="field-error" role="alert">
          {messagesAt(errors, { kind: "variable", name })}
        </p>
      )}
      {shown.map((row, index) => (
        <div class="list-row" key={index} role="group" aria-label={texts.row(index + 1)}>
          <div class="list-cells">
            {fields.map((field) => (
              <ValueField
                key={field.key}
                field={field}
                label={field.label}
                value={row[field.key]}
                onChange={(value) => changeRow(index, field.key, value)}
                hasReset={false}
                error={messagesAt(errors, { kind: "variable", name, row: index, field: field.key })}
              />
            ))}
          </div>
          <span class="list-actions">
            <IconButton
              label={texts.moveUp(index + 1)}
              icon={ArrowUp}
              isDisabled={index === 0}
              onClick={() => move(index, index - 1)}
            />
            <IconButton
              label={texts.moveDown(index + 1)}
              icon={ArrowDown}
              isDisabled={index === shown.length - 1}
              onClick={() => move(index, index + 1)}
            />
            <IconButton
              label={texts.removeRow(index + 1)}
              icon={Trash2}
              onClick={() => onChange(shown.filter((_row, position) => position !== index))}
            />
          </span>
        </div>
      ))}
      <div class="list-buttons">
        <Button icon={Plus} isDisabled={isFull} onClick={() => onChange([...shown, empty])}>
          {texts.addRow}
        </Button>
        {rows !== undefined && (
          <Button kind="quiet" onClick={() => onChange(undefined)}>
            {texts.reset(name)}
          </Button>
        )}
      </div>
    </fieldset>
  );
}

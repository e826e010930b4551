import { useMemo } from "preact/hooks";
import { Field } from "../../../components/field.js";
import { batchDraft as texts } from "../../../messages/en/batches.js";
import { type Sheet, withTarget } from "../model/sheet.js";
import type { Target } from "../model/targets.js";

interface ColumnListProps {
  readonly sheet: Sheet;
  readonly targets: readonly Target[];
  readonly onChange: (change: (sheet: Sheet) => Sheet) => void;
}

const SAMPLES = 3;

/** The target of each column of the sheet, with its first cells. */
export function ColumnList({ sheet, targets, onChange }: ColumnListProps) {
  const filled = sheet.mapping.filter((id) => id !== null).length;
  const missing = targets.filter(({ id, field }) => field.isRequired && !sheet.mapping.includes(id));
  return (
    <section class="batch-section" aria-labelledby="columns-title">
      <header class="section-head">
        <h2 id="columns-title">{texts.columnsTitle}</h2>
        <span class="quiet">{texts.columnsLead(filled, sheet.columns.length)}</span>
      </header>
      <ul class="column-list">
        {sheet.columns.map((column, index) => (
          <li key={column}>
            <div class="column-name">
              <strong class="truncate" dir="auto">
                {column}
              </strong>
              <span class="quiet truncate" dir="auto">
                {samples(sheet, index)}
              </span>
            </div>
            <Field label={texts.fills(column)} isLabelHidden>
              {(control) => (
                <select
                  {...control}
                  class="input"
                  value={sheet.mapping[index] ?? ""}
                  onInput={({ currentTarget: { value } }) =>
                    onChange((old) => withTarget(old, index, value === "" ? null : value))
                  }
                >
                  <TargetOptions targets={targets} chosen={sheet.mapping[index] ?? ""} />
                </select>
              )}
            </Field>
          </li>
        ))}
      </ul>
      {missing.length > 0 && (
        <p class="field-error" role="alert">
          {texts.missing(missing.map(({ name }) => `“${name}”`).join(", "))}
        </p>
      )}
    </section>
  );
}

function samples({ rows }: Sheet, index: number): string {
  const cells = rows.map(({ cells: all }) => all[index]?.trim() ?? "").filter((cell) => cell !== "");
  return cells.length === 0 ? texts.emptyColumn : cells.slice(0, SAMPLES).join(" · ");
}

/** The values that a column can fill, in groups: variables, then the contents of each layer, then everything else. */
function TargetOptions({ targets, chosen }: { readonly targets: readonly Target[]; readonly chosen: string }) {
  const groups = useMemo(() => groupsOf(targets), [targets]);
  return (
    <>
      <option value="" selected={chosen === ""}>
        {texts.unused}
      </option>
      {[...groups].map(([label, members]) => (
        <optgroup key={label} label={label}>
          {members.map(({ id, name, attribute, field }) => (
            <option key={id} value={id} selected={id === chosen}>
              {attribute === undefined ? name : `${name}: ${attribute === "hide" ? texts.hide : field.label}`}
            </option>
          ))}
        </optgroup>
      ))}
    </>
  );
}

function groupsOf(targets: readonly Target[]): ReadonlyMap<string, readonly Target[]> {
  return Map.groupBy(targets, ({ attribute, name, isMain }) => {
    if (attribute === undefined) return texts.variables;
    return isMain ? name : texts.moreAttributes;
  });
}

import { useState } from "preact/hooks";
import { Button } from "../../../components/button.js";
import { TextField } from "../../../components/field.js";
import { tryIt as texts } from "../../../messages/en/try-it.js";
import { messagesAt, type PlacedMessage } from "./place-of-issue.js";
import type { FormModel, LayerModel } from "./form-model.js";
import { ListField } from "./list-field.js";
import { ValueField } from "./value-field.js";
import { type Values, withAttribute, withRows, withVariable } from "./values.js";
import "./contents-form.css";

interface ContentsFormProps {
  readonly form: FormModel;
  readonly values: Values;
  readonly onChange: (values: Values) => void;
  readonly errors: readonly PlacedMessage[];
  /** Warnings by the name of their layer. */
  readonly warnings: Readonly<Record<string, string>>;
}

/** The contents of the request: variables first, then what each named layer shows. */
export function ContentsForm({ form, values, onChange, errors, warnings }: ContentsFormProps) {
  const hasVariables = form.fields.length + form.lists.length > 0;
  if (!hasVariables && form.layers.length === 0) return <p class="quiet">{texts.noFields}</p>;
  return (
    <div class="contents-form">
      {hasVariables && (
        <section class="form-section" aria-labelledby="variables">
          <h2 id="variables">{texts.variables}</h2>
          {form.fields.map((field) => (
            <ValueField
              key={field.key}
              field={field}
              value={values.variables[field.key]}
              onChange={(value) => onChange(withVariable(values, field.key, value))}
              error={messagesAt(errors, { kind: "variable", name: field.key })}
            />
          ))}
          {form.lists.map((list) => (
            <ListField
              key={list.name}
              list={list}
              rows={values.lists[list.name]}
              onChange={(rows) => onChange(withRows(values, list.name, rows))}
              errors={errors}
            />
          ))}
        </section>
      )}
      {form.layers.length > 0 && (
        <section class="form-section" aria-labelledby="layers">
          <h2 id="layers">{texts.layers}</h2>
          {form.layers.map((layer) => (
            <LayerFields
              key={layer.name}
              layer={layer}
              values={values.layers[layer.name] ?? {}}
              onChange={(key, value) => onChange(withAttribute(values, layer.name, key, value))}
              errors={errors}
              warning={warnings[layer.name]}
            />
          ))}
        </section>
      )}
    </div>
  );
}

interface LayerFieldsProps {
  readonly layer: LayerModel;
  readonly values: Readonly<Record<string, string>>;
  readonly onChange: (key: string, value: string | undefined) => void;
  readonly errors: readonly PlacedMessage[];
  readonly warning: string | undefined;
}

function LayerFields({ layer, values, onChange, errors, warning }: LayerFieldsProps) {
  const [isOpen, setOpen] = useState(false);
  const [search, setSearch] = useState("");
  // A changed attribute is always shown, so that nothing changes the picture unseen.
  const changed = layer.more.filter(({ key }) => values[key] !== undefined);
  const found = layer.more.filter(({ label, key }) =>
    `${label} ${key}`.toLowerCase().includes(search.trim().toLowerCase()),
  );
  const shown = isOpen ? found : changed;
  const field = (model: LayerModel["main"][number], isFirst: boolean) => (
    <ValueField
      key={model.key}
      field={model}
      value={values[model.key]}
      onChange={(value) => onChange(model.key, value)}
      error={messagesAt(errors, { kind: "attribute", layer: layer.name, key: model.key })}
      warning={isFirst ? warning : undefined}
    />
  );
  return (
    <fieldset class="layer-fields">
      <legend>
        <span dir="auto">{layer.name}</span> <span class="quiet">{layer.type}</span>
      </legend>
      {layer.main.map((model, index) => field(model, index === 0))}
      {isOpen && (
        <TextField
          label={texts.findAttribute}
          isLabelHidden
          type="search"
          placeholder={texts.findAttribute}
          value={search}
          onInput={setSearch}
        />
      )}
      {shown.map((model) => field(model, false))}
      {isOpen && found.length === 0 && <p class="quiet">{texts.noAttribute}</p>}
      {layer.more.length > 0 && (
        <div>
          <Button kind="quiet" attributes={{ "aria-expanded": isOpen }} onClick={() => setOpen(!isOpen)}>
            {isOpen ? texts.less : texts.more(layer.more.length - changed.length)}
          </Button>
        </div>
      )}
    </fieldset>
  );
}

import { useState } from "preact/hooks";
import { DropZone } from "../../components/drop-zone.js";
import { CheckField, SelectField, TextField } from "../../components/field.js";
import { design as texts } from "../../messages/en/design.js";
import { Part, Specimen } from "./specimen.js";

/** Fields in each state. */
export function Fields() {
  const [title, setTitle] = useState(texts.field.value);
  const [name, setName] = useState("");
  const [empty, setEmpty] = useState("");
  const [arabic, setArabic] = useState(texts.arabic);
  const [code, setCode] = useState('{ "title": "{{name}}" }');
  const [format, setFormat] = useState(texts.formats[0] ?? "");
  return (
    <Part id="fields" title={texts.fields} lead={texts.fieldsLead}>
      <div class="specimen-grid">
        <Specimen label={texts.filled}>
          <TextField {...texts.field} value={title} onInput={setTitle} />
        </Specimen>
        <Specimen label={texts.fieldEmpty}>
          <TextField label={texts.table.name} placeholder={texts.fieldPlaceholder} value={name} onInput={setName} />
        </Specimen>
        <Specimen label={texts.fieldError}>
          <TextField label={texts.field.label} error={texts.errorText} value={empty} onInput={setEmpty} />
        </Specimen>
        <Specimen label={texts.fieldWarning}>
          <TextField label={texts.field.label} warning={texts.warningText} value={title} onInput={setTitle} />
        </Specimen>
        <Specimen label={texts.fieldRows}>
          <TextField label={texts.field.label} rows={3} value={arabic} onInput={setArabic} />
        </Specimen>
        <Specimen label={texts.fieldMono}>
          <TextField label={texts.fieldMono} rows={3} isMono value={code} onInput={setCode} />
        </Specimen>
        <Specimen label={texts.select}>
          <SelectField
            label={texts.select}
            value={format}
            onInput={setFormat}
            choices={texts.formats.map((value) => ({ value, label: value }))}
          />
        </Specimen>
        <Checks />
      </div>
      <DropZone {...texts.drop} accept="image/*" onFiles={() => undefined} />
    </Part>
  );
}

function Checks() {
  const [isChecked, setChecked] = useState(true);
  return (
    <Specimen label={texts.select}>
      <div>
        <CheckField label={texts.check} hint={texts.checkHint} isChecked={isChecked} onInput={setChecked} />
        <CheckField label={texts.checkOff} isChecked={false} isDisabled onInput={() => undefined} />
      </div>
    </Specimen>
  );
}

import { OUTPUT_FORMATS } from "@image-render/client/formats";
import { CheckField, SelectField, TextField } from "../../../components/field.js";
import { formatBytes } from "../../../messages/format.js";
import { tryIt as texts } from "../../../messages/en/try-it.js";
import type { Output } from "../request/request-of.js";
import "./output-bar.css";

const SCALES = ["0.25", "0.5", "1", "1.5", "2", "3", "4"];

interface OutputBarProps {
  readonly output: Output;
  readonly onChange: (output: Output) => void;
  /** The size of the previewed file. */
  readonly bytes: number | undefined;
}

/** Format, scale and quality, with the size of the file that they make. */
export function OutputBar({ output, onChange, bytes }: OutputBarProps) {
  const { format, scale, quality, isTransparent } = output;
  const setQuality = (text: string): void => {
    const number = Math.round(Number(text));
    onChange({ ...output, quality: text === "" || !(number >= 1 && number <= 100) ? undefined : number });
  };
  return (
    <div class="output-bar">
      <SelectField
        label={texts.format}
        value={format}
        choices={Object.keys(OUTPUT_FORMATS).map((value) => ({ value, label: value.toUpperCase() }))}
        onInput={(value) => onChange({ ...output, format: value as Output["format"] })}
      />
      <SelectField
        label={texts.scale}
        value={String(scale)}
        choices={SCALES.map((value) => ({ value, label: `${value}×` }))}
        onInput={(value) => onChange({ ...output, scale: Number(value) })}
      />
      {OUTPUT_FORMATS[format].hasQuality && (
        <TextField
          label={texts.quality}
          type="number"
          placeholder={texts.qualityDefault}
          value={quality === undefined ? "" : String(quality)}
          onInput={setQuality}
        />
      )}
      {OUTPUT_FORMATS[format].isTransparent && (
        <CheckField
          label={texts.transparent}
          isChecked={isTransparent}
          onInput={(isChecked) => onChange({ ...output, isTransparent: isChecked })}
        />
      )}
      <output class="quiet" aria-live="off">
        {bytes !== undefined && formatBytes(bytes)}
      </output>
    </div>
  );
}

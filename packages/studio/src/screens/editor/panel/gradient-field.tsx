import { Plus, Trash2 } from "lucide";
import { Button, IconButton } from "../../../components/button.js";
import { SelectField } from "../../../components/field.js";
import { editor as texts } from "../../../messages/en/editor.js";
import { ColorField } from "./color-field.js";
import { NumberField } from "./number-field.js";

interface Stop {
  readonly color: string;
  readonly position: number;
}

interface Gradient {
  readonly type: string;
  readonly angle?: number;
  readonly stops: readonly Stop[];
  readonly [key: string]: unknown;
}

interface GradientFieldProps {
  readonly label: string;
  readonly value: unknown;
  readonly palette: readonly string[];
  readonly onChange: (value: unknown, mergeKey: string) => void;
}

const NEW_GRADIENT: Gradient = {
  type: "linear-gradient",
  angle: 135,
  stops: [
    { color: "#6366f1", position: 0 },
    { color: "#ec4899", position: 1 },
  ],
};
const MAX_STOPS = 16;

/** A gradient with its colors, or a button that adds one. */
export function GradientField({ label, value, palette, onChange }: GradientFieldProps) {
  if (!isGradient(value)) {
    return (
      <div class="field">
        <span class="field-label">{label}</span>
        <Button icon={Plus} onClick={() => onChange(NEW_GRADIENT, `gradient ${label}`)}>
          {texts.panel.addGradient}
        </Button>
      </div>
    );
  }
  const set = (changes: Readonly<Record<string, unknown>>, key: string): void =>
    onChange({ ...value, ...changes }, `${label} ${key}`);
  const setStop = (index: number, changes: Partial<Stop>): void => {
    const stops = value.stops.map((stop, at) => (at === index ? { ...stop, ...changes } : stop));
    set({ stops: stops.toSorted((a, b) => a.position - b.position) }, `stop ${index}`);
  };
  return (
    <fieldset class="gradient-field">
      <legend>{label}</legend>
      <div class="gradient-bar" style={{ "--gradient": cssOf(value) }} />
      <div class="panel-pair">
        <SelectField
          label={texts.panel.gradient}
          value={value.type}
          choices={Object.entries(texts.panel.kinds).map(([kind, text]) => ({ value: kind, label: text }))}
          onInput={(type) => onChange({ type, stops: value.stops }, `${label} type`)}
        />
        {value.type === "linear-gradient" && (
          <NumberField
            label={texts.panel.angle}
            value={value.angle}
            placeholder="180"
            min={-360}
            max={360}
            onChange={(angle) => set({ angle }, "angle")}
          />
        )}
      </div>
      {value.stops.map((stop, index) => (
        <StopFields
          key={index}
          number={index + 1}
          stop={stop}
          palette={palette}
          canRemove={value.stops.length > 2}
          onChange={(changes) => setStop(index, changes)}
          onRemove={() => set({ stops: value.stops.toSpliced(index, 1) }, "remove")}
        />
      ))}
      <div class="gradient-actions">
        <Button
          icon={Plus}
          isDisabled={value.stops.length >= MAX_STOPS}
          onClick={() =>
            set({ stops: [...value.stops, { color: value.stops.at(-1)?.color ?? "#000000", position: 1 }] }, "add")
          }
        >
          {texts.panel.addStop}
        </Button>
        <Button kind="quiet" icon={Trash2} onClick={() => onChange(undefined, `gradient ${label}`)}>
          {texts.panel.removeGradient}
        </Button>
      </div>
    </fieldset>
  );
}

interface StopFieldsProps {
  readonly number: number;
  readonly stop: Stop;
  readonly palette: readonly string[];
  readonly canRemove: boolean;
  readonly onChange: (changes: Partial<Stop>) => void;
  readonly onRemove: () => void;
}

/** A color of a gradient, and where it is. */
function StopFields({ number, stop, palette, canRemove, onChange, onRemove }: StopFieldsProps) {
  return (
    <div class="gradient-stop">
      <ColorField
        label={texts.panel.stop(number)}
        isLabelHidden
        value={stop.color}
        placeholder=""
        palette={palette}
        onChange={(color) => color !== undefined && onChange({ color })}
      />
      <input
        class="input"
        type="number"
        min={0}
        max={100}
        aria-label={texts.panel.stopPosition(number)}
        value={Math.round(stop.position * 100)}
        onChange={(event) => onChange({ position: Math.min(1, Math.max(0, Number(event.currentTarget.value) / 100)) })}
      />
      <IconButton label={texts.panel.removeStop(number)} icon={Trash2} isDisabled={!canRemove} onClick={onRemove} />
    </div>
  );
}

function isGradient(value: unknown): value is Gradient {
  return typeof value === "object" && value !== null && Array.isArray((value as { stops?: unknown }).stops);
}

function cssOf({ stops }: Gradient): string {
  return `linear-gradient(to right, ${stops.map(({ color, position }) => `${color} ${position * 100}%`).join(", ")})`;
}

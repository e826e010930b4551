import { Pipette } from "lucide";
import { useState } from "preact/hooks";
import { Field } from "../../../components/field.js";
import { IconButton } from "../../../components/button.js";
import { editor as texts } from "../../../messages/en/editor.js";

interface ColorFieldProps {
  readonly label: string;
  readonly value: string | undefined;
  readonly placeholder: string;
  readonly palette: readonly string[];
  readonly error?: string | undefined;
  readonly aside?: preact.ComponentChildren;
  readonly isLabelHidden?: boolean;
  readonly onChange: (value: string | undefined, mergeKey: string) => void;
}

interface EyeDropperConstructor {
  new (): { open(): Promise<{ readonly sRGBHex: string }> };
}
const EyeDropper = (globalThis as { readonly EyeDropper?: EyeDropperConstructor }).EyeDropper;

/** A color: typed in any notation, picked, taken from the screen, or one that the document has already. */
export function ColorField(props: ColorFieldProps) {
  const { label, value, placeholder, palette, error, aside, onChange, isLabelHidden = false } = props;
  const [isOpen, setOpen] = useState(false);
  const shown = value ?? placeholder;
  return (
    <Field label={label} error={error} aside={aside} isLabelHidden={isLabelHidden}>
      {(control) => (
        <div class="color-field" onFocusIn={() => setOpen(true)}>
          <input
            type="color"
            aria-label={texts.panel.pick(label)}
            value={hexOf(shown) ?? "#000000"}
            onInput={(event) => onChange(withAlphaOf(shown, event.currentTarget.value), `pick ${label}`)}
          />
          <input
            {...control}
            class="input mono"
            type="text"
            autocomplete="off"
            spellcheck={false}
            value={value ?? ""}
            placeholder={placeholder}
            onInput={(event) => onChange(event.currentTarget.value || undefined, `color ${label}`)}
          />
          {EyeDropper !== undefined && (
            <IconButton
              label={texts.panel.pick(label)}
              icon={Pipette}
              onClick={() =>
                void new EyeDropper().open().then(
                  ({ sRGBHex }) => onChange(sRGBHex, `drop ${label}`),
                  // The person has pressed Escape.
                  () => undefined,
                )
              }
            />
          )}
          {isOpen && palette.length > 0 && (
            <div class="palette">
              {palette.map((color) => (
                <button
                  key={color}
                  type="button"
                  aria-label={color}
                  title={color}
                  aria-pressed={color === shown}
                  style={{ "--swatch": color }}
                  onClick={() => onChange(color, `palette ${label}`)}
                />
              ))}
            </div>
          )}
        </div>
      )}
    </Field>
  );
}

/** Returns `#rrggbb` of a color in any notation that the browser knows, without its alpha. */
function hexOf(color: string): string | undefined {
  const context = document.createElement("canvas").getContext("2d");
  if (context === null || !CSS.supports("color", color)) return undefined;
  context.fillStyle = color;
  const text = context.fillStyle;
  if (text.startsWith("#")) return text;
  const [red = 0, green = 0, blue = 0] = (text.match(/[\d.]+/g) ?? []).map(Number);
  return `#${[red, green, blue].map((part) => Math.round(part).toString(16).padStart(2, "0")).join("")}`;
}

/** A picker has no alpha, so the alpha of the color stays. */
function withAlphaOf(before: string, picked: string): string {
  const alpha = /^#[0-9a-f]{6}([0-9a-f]{2})$/i.exec(before)?.[1];
  return alpha === undefined ? picked : `${picked}${alpha}`;
}

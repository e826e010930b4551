import { ChevronDown } from "lucide";
import { useSignal } from "@preact/signals";
import { dialogOnDemand } from "../../../components/dialog-on-demand.js";
import { Field } from "../../../components/field.js";
import { Icon } from "../../../components/icon.js";
import { editor as texts } from "../../../messages/en/editor.js";
import type { FontChoiceProps } from "./font-choice.js";
import type { OwnFont } from "./own-fonts.js";

interface FontFieldProps {
  readonly label: string;
  readonly value: string | undefined;
  readonly placeholder: string;
  /** The families of the document. */
  readonly fonts: readonly OwnFont[];
  readonly error?: string | undefined;
  readonly aside?: preact.ComponentChildren;
  readonly onChange: (value: string | undefined, mergeKey: string) => void;
}

const FontChoice = dialogOnDemand<FontChoiceProps>(
  texts.panel.chooseFont,
  async () => (await import("./font-choice.js")).FontChoice,
);

/** A font family. A dialog shows all of them in their own shapes. */
export function FontField({ label, value, placeholder, fonts, error, aside, onChange }: FontFieldProps) {
  const isOpen = useSignal(false);
  const current = value ?? placeholder;
  return (
    <>
      <Field label={label} error={error} aside={aside}>
        {(control) => (
          <button
            {...control}
            type="button"
            class="input font-button"
            aria-haspopup="dialog"
            aria-label={texts.panel.fontIs(label, current)}
            onClick={() => (isOpen.value = true)}
          >
            <span class="truncate">{current}</span>
            <Icon of={ChevronDown} size={14} />
          </button>
        )}
      </Field>
      {isOpen.value && (
        <FontChoice
          value={current}
          own={fonts}
          onChoose={(family) => onChange(family, `font ${label}`)}
          onClose={() => (isOpen.value = false)}
        />
      )}
    </>
  );
}

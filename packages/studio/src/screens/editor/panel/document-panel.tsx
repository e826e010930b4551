import { useEffect } from "preact/hooks";
import { SelectField } from "../../../components/field.js";
import type { EditedDocument } from "../../../editor/document/edited-document.js";
import { setDocument } from "../../../editor/document/operations.js";
import { editor as texts } from "../../../messages/en/editor.js";
import { DataSection } from "../data/data-section.js";
import type { ShownData } from "../data/use-data.js";
import type { EditorState } from "../state/editor-state.js";
import { ColorField } from "./color-field.js";
import { GradientField } from "./gradient-field.js";
import { NumberField } from "./number-field.js";
import { paletteOf } from "./palette-of.js";
import { Variables } from "./variables.js";

/** The values of the document itself: its size, its background and its variables. */
export function DocumentPanel({ state, data }: { readonly state: EditorState; readonly data: ShownData }) {
  const document = state.document.value;
  const set = (label: string, values: Readonly<Record<string, unknown>>, key: string): void =>
    state.change(texts.steps.document(label), (before) => setDocument(before, values), `document ${key}`);
  return (
    <>
      <h2 class="panel-title">{texts.panel.document}</h2>
      <p class="quiet">{texts.panel.nothing}</p>
      <section class="panel-section" aria-label={texts.panel.sections.position}>
        <h3>{texts.panel.size}</h3>
        <div class="panel-fields">
          <NumberField
            label={texts.panel.width}
            value={document.width}
            placeholder=""
            min={1}
            max={8192}
            onChange={(width) =>
              typeof width === "number" && set(texts.panel.width, { width: Math.round(width) }, "width")
            }
          />
          <NumberField
            label={texts.panel.height}
            value={document.height}
            placeholder=""
            min={1}
            max={8192}
            onChange={(height) =>
              typeof height === "number" && set(texts.panel.height, { height: Math.round(height) }, "height")
            }
          />
        </div>
      </section>
      <Background
        state={state}
        document={document}
        onChange={(value, key) => set(texts.panel.background, { background: value }, key)}
      />
      <Variables state={state} />
      <DataSection state={state} data={data} />
    </>
  );
}

interface BackgroundProps {
  readonly state: EditorState;
  readonly document: EditedDocument;
  readonly onChange: (value: unknown, key: string) => void;
}

function Background({ state, document, onChange }: BackgroundProps) {
  const { background } = document;
  const kind =
    typeof background === "object" && background !== null ? String((background as { type?: unknown }).type) : "color";
  const palette = paletteOf(document);
  const isGradient = kind.endsWith("gradient");
  useEffect(() => () => void (state.editsGround.value = false), [state]);
  const choose = (chosen: string): void => {
    if (chosen === "color") onChange("#ffffff", "kind");
    else onChange({ type: "linear-gradient", angle: 135, stops: GRADIENT_STOPS }, "kind");
  };
  return (
    <section
      class="panel-section"
      aria-label={texts.panel.background}
      onFocusIn={() => (state.editsGround.value = true)}
    >
      <h3>{texts.panel.background}</h3>
      {kind !== "image" && (
        <SelectField
          label={texts.panel.backgroundKind}
          value={isGradient ? "gradient" : "color"}
          choices={[
            { value: "color", label: texts.panel.color },
            { value: "gradient", label: texts.panel.gradient },
          ]}
          onInput={choose}
        />
      )}
      {kind === "color" && (
        <ColorField
          label={texts.panel.color}
          value={typeof background === "string" ? background : undefined}
          placeholder="#ffffff"
          palette={palette}
          onChange={(color, key) => onChange(color, key)}
        />
      )}
      {isGradient && (
        <GradientField
          label={texts.panel.background}
          value={background}
          palette={palette}
          onChange={(gradient, key) => onChange(gradient ?? "#ffffff", key)}
        />
      )}
      {kind === "image" && <p class="quiet">{texts.panel.backgroundImage}</p>}
    </section>
  );
}

const GRADIENT_STOPS = [
  { color: "#6366f1", position: 0 },
  { color: "#ec4899", position: 1 },
];

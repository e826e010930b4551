import { ChevronDown, ChevronUp } from "lucide";
import { useState } from "preact/hooks";
import { Button } from "../../../components/button.js";
import {
  inPanelOrder,
  isRare,
  SECTIONS,
  sectionOf,
  type Section,
} from "../../../editor/document/attribute-sections.js";
import { canvasHeight, type EditedLayer } from "../../../editor/document/edited-document.js";
import { findLayer } from "../../../editor/document/layer-tree.js";
import { commonAttributes, type LayerAttribute } from "../../../editor/document/layer-types.js";
import { variablesOf } from "../../../editor/document/variables.js";
import { editor as texts } from "../../../messages/en/editor.js";
import type { ShownData } from "../data/use-data.js";
import type { LayerIssue } from "../preview/issues-of.js";
import { bindLayers, setOnLayers } from "../state/actions.js";
import type { EditorState } from "../state/editor-state.js";
import { AlignButtons } from "./align-buttons.js";
import { AttributeField } from "./attribute-field.js";
import { DocumentPanel } from "./document-panel.js";
import type { OwnFont } from "./own-fonts.js";
import type { SampleVariable } from "./template-text-field.js";
import { textOf } from "../../../editor/text/text-of.js";
import { paletteOf } from "./palette-of.js";
import "./panel.css";

interface PanelProps {
  readonly state: EditorState;
  readonly issues: readonly LayerIssue[];
  readonly fonts: readonly OwnFont[];
  readonly data: ShownData;
}

/** The values of the selected layers, with fields that derive from the schemas of the template language. */
export function Panel({ state, data, issues, fonts }: PanelProps) {
  const layers = state.selected();
  const [first] = layers;
  if (first === undefined) {
    return (
      <div class="panel-content">
        <DocumentPanel state={state} data={data} />
      </div>
    );
  }
  const attributes = commonAttributes(layers);
  const key = layers.map(({ id }) => id).join(" ");
  return (
    <div class="panel-content" key={key}>
      <h2 class="panel-title truncate" dir="auto">
        {layers.length === 1 ? (first.name ?? first.id) : texts.panel.selected(layers.length)}
      </h2>
      {layers.length === 1 && <p class="quiet">{texts.types[first.type] ?? first.type}</p>}
      <AlignButtons state={state} />
      {SECTIONS.map((section) => (
        <PanelSection
          key={section}
          section={section}
          state={state}
          layers={layers}
          attributes={inPanelOrder(attributes.filter(({ name }) => sectionOf(first.type, name) === section))}
          issues={issues}
          fonts={fonts}
          data={data}
        />
      ))}
    </div>
  );
}

interface PanelSectionProps extends PanelProps {
  readonly section: Section;
  readonly layers: readonly EditedLayer[];
  readonly attributes: readonly LayerAttribute[];
}

function PanelSection({ section, state, data, layers, attributes, issues, fonts }: PanelSectionProps) {
  const [isAll, setAll] = useState(false);
  if (attributes.length === 0) return null;
  const isSet = (name: string): boolean => layers.some((layer) => layer[name] !== undefined);
  const shown = attributes.filter(({ name }) => isAll || !isRare(name) || isSet(name));
  const hidden = attributes.length - shown.length;
  const [first] = layers;
  const title = texts.panel.sections[section];
  return (
    <section class={`panel-section ${section}`} aria-label={title}>
      <h3>{title}</h3>
      <div class="panel-fields">
        {shown.map((attribute) => (
          <AttributeField
            key={attribute.name}
            attribute={attribute}
            value={sharedValue(layers, attribute.name)}
            isMixed={isMixed(layers, attribute.name)}
            palette={paletteOf(state.document.value)}
            context={contextOf(state, first, attribute.name)}
            error={issues.find(({ layer, attribute: name }) => layer === first?.id && name === attribute.name)?.message}
            fonts={fonts}
            variables={sampleVariables(state, data)}
            onChange={(value, mergeKey) => setOnLayers(state, layers, attribute, value, mergeKey)}
            onBind={(variable) => bindLayers(state, layers, attribute, sharedValue(layers, attribute.name), variable)}
          />
        ))}
      </div>
      {(hidden > 0 || isAll) && (
        <Button
          kind="quiet"
          icon={isAll ? ChevronUp : ChevronDown}
          onClick={() => setAll(!isAll)}
          attributes={{ "aria-expanded": isAll }}
        >
          {isAll ? texts.panel.less : texts.panel.all(hidden)}
        </Button>
      )}
    </section>
  );
}

/** The variables with the values that the canvas shows. */
function sampleVariables(state: EditorState, data: ShownData): readonly SampleVariable[] {
  const { variables } = data.values.value;
  return variablesOf(state.document.value).map(({ name, type, default: usual }) => ({
    name,
    type,
    sample: textOf(variables[name] ?? usual),
  }));
}

function sharedValue(layers: readonly EditedLayer[], name: string): unknown {
  return isMixed(layers, name) ? undefined : layers[0]?.[name];
}

function isMixed(layers: readonly EditedLayer[], name: string): boolean {
  const [first] = layers;
  return layers.some((layer) => JSON.stringify(layer[name]) !== JSON.stringify(first?.[name]));
}

/** 100 percent of a place or a size is the side of the group around the layer, or of the document. */
function contextOf(
  state: EditorState,
  layer: EditedLayer | undefined,
  name: string,
): { readonly whole?: number; readonly dpi?: number } {
  const document = state.document.value;
  const parent = findLayer(document, layer?.id ?? "")?.ancestors.at(-1);
  const box = parent === undefined ? undefined : state.boxes.value.get(parent.id);
  const dpi = typeof document["dpi"] === "number" ? { dpi: document["dpi"] } : {};
  if (name === "x" || name === "width") return { whole: box?.width ?? document.width, ...dpi };
  if (name === "y" || name === "height") return { whole: box?.height ?? canvasHeight(document), ...dpi };
  return name === "opacity" ? { whole: 1 } : dpi;
}

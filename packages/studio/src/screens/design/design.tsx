import { PageHead } from "../../components/page-head.js";
import { Tabs } from "../../components/tabs.js";
import { chooseTheme, theme } from "../../design/theme.js";
import { shell } from "../../messages/en/common.js";
import { design as texts } from "../../messages/en/design.js";
import { Buttons } from "./buttons.js";
import { Colors } from "./colors.js";
import { Fields } from "./fields.js";
import { Overlays } from "./overlays.js";
import { Pictures } from "./pictures.js";
import { SmallParts } from "./small-parts.js";
import { States } from "./states.js";
import { Tables } from "./tables.js";
import { TypeAndSpace } from "./type-and-space.js";
import "./design.css";

const THEMES = ["light", "dark", "system"] as const;
const PARTS = [
  { id: "colors", label: texts.colors },
  { id: "type", label: texts.type },
  { id: "buttons", label: texts.buttons },
  { id: "fields", label: texts.fields },
  { id: "tables", label: texts.tables },
  { id: "states", label: texts.states },
  { id: "overlays", label: texts.overlays },
  { id: "small", label: texts.small },
  { id: "pictures", label: texts.pictures },
];

/** All tokens and components in all their states, for those who build the studio. */
export function Design() {
  return (
    <>
      <PageHead title={texts.title} />
      <p class="quiet design-lead">{texts.lead}</p>
      <Tabs
        label={texts.appearance}
        value={theme.value}
        onChange={chooseTheme}
        tabs={THEMES.map((value) => ({ value, label: shell.themes[value] }))}
        panelId="design-parts"
      />
      <nav class="design-index" aria-label={texts.parts}>
        {PARTS.map(({ id, label }) => (
          <a key={id} href={`#${id}`}>
            {label}
          </a>
        ))}
      </nav>
      <div id="design-parts" role="tabpanel" aria-label={shell.themes[theme.value]}>
        <Colors />
        <TypeAndSpace />
        <Buttons />
        <Fields />
        <Tables />
        <States />
        <Overlays />
        <SmallParts />
        <Pictures />
      </div>
    </>
  );
}

import { design as texts } from "../../messages/en/design.js";
import { Part, Specimen } from "./specimen.js";

const SIZES = [
  { label: "28 px, 600", style: { fontSize: "28px", fontWeight: 600 } },
  { label: "20 px, 600", style: { fontSize: "20px", fontWeight: 600 } },
  { label: "14 px, 600", style: { fontSize: "14px", fontWeight: 600 } },
  { label: "14 px, 400", style: { fontSize: "14px", fontWeight: 400 } },
  { label: "13 px, 500", style: { fontSize: "13px", fontWeight: 500 } },
  { label: "13 px, 400", style: { fontSize: "13px", fontWeight: 400 } },
  { label: "12.5 px, code", style: { font: "400 12.5px/1.6 var(--mono)" } },
];
const STEPS = [4, 8, 12, 16, 20, 24, 32, 40];
const RADII = [
  { label: "4 px, pictures", radius: "4px" },
  { label: "6 px, controls", radius: "var(--radius)" },
  { label: "10 px, dialogs", radius: "10px" },
];

/** The sizes of texts, the steps of space, and the corners. */
export function TypeAndSpace() {
  return (
    <Part id="type" title={texts.type} lead={texts.typeLead}>
      <ul class="type-list">
        {SIZES.map(({ label, style }) => (
          <li key={label}>
            <span class="quiet">{label}</span>
            <span style={style}>{texts.pangram}</span>
          </li>
        ))}
      </ul>
      <div class="specimen-grid">
        <Specimen label="Space" isRow>
          {STEPS.map((step) => (
            <span key={step} class="space-step">
              <span style={{ width: `${step}px`, height: `${step}px` }} />
              <span class="quiet">{step}</span>
            </span>
          ))}
        </Specimen>
        <Specimen label="Corners" isRow>
          {RADII.map(({ label, radius }) => (
            <span key={label} class="radius-sample" style={{ borderRadius: radius }}>
              {label}
            </span>
          ))}
        </Specimen>
      </div>
    </Part>
  );
}

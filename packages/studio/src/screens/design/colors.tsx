import { useEffect, useRef, useState } from "preact/hooks";
import { design as texts } from "../../messages/en/design.js";
import { contrastOf } from "./contrast.js";
import { Part } from "./specimen.js";

type Token = keyof typeof texts.tokens;

const NAMES = Object.keys(texts.tokens) as readonly Token[];
/** Tokens for texts, icons and borders of controls, whose contrast with the backgrounds matters. */
const MEASURED = new Set<Token>([
  "--line-strong",
  "--text",
  "--text-quiet",
  "--accent",
  "--warning",
  "--danger",
  "--success",
]);

/** All colors in both appearances, with the contrast of those that carry meaning. */
export function Colors() {
  return (
    <Part id="colors" title={texts.colors} lead={texts.colorsLead}>
      <div class="design-pair">
        <Palette theme="light" label={texts.light} />
        <Palette theme="dark" label={texts.dark} />
      </div>
    </Part>
  );
}

function Palette({ theme, label }: { readonly theme: "light" | "dark"; readonly label: string }) {
  const frame = useRef<HTMLDivElement>(null);
  const [values, setValues] = useState<Readonly<Partial<Record<Token, string>>>>({});
  useEffect(() => {
    if (frame.current === null) return;
    const style = getComputedStyle(frame.current);
    setValues(Object.fromEntries(NAMES.map((name) => [name, style.getPropertyValue(name).trim()])));
  }, []);
  return (
    <div class="palette-sheet" data-theme={theme} ref={frame}>
      <h3>{label}</h3>
      <ul>
        {NAMES.map((name) => (
          <Swatch key={name} name={name} values={values} />
        ))}
      </ul>
    </div>
  );
}

interface SwatchProps {
  readonly name: Token;
  readonly values: Readonly<Partial<Record<Token, string>>>;
}

function Swatch({ name, values }: SwatchProps) {
  const value = values[name] ?? "";
  const against = (background: Token): string =>
    value === "" ? "" : `${contrastOf(value, values[background] ?? "").toFixed(1)}:1`;
  return (
    <li class="swatch">
      <span class="swatch-color" style={{ background: `var(${name})` }} />
      <span>
        <code>{name.slice(2)}</code> <span class="mono quiet">{value}</span>
        <br />
        <span class="quiet">{texts.tokens[name]}</span>
      </span>
      <span class="swatch-ratio quiet">
        {MEASURED.has(name) && (
          <>
            {texts.onCanvas(against("--canvas"))}
            <br />
            {texts.onSurface(against("--surface"))}
          </>
        )}
        {name === "--on-accent" && against("--accent")}
      </span>
    </li>
  );
}

import { useEffect, useId, useRef, useState } from "preact/hooks";
import { Dialog } from "../../../components/dialog.js";
import { TextSample } from "../../../components/text-sample.js";
import { editor } from "../../../messages/en/editor.js";
import { fontChoice as texts } from "../../../messages/en/font-choice.js";
import { FAMILIES, findFamilies } from "../../fonts/families.js";
import { findFonts, type OwnFont } from "./own-fonts.js";
import "./font-choice.css";

export interface FontChoiceProps {
  readonly value: string;
  readonly own: readonly OwnFont[];
  readonly onChoose: (family: string) => void;
  readonly onClose: () => void;
}

/** A family that can be chosen. */
interface Font {
  readonly family: string;
  readonly src?: string | undefined;
  readonly facts: string;
}

/** The document's own families, then the built-in ones. */
function fontsFor(own: readonly OwnFont[], text: string): readonly Font[] {
  const ownFonts = findFonts(own, text).map((font) => ({ ...font, facts: texts.own }));
  const named = new Set(own.map(({ family }) => family));
  const builtIn = findFamilies(FAMILIES, { text, style: "", script: "" })
    .filter(({ family }) => !named.has(family))
    .map(({ family, style, weights }) => ({ family, facts: `${style} · ${weights}` }));
  return [...ownFonts, ...builtIn];
}

/** All families in their own shapes. Typing finds one, the arrow keys move through them, and Enter chooses one. */
export function FontChoice({ value, own, onChoose, onClose }: FontChoiceProps) {
  const id = useId();
  const list = useRef<HTMLUListElement>(null);
  const [text, setText] = useState("");
  const fonts = fontsFor(own, text);
  const indexOf = (family: string): number => fonts.findIndex((font) => font.family === family);
  const [at, setAt] = useState(() => Math.max(0, indexOf(value)));
  const take = (font: Font | undefined): void => {
    if (font === undefined) return;
    onClose();
    onChoose(font.family);
  };
  useEffect(() => {
    list.current?.querySelector("[aria-selected=true]")?.scrollIntoView({ block: "nearest" });
  }, [at]);
  const onKey = (event: KeyboardEvent): void => {
    const next = { ArrowDown: at + 1, ArrowUp: at - 1, PageDown: at + PAGE, PageUp: at - PAGE }[event.key];
    if (next !== undefined) setAt(Math.max(0, Math.min(fonts.length - 1, next)));
    else if (event.key === "Enter" && !event.isComposing) take(fonts[at]);
    else return;
    event.preventDefault();
  };
  return (
    <Dialog title={editor.panel.chooseFont} onClose={onClose}>
      <input
        class="input font-search"
        type="text"
        role="combobox"
        aria-expanded="true"
        aria-controls={id}
        aria-activedescendant={fonts.length > 0 ? `${id}-${at}` : undefined}
        aria-label={texts.search}
        placeholder={texts.search}
        autofocus
        autocomplete="off"
        spellcheck={false}
        value={text}
        onInput={(event) => {
          setText(event.currentTarget.value);
          setAt(0);
        }}
        onKeyDown={onKey}
      />
      {fonts.length === 0 && <p class="quiet">{texts.none}</p>}
      <ul class="font-choice" id={id} ref={list} role="listbox" aria-label={editor.panel.chooseFont}>
        {fonts.map((font, index) => (
          <li
            key={font.family}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === at}
            onClick={() => take(font)}
          >
            <TextSample text={font.family} family={font.family} src={font.src} />
            <span class="quiet">
              {font.family} · {font.facts}
              {font.family === value && ` · ${texts.present}`}
            </span>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

/** The number of families that Page Down skips. */
const PAGE = 6;

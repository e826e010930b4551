/** Writes characters with their looks as a rich text, with as few marks as possible. */
import { atomsOf, type Bracket, type TextAtom } from "./rich-atoms.js";

/** A rich text, and where each character is in it. */
export interface WrittenText {
  readonly text: string;
  readonly places: readonly { readonly start: number; readonly end: number }[];
}

interface Manner {
  /** Whether a mark continues over the spaces between two words that have it. */
  readonly joinsWords: boolean;
  /** Whether a character that could be read as a mark has a backslash. */
  readonly escapes: boolean;
}

/** The ways to write marks, from what people would write to what can be read in only one way. */
const MANNERS: readonly Manner[] = [
  { joinsWords: true, escapes: false },
  { joinsWords: true, escapes: true },
  { joinsWords: false, escapes: true },
];

type Look = "bold" | "italic" | Bracket;

/**
 * Returns the rich text of some atoms. Spaces have no look of their own, because a mark cannot begin or end beside one.
 * @returns undefined if no text is read as these atoms
 */
export function writeAtoms(atoms: readonly TextAtom[], isLook: (name: string) => boolean): WrittenText | undefined {
  const wanted = signatureOf(atoms);
  for (const manner of MANNERS) {
    const written = write(atoms, manner);
    if (signatureOf(atomsOf(written.text, true, isLook)) === wanted) return written;
  }
  return undefined;
}

function write(atoms: readonly TextAtom[], { joinsWords, escapes }: Manner): WrittenText {
  const looks = looksOf(atoms, joinsWords);
  const open: Look[] = [];
  const places: { start: number; end: number }[] = [];
  let text = "";
  for (let index = 0; index <= atoms.length; index++) {
    const wanted = looks[index] ?? [];
    // Marks are closed in the reverse order, so those inside of one that ends are opened again.
    const last = open.findIndex((look) => !wanted.includes(look));
    while (last !== -1 && open.length > last) text += closing(open.pop());
    const added = wanted.filter((look) => !open.includes(look));
    for (const look of inOrder(added, looks, index)) {
      open.push(look);
      text += opening(look);
    }
    const atom = atoms[index];
    if (atom === undefined) break;
    const raw = escapes && atom.raw === atom.text ? escaped(atom.raw) : atom.raw;
    places.push({ start: text.length, end: text.length + raw.length });
    text += raw;
  }
  return { text, places };
}

/** Returns the looks of each atom: a space has those that both its neighbors have, or none. */
function looksOf(atoms: readonly TextAtom[], joinsWords: boolean): readonly (readonly Look[])[] {
  return atoms.map((atom, index) => {
    const isBlank = isSpace(atom);
    const words = isBlank ? [atoms.slice(0, index).findLast((one) => !isSpace(one)), nextWord(atoms, index)] : [atom];
    const has = (mark: "bold" | "italic"): boolean =>
      (!isBlank || joinsWords) && words.every((one) => one?.[mark] === true);
    return [...atom.brackets, ...(["bold", "italic"] as const).filter(has)];
  });
}

function nextWord(atoms: readonly TextAtom[], from: number): TextAtom | undefined {
  return atoms.find((one, index) => index > from && !isSpace(one));
}

/** What ends later is outside. Three stars are read as bold around italic, so bold is outside of italic. */
function inOrder(added: readonly Look[], looks: readonly (readonly Look[])[], from: number): readonly Look[] {
  const endOf = (look: Look): number => {
    const end = looks.findIndex((list, index) => index > from && !list.includes(look));
    return end === -1 ? looks.length : end;
  };
  const ends = new Map(added.map((look) => [look, endOf(look)]));
  const rank = (look: Look): number => ends.get(look) ?? 0;
  return added.toSorted((one, other) => {
    const areMarks = typeof one === "string" && typeof other === "string";
    return areMarks ? (one === "bold" ? -1 : 1) : rank(other) - rank(one);
  });
}

function opening(look: Look): string {
  return look === "bold" ? "**" : look === "italic" ? "*" : "[";
}

function closing(look: Look | undefined): string {
  return typeof look === "object" ? `]{${look.name}}` : look === "bold" ? "**" : "*";
}

function escaped(raw: string): string {
  return /^[\\*[\]]+$/.test(raw) ? raw.replace(/./g, "\\$&") : raw;
}

/** Returns whether an atom is a space or a line break. */
export function isSpace({ text }: Pick<TextAtom, "text">): boolean {
  return text.trim() === "";
}

/** Returns what a reader sees: each character with its looks. Bold spaces look like others. */
function signatureOf(atoms: readonly TextAtom[]): string {
  return JSON.stringify(
    atoms.flatMap((atom) => {
      const names = atom.brackets.map(({ name }) => name).join(" ");
      const marks = isSpace(atom) ? "" : `${atom.bold ? "b" : ""}${atom.italic ? "i" : ""}`;
      return Array.from(atom.text, (character) => `${character}|${marks}|${names}`);
    }),
  );
}

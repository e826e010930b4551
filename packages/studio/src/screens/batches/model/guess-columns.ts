/** Guesses which column fills which value, by the names of both and by what the cells look like. */
import type { Control } from "../../try-it/form/form-model.js";
import type { Target } from "./targets.js";
import type { Table } from "./table.js";

/** The target of each column, by its ID. Null for a column that is not used. */
export type Mapping = readonly (string | null)[];

/** The number of cells that are inspected to find the type of a column. */
const SAMPLE = 20;
/** The attributes that a column with the name of a layer most likely fills. */
const CONTENTS = ["text", "image_url", "data", "html", "svg"];
/** Words that people use for the person that a row is about. A guess by them is better than none. */
const PERSONS: ReadonlySet<string> = new Set(
  "attendee author guest name participant person recipient speaker student".split(" "),
);
/** A guess with a lower score is worse than none: the person would have to find and undo it. */
const MIN_SCORE = 45;

/** Guesses the targets of all columns. Each target is used once. */
export function guessColumns(table: Table, targets: readonly Target[]): Mapping {
  const guesses = table.columns
    .flatMap((column, index) => {
      const cells = samplesOf(table, index);
      return targets.map((target) => ({ index, id: target.id, score: scoreOf(column, cells, target) }));
    })
    .filter(({ score }) => score >= MIN_SCORE)
    .sort((a, b) => b.score - a.score);
  const mapping: (string | null)[] = table.columns.map(() => null);
  const taken = new Set<string>();
  for (const { index, id } of guesses) {
    if (mapping[index] !== null || taken.has(id)) continue;
    mapping[index] = id;
    taken.add(id);
  }
  return mapping;
}

/** Returns how well a column fits a target: up to 100 for the name, minus 60 for cells of another type. */
function scoreOf(column: string, cells: readonly string[], target: Target): number {
  const name = nameScore(wordsOf(column), target);
  if (name === 0) return 0;
  return fitsType(cells, target) ? name : name - 60;
}

function nameScore(column: readonly string[], { name, attribute, field }: Target): number {
  const own = wordsOf(name);
  if (attribute === undefined) return similarity(column, own);
  const whole = [...own, ...wordsOf(attribute)];
  const labelled = [...own, ...wordsOf(field.label)];
  const exact = Math.max(similarity(column, whole), similarity(column, labelled));
  // “title” alone means what the layer shows, so it fits a little less than a variable of the same name.
  const contents = CONTENTS.includes(attribute) ? similarity(column, own) - 2 - CONTENTS.indexOf(attribute) : 0;
  return Math.max(exact, contents);
}

/**
 * Returns 100 for the same words, and 50 for two words for a person. Otherwise, it is at most 90 if one side has all
 * words of the other one, and at most 60 if both sides have words of their own.
 */
function similarity(a: readonly string[], b: readonly string[]): number {
  if (a.length === 0 || b.length === 0) return 0;
  if (a.join("") === b.join("")) return 100;
  if ([a, b].every(([word = "", ...others]) => others.length === 0 && PERSONS.has(word))) return 50;
  const shared = a.filter((word) => b.includes(word)).length;
  const most = shared === Math.min(a.length, b.length) ? 90 : 60;
  return Math.round((most * shared) / Math.max(a.length, b.length));
}

/** Splits a name such as `guestName`, `guest_name` or “Guest name” into lower-case words without accents. */
function wordsOf(name: string): readonly string[] {
  return name
    .replace(/(\p{Ll}|\p{N})(\p{Lu})/gu, "$1 $2")
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "");
}

function samplesOf(table: Table, index: number): readonly string[] {
  return table.rows
    .map(({ cells }) => cells[index]?.trim() ?? "")
    .filter((cell) => cell !== "" && cell !== "__HIDDEN__")
    .slice(0, SAMPLE);
}

/** The patterns of cells by type. Every text fits the types that are not listed. */
const PATTERNS: Partial<Record<Control, RegExp>> = {
  number: /^[-+]?\d[\d.,' ]*%?$/,
  color: /^(#[0-9a-f]{3,8}|(rgb|hsl)a?\(.*\)|auto|transparent|[a-z]+)$/i,
  image: /^(https?:\/\/|\/|upload|data:)/i,
  boolean: /^(true|false|yes|no|0|1)$/i,
  date: /^\d{4}-\d\d?-\d\d?/,
};

/** Returns whether most cells can be a value of the target. An empty column fits every target. */
function fitsType(cells: readonly string[], { field, isList }: Target): boolean {
  if (field.control === "choice") return mostly(cells, (cell) => optionOf(field.options, cell) !== undefined);
  const pattern = isList ? /^\[/ : PATTERNS[field.control];
  return pattern === undefined || mostly(cells, (cell) => pattern.test(cell));
}

function mostly(cells: readonly string[], fits: (cell: string) => boolean): boolean {
  return cells.filter(fits).length * 2 >= cells.length;
}

/** Finds a choice by its text, in any case. */
export function optionOf(options: readonly string[], text: string): string | undefined {
  const wanted = text.trim().toLowerCase();
  return options.find((option) => option === text.trim()) ?? options.find((option) => option.toLowerCase() === wanted);
}

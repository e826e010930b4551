/** Reads a command's arguments; every slip of the pen is told with what was probably meant. */
import { parseArgs } from "node:util";
import { didYouMean } from "../core/contract/suggest.js";

/** An option of a command, and what its help says of it. */
export interface Option {
  readonly type: "string" | "boolean";
  readonly short?: string;
  /** Whether it may be given several times. */
  readonly multiple?: true;
  /** What the help calls its value: `FILE`. */
  readonly value?: string;
  readonly help: string;
}

export type OptionTable = Readonly<Record<string, Option>>;

export type OptionValues<Table extends OptionTable> = {
  readonly [Name in keyof Table]: Table[Name]["type"] extends "boolean"
    ? boolean
    : Table[Name] extends { readonly multiple: true }
      ? readonly string[]
      : string | undefined;
};

export interface Arguments<Table extends OptionTable> {
  readonly options: OptionValues<Table>;
  readonly operands: readonly string[];
}

/** A command line that cannot be carried out as it stands. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

/** Reads arguments by a table of options. @throws UsageError */
export function readArguments<const Table extends OptionTable>(
  argv: readonly string[],
  table: Table,
): Arguments<Table> {
  const options = Object.fromEntries(
    Object.entries(table).map(([name, { type, short }]) => [name, { type, ...(short === undefined ? {} : { short }) }]),
  );
  const { tokens } = parseArgs({ args: [...argv], options, strict: false, tokens: true });
  const given: Record<string, string | boolean> = {};
  const lists: Record<string, string[]> = {};
  const operands: string[] = [];
  for (const token of tokens) {
    if (token.kind === "positional") operands.push(token.value);
    if (token.kind !== "option") continue;
    const value = valueOf(token, table);
    if (table[token.name]?.multiple) (lists[token.name] ??= []).push(String(value));
    else if (Object.hasOwn(given, token.name)) throw new UsageError(`${token.rawName} is given twice.`);
    else given[token.name] = value;
  }
  const values = Object.entries(table).map(([name, { type, multiple }]) => [
    name,
    multiple ? (lists[name] ?? []) : (given[name] ?? (type === "boolean" ? false : undefined)),
  ]);
  return { options: Object.fromEntries(values) as OptionValues<Table>, operands };
}

interface OptionToken {
  readonly name: string;
  readonly rawName: string;
  readonly value: string | undefined;
}

function valueOf({ name, rawName, value }: OptionToken, table: OptionTable): string | boolean {
  const option = Object.hasOwn(table, name) ? table[name] : undefined;
  if (option === undefined) {
    const known = Object.keys(table).map((candidate) => `--${candidate}`);
    const hint = didYouMean(rawName, known);
    throw new UsageError(`There is no option ${rawName}.${hint === "" ? ` Known: ${known.join(", ")}.` : hint}`);
  }
  if (option.type === "boolean") {
    if (value !== undefined) throw new UsageError(`${rawName} takes no value.`);
    return true;
  }
  if (value === undefined || value === "")
    throw new UsageError(`${rawName} needs a value: ${option.value ?? "VALUE"}.`);
  return value;
}

/** The options as lines of a help text. */
export function describeOptions(table: OptionTable): string {
  const rows = Object.entries(table).map(([name, { short, value, help }]) => {
    const shortForm = short === undefined ? "    " : `-${short}, `;
    return { form: `${shortForm}--${name}${value === undefined ? "" : ` ${value}`}`, help };
  });
  const width = Math.max(...rows.map(({ form }) => form.length));
  return rows.map(({ form, help }) => `  ${form.padEnd(width)}  ${help}`).join("\n");
}

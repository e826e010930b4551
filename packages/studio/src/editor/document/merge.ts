/**
 * Merges the work of two people. Both documents are read as flat lists of layers, each with its attributes, its group
 * and the order of the layers in it. For each of these values that differs, the value of one person is taken.
 */
import type { EditedDocument, EditedLayer } from "./edited-document.js";

/** Whose value is taken. */
export type Choice = "mine" | "theirs";

/** A value that differs. `undefined` means that the layer does not have the attribute, or does not exist. */
export interface AttributeDifference {
  /** The name of an attribute, or one of {@link PRESENCE}, {@link GROUP} and {@link ORDER}. */
  readonly name: string;
  readonly base: unknown;
  readonly mine: unknown;
  readonly theirs: unknown;
  /** Who has changed it. A value that both have changed in the same way is not a difference. */
  readonly changedBy: "me" | "them" | "both";
}

/** A layer, or the document itself, that differs in at least one value. */
export interface Difference {
  /** The ID of a layer, or {@link DOCUMENT}. */
  readonly id: string;
  /** The layer, for its name. @default the document itself */
  readonly layer?: EditedLayer;
  readonly attributes: readonly AttributeDifference[];
}

/** The choices by the ID of a {@link Difference} and the name of an attribute. */
export type Choices = ReadonlyMap<string, ReadonlyMap<string, Choice>>;

/** The ID that stands for the document itself, with its size and its variables. No layer can have it. */
export const DOCUMENT = "(document)";
/** Whether a layer exists. The value is the layer with everything inside. */
export const PRESENCE = "(presence)";
/** The ID of the group around a layer, or {@link DOCUMENT}. */
export const GROUP = "(group)";
/** The IDs of the layers that both have in a group, in paint order. */
export const ORDER = "(order)";

/** An entry of the flat list: a layer, or the document itself. */
interface Entry {
  readonly own: Readonly<Record<string, unknown>>;
  readonly group: string | undefined;
  /** The IDs inside, in paint order. Undefined if nothing can be inside. */
  readonly inside: readonly string[] | undefined;
}

type Entries = ReadonlyMap<string, Entry>;

/** Lists what differs: the document itself, then the layers in the order of the picture. */
export function differencesOf(
  base: EditedDocument,
  mine: EditedDocument,
  theirs: EditedDocument,
): readonly Difference[] {
  const [inBase, inMine, inTheirs] = [entriesOf(base), entriesOf(mine), entriesOf(theirs)];
  const ids = new Set([...inTheirs.keys(), ...inMine.keys()]);
  return [...ids].flatMap((id): Difference[] => {
    const [my, their] = [inMine.get(id), inTheirs.get(id)];
    const attributes =
      my !== undefined && their !== undefined
        ? attributesOf(id, inBase, inMine, inTheirs)
        : presenceOf(id, inBase, inMine, inTheirs);
    if (attributes.length === 0) return [];
    const layer = (my ?? their)?.own as EditedLayer | undefined;
    return [{ id, ...(id !== DOCUMENT && layer !== undefined && { layer }), attributes }];
  });
}

/** Returns the choice that loses nothing: the value of the person who changed it. If both changed it, mine is kept. */
export function defaultChoice({ changedBy }: AttributeDifference): Choice {
  return changedBy === "them" ? "theirs" : "mine";
}

/** Returns the document that results from the choices. A value without a choice is theirs. */
export function mergeDocuments(mine: EditedDocument, theirs: EditedDocument, choices: Choices): EditedDocument {
  const [inMine, inTheirs] = [entriesOf(mine), entriesOf(theirs)];
  const isMine = (id: string, name: string): boolean => choices.get(id)?.get(name) === "mine";
  const ids = [...new Set([...inTheirs.keys(), ...inMine.keys()])].filter((id) => {
    const root = onlyInOne(id, inMine, inTheirs);
    return root === undefined || isMine(root, PRESENCE) === inMine.has(root);
  });
  const keyOf = (id: string): string => (id === DOCUMENT ? "layers" : "children");
  const owns = new Map(
    ids.map((id) => [id, mixed(inMine.get(id)?.own, inTheirs.get(id)?.own, (name) => isMine(id, name))] as const),
  );
  const holders = new Set(ids.filter((id) => keyOf(id) in (owns.get(id) ?? {})));
  const groups = groupsOf(ids, holders, inMine, inTheirs, isMine);
  const build = (id: string): Record<string, unknown> => {
    const own = { ...owns.get(id) };
    const inside = (): readonly string[] => orderOf(id, groups, inMine.get(id), inTheirs.get(id), isMine(id, ORDER));
    // The place of the key stays, so that a document without a conflict has the same text.
    if (holders.has(id)) own[keyOf(id)] = inside().map(build);
    return own;
  };
  return build(DOCUMENT) as unknown as EditedDocument;
}

/** Reads a document as a flat list. The values of `layers` and `children` in it only keep the places of these keys. */
function entriesOf(document: EditedDocument): Entries {
  const entries = new Map<string, Entry>();
  const idsOf = (layers: readonly EditedLayer[]): readonly string[] => layers.map(({ id }) => id);
  entries.set(DOCUMENT, { own: { ...document, layers: null }, group: undefined, inside: idsOf(document.layers) });
  const visit = (layers: readonly EditedLayer[], group: string): void => {
    for (const layer of layers) {
      const { id, children } = layer;
      const own = children === undefined ? layer : { ...layer, children: null };
      entries.set(id, { own, group, inside: children === undefined ? undefined : idsOf(children) });
      if (children !== undefined) visit(children, id);
    }
  };
  visit(document.layers, DOCUMENT);
  return entries;
}

function attributesOf(id: string, base: Entries, mine: Entries, theirs: Entries): readonly AttributeDifference[] {
  const entries = [base.get(id), mine.get(id), theirs.get(id)] as const;
  const names = new Set([...Object.keys(entries[2]?.own ?? {}), ...Object.keys(entries[1]?.own ?? {})]);
  const shared = new Set((entries[1]?.inside ?? []).filter((inner) => entries[2]?.inside?.includes(inner)));
  return [
    ...differs(
      GROUP,
      entries.map((entry) => entry?.group),
    ),
    ...[...names].flatMap((name) =>
      differs(
        name,
        entries.map((entry) => entry?.own[name]),
      ),
    ),
    ...differs(
      ORDER,
      entries.map((entry) => entry?.inside?.filter((inner) => shared.has(inner))),
    ),
  ];
}

/** Returns the difference of a layer that only one person has. The layers inside of it belong to the difference. */
function presenceOf(id: string, base: Entries, mine: Entries, theirs: Entries): readonly AttributeDifference[] {
  if (onlyInOne(id, mine, theirs) !== id) return [];
  return differs(
    PRESENCE,
    [base, mine, theirs].map((entries) => subtreeOf(id, entries)),
  );
}

/** Returns the outermost group around a layer, or the layer itself, that only one has. Undefined if both have it. */
function onlyInOne(id: string, mine: Entries, theirs: Entries): string | undefined {
  if (mine.has(id) === theirs.has(id)) return undefined;
  const group = (mine.get(id) ?? theirs.get(id))?.group;
  return (group === undefined ? undefined : onlyInOne(group, mine, theirs)) ?? id;
}

function subtreeOf(id: string, entries: Entries): unknown {
  const entry = entries.get(id);
  return entry && { ...entry.own, children: entry.inside?.map((inner) => subtreeOf(inner, entries)) };
}

function differs(name: string, [base, mine, theirs]: readonly unknown[]): readonly AttributeDifference[] {
  if (isSame(mine, theirs)) return [];
  const changedBy = isSame(base, theirs) ? "me" : isSame(base, mine) ? "them" : "both";
  return [{ name, base, mine, theirs, changedBy }];
}

function isSame(first: unknown, second: unknown): boolean {
  return JSON.stringify(first) === JSON.stringify(second);
}

/** Takes each attribute from one of the two. Keys have my order if all values that differ are mine, else theirs. */
function mixed(
  mine: Entry["own"] | undefined,
  theirs: Entry["own"] | undefined,
  isMine: (name: string) => boolean,
): Entry["own"] {
  if (mine === undefined || theirs === undefined) return mine ?? theirs ?? {};
  const names = [...new Set([...Object.keys(theirs), ...Object.keys(mine)])];
  const different = names.filter((name) => !isSame(mine[name], theirs[name]));
  const ordered = different.some((name) => !isMine(name)) ? names : [...new Set([...Object.keys(mine), ...names])];
  const taken = ordered.map((name) => {
    const from = isMine(name) && different.includes(name) ? mine : theirs;
    return [name, from[name]] as const;
  });
  return Object.fromEntries(taken.filter(([, value]) => value !== undefined));
}

/**
 * Returns the group of each layer: the chosen one, unless this group is gone, can no longer hold layers, or is inside
 * of the layer.
 */
function groupsOf(
  ids: readonly string[],
  holders: ReadonlySet<string>,
  mine: Entries,
  theirs: Entries,
  isMine: (id: string, name: string) => boolean,
): ReadonlyMap<string, string> {
  const groups = new Map<string, string>();
  for (const id of ids.filter((one) => one !== DOCUMENT)) {
    const both = [theirs.get(id)?.group, mine.get(id)?.group];
    const wanted = isMine(id, GROUP) ? both.toReversed() : both;
    groups.set(id, wanted.find((group) => group !== undefined && holders.has(group)) ?? DOCUMENT);
  }
  for (const id of groups.keys()) if (isInside(id, id, groups)) groups.set(id, DOCUMENT);
  return groups;
}

function isInside(id: string, outer: string, groups: ReadonlyMap<string, string>): boolean {
  const seen = new Set<string>();
  for (let group = groups.get(id); group !== undefined && !seen.has(group); group = groups.get(group)) {
    if (group === outer) return true;
    seen.add(group);
  }
  return false;
}

/** Orders the layers in a group as one person has them. Each further layer is above the layer that it was above. */
function orderOf(
  id: string,
  groups: ReadonlyMap<string, string>,
  mine: Entry | undefined,
  theirs: Entry | undefined,
  isMine: boolean,
): readonly string[] {
  const [first = [], second = []] = (isMine ? [mine, theirs] : [theirs, mine]).map((entry) => entry?.inside);
  const isHere = (inner: string): boolean => groups.get(inner) === id;
  const ordered = first.filter(isHere);
  for (const [index, inner] of second.entries()) {
    if (!isHere(inner) || ordered.includes(inner)) continue;
    ordered.splice(ordered.indexOf(second[index - 1] ?? "") + 1, 0, inner);
  }
  // The choice of a group can put a layer where neither of the two people had it.
  const others = [...groups.keys()].filter((inner) => isHere(inner) && !ordered.includes(inner));
  return [...ordered, ...others];
}

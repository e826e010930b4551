/** JSON Patch (RFC 6902): changes a copy of a document. */
import { isDeepStrictEqual } from "node:util";
import * as z from "zod";
import { PatchError } from "./patch-error.js";
import { exists, findPlace, type Place, PointerError, tokensOf, valueAt } from "./pointer.js";

/** This is enough to replace every layer of a template. */
const MAX_OPERATIONS = 200;
/**
 * The maximum number of values that all copies of a patch add. Without a limit, 40 copies of the document into itself
 * fill the memory.
 */
const MAX_COPIED_VALUES = 20_000;

const path = z.string().max(500);

export const operationSchema = z.object({
  op: z.enum(["add", "remove", "replace", "move", "copy", "test"]),
  path: path.describe(
    'A JSON Pointer. Items of lists by index or by id: "/layers/title/color". "-" is the end of a list.',
  ),
  from: path.optional().describe("Only for move and copy."),
  value: z.unknown().optional().describe("Only for add, replace and test."),
});
export type Operation = z.infer<typeof operationSchema>;

export const patchSchema = z.array(operationSchema).min(1).max(MAX_OPERATIONS);

/**
 * Returns a changed copy of the document. All operations are applied, or none.
 *
 * @throws PatchError that names the first operation that cannot be applied
 */
export function applyPatch(document: unknown, patch: readonly Operation[]): unknown {
  const state: PatchState = { root: structuredClone(document), copied: 0 };
  for (const [index, operation] of patch.entries()) {
    try {
      apply(state, operation);
    } catch (error) {
      if (error instanceof PointerError) throw new PatchError(index, operation.path, error.message);
      throw error;
    }
  }
  return state.root;
}

interface PatchState {
  root: unknown;
  /** The number of values that all copies have added. */
  copied: number;
}

function apply(state: PatchState, operation: Operation): void {
  const { op, path: target } = operation;
  switch (op) {
    case "add":
      add(state, target, structuredClone(valueOf(operation)));
      break;
    case "remove":
      remove(state, target);
      break;
    case "replace":
      replace(state, target, structuredClone(valueOf(operation)));
      break;
    case "move":
      move(state, fromOf(operation), target);
      break;
    case "copy":
      add(state, target, copyOf(state, read(state, fromOf(operation))));
      break;
    case "test":
      if (!isDeepStrictEqual(read(state, target), valueOf(operation))) {
        throw new PointerError("the value differs from the one that the test expects. Read the template again.");
      }
  }
}

function read({ root }: PatchState, pointer: string): unknown {
  const tokens = tokensOf(pointer);
  return tokens.length === 0 ? root : valueAt(findPlace(root, tokens));
}

function add(state: PatchState, pointer: string, value: unknown): void {
  const tokens = tokensOf(pointer);
  if (tokens.length === 0) {
    state.root = value;
    return;
  }
  const place = findPlace(state.root, tokens);
  if (place.kind === "property") {
    place.object[place.key] = value;
    return;
  }
  const index = place.index < 0 ? place.list.length : place.index;
  if (index > place.list.length) throw new PointerError(`the list has only ${place.list.length} items.`);
  place.list.splice(index, 0, value);
}

/** Changes the value in place: if it were removed first, a pointer with its `id` would find nothing. */
function replace(state: PatchState, pointer: string, value: unknown): void {
  const tokens = tokensOf(pointer);
  if (tokens.length === 0) {
    state.root = value;
    return;
  }
  const place = findPlace(state.root, tokens);
  valueAt(place);
  if (place.kind === "item") place.list[place.index] = value;
  else place.object[place.key] = value;
}

function remove(state: PatchState, pointer: string): unknown {
  const tokens = tokensOf(pointer);
  if (tokens.length === 0) throw new PointerError("the whole document cannot be removed.");
  const place = findPlace(state.root, tokens);
  const value = valueAt(place);
  removeAt(place);
  return value;
}

function removeAt(place: Place): void {
  if (!exists(place)) return;
  if (place.kind === "item") place.list.splice(place.index, 1);
  else Reflect.deleteProperty(place.object, place.key);
}

function move(state: PatchState, from: string, target: string): void {
  if (target.startsWith(`${from}/`)) throw new PointerError("a value cannot move into itself.");
  add(state, target, remove(state, from));
}

function copyOf(state: PatchState, value: unknown): unknown {
  state.copied += countValues(value);
  if (state.copied > MAX_COPIED_VALUES) throw new PointerError("the copies of this patch are too large.");
  return structuredClone(value);
}

function countValues(value: unknown): number {
  if (typeof value !== "object" || value === null) return 1;
  return Object.values(value).reduce<number>((sum, part) => sum + countValues(part), 1);
}

function valueOf({ op, ...operation }: Operation): unknown {
  if (operation.value === undefined) throw new PointerError(`${op} needs a value.`);
  return operation.value;
}

function fromOf({ op, from }: Operation): string {
  if (from === undefined) throw new PointerError(`${op} needs "from".`);
  return from;
}

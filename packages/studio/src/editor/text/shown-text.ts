/**
 * A text with placeholders, and the text that the picture shows in its place. Offsets count UTF-16 units, those of the
 * template with `from` and `to`, and those of the shown text with `start` and `end`.
 */
import { placeholdersOf } from "./placeholders.js";

/** A placeholder, and where its value is in the shown text. */
export interface ShownPlaceholder {
  readonly from: number;
  readonly to: number;
  readonly start: number;
  readonly end: number;
}

/** The service's response about a text. */
export interface KnownText {
  readonly text: string;
  readonly placeholders: readonly ShownPlaceholder[];
}

/**
 * Returns the placeholders of a text that may have changed since the last response of the service. Placeholders that
 * the change has not touched keep the length of their values. A new one shows nothing until the next response.
 */
export function placeholdersNow(text: string, known: KnownText | undefined): readonly ShownPlaceholder[] {
  if (known?.text === text) return known.placeholders;
  const before = known?.text ?? "";
  const prefix = commonLength(before, text, (list, index) => list.charCodeAt(index));
  const most = Math.min(before.length, text.length) - prefix;
  const suffix = Math.min(
    most,
    commonLength(before, text, (list, index) => list.charCodeAt(list.length - 1 - index)),
  );
  const by = text.length - before.length;
  const kept = (known?.placeholders ?? []).flatMap(({ from, to, start, end }) => {
    if (to <= prefix) return [{ from, to, length: end - start }];
    return from >= before.length - suffix ? [{ from: from + by, to: to + by, length: end - start }] : [];
  });
  const added = placeholdersOf(text)
    .filter(({ start, end }) => end > prefix && start < text.length - suffix)
    .filter(({ start, end }) => kept.every(({ from, to }) => end <= from || start >= to))
    .map(({ start, end }) => ({ from: start, to: end, length: 0 }));
  let shownBy = 0;
  return [...kept, ...added]
    .toSorted((first, second) => first.from - second.from)
    .map(({ from, to, length }) => {
      const start = from + shownBy;
      shownBy += length - (to - from);
      return { from, to, start, end: start + length };
    });
}

function commonLength(first: string, second: string, unitAt: (text: string, index: number) => number): number {
  const most = Math.min(first.length, second.length);
  let length = 0;
  while (length < most && unitAt(first, length) === unitAt(second, length)) length++;
  return length;
}

/** Returns the offset in the shown text. An offset inside of braces is at the end of their value. */
export function toShown(placeholders: readonly ShownPlaceholder[], offset: number): number {
  let by = 0;
  for (const { from, to, end } of placeholders) {
    if (offset <= from) break;
    if (offset < to) return end;
    by = end - to;
  }
  return offset + by;
}

/** Returns the offset in the template. An offset inside of a value is at the nearer edge of its braces. */
export function toTemplate(placeholders: readonly ShownPlaceholder[], shown: number): number {
  let by = 0;
  for (const { from, to, start, end } of placeholders) {
    if (shown <= start) break;
    if (shown < end) return shown - start < end - shown ? from : to;
    by = to - end;
  }
  return shown + by;
}

/** Widens a selection so that it has whole placeholders. A caret goes to the nearer edge. */
export function wholePlaceholders(
  placeholders: readonly ShownPlaceholder[],
  from: number,
  to: number,
): readonly [from: number, to: number] {
  const around = (offset: number): ShownPlaceholder | undefined =>
    placeholders.find((one) => one.from < offset && offset < one.to);
  const [first, last] = [around(from), around(to)];
  if (from === to) {
    if (first === undefined) return [from, to];
    const edge = from - first.from < first.to - from ? first.from : first.to;
    return [edge, edge];
  }
  return [first?.from ?? from, last?.to ?? to];
}

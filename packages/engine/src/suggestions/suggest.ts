/** Finds the name that a user probably meant when they misspelled one. */
import { distance } from "fastest-levenshtein";
import { meaningsOf } from "./synonyms.js";

/** Names are compared up to this length, in characters. */
const MAX_COMPARED_LENGTH = 64;

/** A name with more edits than this gets no hint, regardless of its length. */
const MAX_EDITS = 8;

/** The largest number of candidates that one search compares. No list of names in a template or a request is longer. */
const MAX_CANDIDATES = 1000;

/**
 * The largest number of hints for the unknown names of one place. A larger number of wrong names is unlikely to be
 * typing errors, and finding a hint takes far longer than finding the issue.
 */
export const MAX_HINTS = 20;

/**
 * Returns the candidate that `word` probably means, or undefined if there is none: the same name in another spelling, a
 * name with the same meaning, or the name with the fewest edits.
 */
export function nearestOf(word: string, candidates: Iterable<string>): string | undefined {
  const sought = normalize(word);
  const meanings = meaningsOf(sought);
  let meaning = meanings.length;
  let nearest: string | undefined;
  let maxEdits = Math.min(MAX_EDITS, Math.max(1, Math.floor(sought.length / 3)));
  let compared = 0;
  for (const candidate of candidates) {
    if (++compared > MAX_CANDIDATES) break;
    const rank = meanings.indexOf(candidate);
    if (rank !== -1) meaning = Math.min(meaning, rank);
    const edits = editsWithin(maxEdits, sought, normalize(candidate));
    if (edits === undefined) continue;
    nearest = candidate;
    if (edits === 0) return candidate;
    maxEdits = edits - 1;
  }
  return meanings[meaning] ?? nearest;
}

/** Returns ` Did you mean "…"?` with its leading space, or an empty text. */
export function didYouMean(word: string, candidates: Iterable<string>): string {
  const nearest = nearestOf(word, candidates);
  return nearest === undefined ? "" : ` Did you mean "${nearest}"?`;
}

/**
 * Gives the hints of one check. Only the first `MAX_HINTS` are searched: a document can misspell a name in each of its
 * hundred thousand expressions.
 */
export class Hints {
  #left = MAX_HINTS;

  /**
   * Like {@link didYouMean}, but returns an empty text without reading `candidates` if the hints of this check are used
   * up.
   */
  didYouMean(word: string, candidates: Iterable<string>): string {
    if (this.#left === 0) return "";
    this.#left -= 1;
    return didYouMean(word, candidates);
  }
}

/** Quotes a user's word for a sentence, and cuts it so that the message stays short. */
export function quote(word: string): string {
  // The cut can be inside a surrogate pair.
  return JSON.stringify(word.length > 60 ? `${word.slice(0, 60).toWellFormed()}…` : word);
}

/** Normalizes a word, to ignore case, separators and British spelling. */
function normalize(word: string): string {
  return word
    .slice(0, MAX_COMPARED_LENGTH)
    .toLowerCase()
    .replace(/[\s_-]+/g, "")
    .replace(/colour/g, "color");
}

/** Returns the number of edits that turn one word into the other, or undefined if it is more than `maxEdits`. */
function editsWithin(maxEdits: number, left: string, right: string): number | undefined {
  // Each additional character is an edit.
  if (Math.abs(left.length - right.length) > maxEdits) return undefined;
  // The library is fast but counts a swap of neighbors as two edits. It rules out nearly all candidates.
  if (distance(left, right) > 2 * maxEdits) return undefined;
  const edits = editDistance(left, right, maxEdits);
  return edits > maxEdits ? undefined : edits;
}

/** A distance that is larger than any between two compared words. With a few more edits, it still fits into a byte. */
const FAR = 200;

/**
 * Returns the optimal string alignment distance: an insertion, deletion, substitution or swap of neighbors counts as
 * one edit. Computes only the cells of the matrix that at most `maxEdits` edits can reach, so a larger result is not
 * exact.
 */
function editDistance(left: string, right: string, maxEdits: number): number {
  const width = right.length + 1;
  let [beforeLast, last, row] = [new Uint8Array(width), new Uint8Array(width).fill(FAR), new Uint8Array(width)];
  for (let j = 0; j <= Math.min(maxEdits, right.length); j++) last[j] = j;
  for (let i = 1; i <= left.length; i++) {
    const from = Math.max(1, i - maxEdits);
    const to = Math.min(right.length, i + maxEdits);
    row[from - 1] = from === 1 ? i : FAR;
    for (let j = from; j <= to; j++) {
      const substitution = left.charCodeAt(i - 1) === right.charCodeAt(j - 1) ? 0 : 1;
      let edits = Math.min((last[j] ?? FAR) + 1, (row[j - 1] ?? FAR) + 1, (last[j - 1] ?? FAR) + substitution);
      if (endsSwapped(left, i, right, j)) edits = Math.min(edits, (beforeLast[j - 2] ?? FAR) + 1);
      row[j] = edits;
    }
    if (to < right.length) row[to + 1] = FAR;
    [beforeLast, last, row] = [last, row, beforeLast];
  }
  return last[right.length] ?? FAR;
}

/** Returns whether the two characters before `i` are the two before `j` in reverse order. */
function endsSwapped(left: string, i: number, right: string, j: number): boolean {
  return (
    i > 1 &&
    j > 1 &&
    left.charCodeAt(i - 1) === right.charCodeAt(j - 2) &&
    left.charCodeAt(i - 2) === right.charCodeAt(j - 1)
  );
}

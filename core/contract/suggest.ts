/** Finds what a user probably meant by a misspelt name. */

/** The candidate nearest to `word`, if it is near enough to be worth a "did you mean". */
export function nearestOf(word: string, candidates: Iterable<string>): string | undefined {
  const sought = normalize(word);
  const near = Math.max(1, Math.floor(sought.length / 3));
  let best: string | undefined;
  let bestDistance = Number.POSITIVE_INFINITY;
  for (const candidate of candidates) {
    const known = normalize(candidate);
    // Each character more or less is an edit.
    if (Math.abs(known.length - sought.length) > near) continue;
    const distance = editDistance(sought, known);
    if (distance < bestDistance) {
      best = candidate;
      bestDistance = distance;
    }
  }
  return bestDistance <= near ? best : undefined;
}

/** ` Did you mean "…"?` with its leading space, or nothing. */
export function didYouMean(word: string, candidates: Iterable<string>): string {
  const nearest = nearestOf(word, candidates);
  return nearest === undefined ? "" : ` Did you mean "${nearest}"?`;
}

/**
 * Names that get a hint, of those that are wrong in one place: more of them are no slips of the pen, and a hint costs
 * hundreds of times what finding the fault does.
 */
export const MAX_HINTS = 20;

/** A user's word inside a sentence: quoted, cut to a length that no message suffers from. */
export function quote(word: string): string {
  return JSON.stringify(word.length > 60 ? `${word.slice(0, 60)}…` : word);
}

/** Case, separators and the British spelling are not what makes two names different. */
function normalize(word: string): string {
  return word
    .slice(0, 64)
    .toLowerCase()
    .replace(/[\s_-]+/g, "")
    .replace(/colour/g, "color");
}

/** Optimal string alignment: insertions, deletions, substitutions and swaps of neighbours. */
function editDistance(left: string, right: string): number {
  const width = right.length + 1;
  let beforeLast: number[] = [];
  let last = Array.from({ length: width }, (_, index) => index);
  for (let i = 1; i <= left.length; i++) {
    const row = [i];
    for (let j = 1; j < width; j++) {
      const same = left[i - 1] === right[j - 1];
      let cost = Math.min(at(last, j) + 1, at(row, j - 1) + 1, at(last, j - 1) + (same ? 0 : 1));
      const swapped = i > 1 && j > 1 && left[i - 1] === right[j - 2] && left[i - 2] === right[j - 1];
      if (swapped) cost = Math.min(cost, at(beforeLast, j - 2) + 1);
      row.push(cost);
    }
    beforeLast = last;
    last = row;
  }
  return at(last, right.length);
}

function at(row: readonly number[], index: number): number {
  return row[index] ?? Number.POSITIVE_INFINITY;
}

/** Divides the letters of a text into lines that are placed one by one, and into pieces that move as one. */
import type { Letter, Span } from "./read-letters.js";

/** Letters of one style that are moved by the same distance. */
export interface Piece {
  readonly text: string;
  readonly span: Span;
  /** The distance that its letters are moved from their place in the line, in user units. */
  readonly moveX: number;
  readonly moveY: number;
  readonly rotate: number;
}

/** Letters that follow each other from a place. */
export interface Chunk {
  /** Undefined to continue where the previous chunk ends. */
  readonly x: number | undefined;
  readonly y: number | undefined;
  readonly pieces: readonly Piece[];
}

/** Divides letters into chunks. A chunk begins at each letter with a place of its own. */
export function chunksOf(letters: readonly Letter[]): Chunk[] {
  const chunks: (Chunk & { pieces: Piece[] })[] = [];
  let [moveX, moveY] = [0, 0];
  for (const { character, span, x, y, dx, dy, rotate } of letters) {
    let chunk = chunks.at(-1);
    if (chunk === undefined || x !== undefined || y !== undefined) {
      chunk = { x, y, pieces: [] };
      chunks.push(chunk);
      [moveX, moveY] = [0, 0];
    }
    moveX += dx;
    moveY += dy;
    const last = chunk.pieces.at(-1);
    const continues = last?.span === span && last.moveX === moveX && last.moveY === moveY && last.rotate === rotate;
    if (continues) chunk.pieces[chunk.pieces.length - 1] = { ...last, text: last.text + character };
    else chunk.pieces.push({ text: character, span, moveX, moveY, rotate });
  }
  return chunks;
}

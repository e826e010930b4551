/** How many characters of a text are costly to draw, and how many are different. */

export interface Letters {
  readonly count: number;
  /** Characters of scripts whose letters change their form beside others. */
  readonly complex: number;
  readonly emoji: number;
  readonly different: {
    readonly simple: number;
    readonly hangul: number;
    readonly han: number;
    readonly emoji: number;
  };
}

/** Counts the characters of a text by what drawing them costs. */
export function countLetters(text: string): Letters {
  const seen = new Set<number>();
  const different = { simple: 0, hangul: 0, han: 0, emoji: 0 };
  let [count, complex, emoji] = [0, 0, 0];
  for (let index = 0; index < text.length; index++) {
    const code = text.codePointAt(index) ?? 0;
    if (code > 0xffff) index += 1;
    count += 1;
    const kind = kindOf(code);
    if (kind === "emoji") emoji += 1;
    if (isComplex(code)) complex += 1;
    if (!seen.has(code)) different[kind] += 1;
    seen.add(code);
  }
  return { count, complex, emoji, different };
}

function kindOf(code: number): keyof Letters["different"] {
  if (code < 0x2190) return "simple";
  if (code >= 0x1f000 && code <= 0x1fbff) return "emoji";
  if (code >= 0x2190 && code <= 0x2bff) return "emoji";
  if (code >= 0xac00 && code <= 0xd7ff) return "hangul";
  if ((code >= 0x2e80 && code <= 0xabff) || (code >= 0xf900 && code <= 0xfaff) || code >= 0x20000) return "han";
  return "simple";
}

/** Hebrew to Tibetan and Khmer: marks and joined letters. */
function isComplex(code: number): boolean {
  return (
    code >= 0x300 &&
    (code <= 0x36f || (code >= 0x590 && code <= 0x109f) || (code >= 0x1780 && code <= 0x18af) || code === 0x200d)
  );
}

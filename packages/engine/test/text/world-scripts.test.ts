import { describe, expect, test } from "@jest/globals";
import { createFontLibrary } from "../../src/fonts/font-library.js";
import { scriptOf } from "../../src/fonts/script.js";
import { segmentsOf } from "../../src/text/break-opportunities.js";
import { engine, layOut, paint } from "./text-support.js";

const codePoints = (text: string) => Array.from(text, (character) => character.codePointAt(0) ?? 0);

/** ISO 15924 tag, file, and text in a language that uses the script. */
const SCRIPTS = [
  ["Taml", "tamil", "யாதும் ஊரே யாவரும் கேளிர்"],
  ["Beng", "bengali", "আমার সোনার বাংলা, আমি তোমায় ভালোবাসি"],
  ["Telu", "telugu", "దేశ భాషలందు తెలుగు లెస్స"],
  ["Knda", "kannada", "ಕನ್ನಡ ನಾಡು ನುಡಿ ಕ್ಷೇಮ"],
  ["Mlym", "malayalam", "മലയാളം എത്ര മനോഹരം"],
  ["Gujr", "gujarati", "જય જય ગરવી ગુજરાત"],
  ["Guru", "gurmukhi", "ਪੰਜਾਬੀ ਮੇਰੀ ਮਾਂ ਬੋਲੀ"],
  ["Sinh", "sinhala", "ශ්‍රී ලංකා මාතා"],
  ["Khmr", "khmer", "ខ្ញុំស្រឡាញ់ភាសាខ្មែរ"],
  ["Laoo", "lao", "ຂ້ອຍຮັກພາສາລາວ"],
  ["Mymr", "myanmar", "မြန်မာနိုင်ငံ၏ဘာသာ"],
  ["Geor", "georgian", "ქართული ენა ᲥᲐᲠᲗᲣᲚᲘ"],
  ["Armn", "armenian", "Հայոց լեզուն և գիրը"],
  ["Ethi", "ethiopic", "ሰላም ለዓለም፡ኢትዮጵያ።"],
] as const;

const fontsOf = (text: string, attributes = {}) =>
  new Set(
    layOut(text, attributes).lines.flatMap((line) =>
      line.runs.map((run) => run.glyphs?.font.replace(/^.*\/noto-sans-/, "")),
    ),
  );

describe("scripts with a built-in Noto family", () => {
  test.each(SCRIPTS)("scriptOf names %s for a letter of the %s font", (tag, _, text) => {
    expect(scriptOf(text.codePointAt(0) ?? 0)).toBe(tag);
  });

  test.each(SCRIPTS)("%s text in any family is set in Noto Sans %s, in regular and in bold", (_, file, text) => {
    expect(layOut(text).missing).toEqual([]);
    expect(fontsOf(text, { font_family: "Roboto" })).toContain(`${file}-${file}-400-normal.woff`);
    expect(fontsOf(text, { font_family: "Roboto", font_weight: 700 })).toContain(`${file}-${file}-700-normal.woff`);
  });

  test("a danda without a letter before it has a font", () => {
    const query = { family: "Inter", face: { weight: 400, style: "normal" } } as const;
    expect(createFontLibrary().fileWith(codePoints("॥"), "Zyyy", query)).toBeDefined();
  });

  // The vowel sign is written after the consonant and drawn before it. Only the script's own shaping rules do that.
  test.each([
    ["Bengali", "কি"],
    ["Tamil", "கெ"],
    ["Malayalam", "കെ"],
    ["Gujarati", "કિ"],
    ["Gurmukhi", "ਕਿ"],
    ["Sinhala", "කෙ"],
    ["Khmer", "កេ"],
    ["Burmese", "ကေ"],
  ])("a %s vowel sign that is drawn before its consonant is placed there", (_, text) => {
    const glyphs = layOut(text).lines[0]?.runs[0]?.glyphs;
    const { hb } = engine.parts.fontCache.load(engine.parts.fonts.fileAt(glyphs?.font ?? ""));
    const consonant = hb.nominalGlyph(text.codePointAt(0) ?? 0);
    expect(glyphs?.ids).toEqual([expect.any(Number), consonant]);
    expect(glyphs?.ids[0]).not.toBe(consonant);
  });

  test.each([
    ["Telugu", "క్ష", "క్"],
    ["Kannada", "ಕ್ಷ", "ಕ್"],
    ["Malayalam", "ക്ഷ", "ക്"],
  ])("two %s consonants with a virama between them become one conjunct", (_, conjunct, half) => {
    const rest = conjunct.slice(half.length);
    expect(layOut(conjunct).width).toBeLessThan(layOut(half).width + layOut(rest).width - 5);
  });
});

/** The parts of a text between the places where a line can be broken. */
function pieces(text: string, language?: string): string[] {
  const units = Array.from(text, (_, index) => ({
    ...{ start: index, end: index + 1, isSpace: text[index] === " ", advance: 1, spacing: 0 },
    continuesSyllable: false,
  }));
  return segmentsOf(text, units, language).map(({ first, end }) => text.slice(first, end));
}

describe("line breaks in scripts without spaces between words", () => {
  test.each([
    ["Thai", ["เป็น", "มนุษย์"]],
    ["Khmer", ["ខ្ញុំ", "ចង់", "រៀន", "ភាសាខ្មែរ"]],
    ["Lao", ["ຂ້ອຍ", "ຢາກ", "ຮຽນ", "ພາສາ", "ລາວ"]],
    ["Burmese", ["ကျွန်တော်", "မြန်မာ"]],
  ])("%s lines can be broken between words and nowhere else", (_, words) => {
    expect(pieces(words.join(""))).toEqual(words);
  });

  test.each([
    ["the Khmer full stop", "ភាសាខ្មែរ។"],
    ["the Khmer repetition sign", "ផ្សេងៗ"],
    ["the Burmese full stop", "မြန်မာ။"],
    ["the Thai repetition sign", "ต่างๆ"],
    ["the Thai abbreviation sign", "กรุงเทพฯ"],
    ["the Lao repetition sign", "ຕ່າງໆ"],
  ])("no line starts with %s", (_, text) => {
    expect(pieces(text)).toEqual([text]);
  });

  test("a word that is wider than its line is not broken inside a syllable", () => {
    // Three syllables of consonant, joined consonant and vowel. Unicode's graphemes end after the joiner.
    const { lines } = layOut("ක්‍ෂක්‍ෂක්‍ෂ", { font_size: 40 }, { width: 20, height: 1000 });
    expect(lines).toHaveLength(3);
  });
});

describe("line breaks in Korean", () => {
  test("Korean lines are broken between words, not between syllables", () => {
    expect(pieces("다람쥐 헌 쳇바퀴에 타고파.")).toEqual(["다람쥐 ", "헌 ", "쳇바퀴에 ", "타고파."]);
    expect(pieces("2026년 3월에 AI를")).toEqual(["2026년 ", "3월에 ", "AI를"]);
  });

  test("a Korean word with Han characters stays together, and a Japanese text is still broken between characters", () => {
    expect(pieces("大韓民國은 民主國이다", "ko")).toEqual(["大韓民國은 ", "民主國이다"]);
    expect(pieces("日本語", "ja")).toEqual(["日", "本", "語"]);
  });

  test("a zero-width space allows a break inside a Korean word", () => {
    expect(pieces("쳇바\u200b퀴에")).toEqual(["쳇바\u200b", "퀴에"]);
  });

  test("a Korean word that is wider than its line is broken anywhere", () => {
    const { lines, isCut } = layOut("다람쥐쳇바퀴", { font_size: 40 }, { width: 90, height: 1000 });
    expect([lines.length, isCut]).toEqual([3, false]);
  });
});

describe("lines with marks above and below the letters", () => {
  const inkHeight = (text: string, attributes: object) => {
    const box = paint(text, attributes).paintedBox();
    return box === undefined ? 0 : box.bottom - box.top + 1;
  };
  const stepOf = (text: string, attributes: object) => {
    const [first, second] = layOut(`${text}\n${text}`, attributes).lines;
    return (second?.baseline ?? 0) - (first?.baseline ?? 0);
  };
  const TIGHT = { font_size: 40, line_height: 1.1 };

  test.each([
    ["Arabic with diacritics", "بِسْمِ ٱللَّهِ إٍلًّا"],
    ["Thai with a tone mark over a vowel", "ปี่ปู่ที่ญู่"],
    ["Hindi with stacked consonants", "ट्ठू र्कैं"],
    ["Burmese", "မြန်မာ့ ကျွန်ုပ်"],
    ["Khmer", "ស្ត្រី ខ្ញុំ"],
  ])("%s does not touch the next line at a line height of 1.1", (_, text) => {
    const height = inkHeight(text, TIGHT);
    expect(height).toBeGreaterThan(44);
    expect(stepOf(text, TIGHT)).toBeGreaterThan(height);
  });

  test("Latin text and Arabic text that needs no more room keep the author's line height", () => {
    expect(stepOf("Hág", TIGHT)).toBe(44);
    expect(stepOf("سلام", { font_size: 40, line_height: 1.5 })).toBe(60);
  });

  test("fewer lines fit into a box if their marks need more room, and a single line is not moved", () => {
    const marked = "بِسْمِ ٱللَّهِ إٍلًّا";
    const box = { width: 1000, height: 2 * 44 };
    expect(layOut("Hág\nHág", TIGHT, box).lines).toHaveLength(2);
    expect(layOut(`${marked}\n${marked}`, TIGHT, box)).toMatchObject({ isCut: true, lines: [{}] });
    expect(layOut(marked, TIGHT).lines[0]?.baseline).toBe(layOut("Hág", TIGHT).lines[0]?.baseline);
    expect(layOut(marked, TIGHT).height).toBe(44);
  });
});

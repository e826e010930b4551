/** Kana are Japanese and Hangul is Korean. Chinese has only Han characters. */
const KANA = /[\u3040-\u30ff]/;
const HANGUL = /[\u1100-\u11ff\uac00-\ud7af]/;
const IS_CJK = /^(?:ja|ko|zh)\b/i;

/**
 * Returns the language whose forms of Han characters are used: the stated language, or the one that the text's
 * characters indicate.
 */
export function nearestLanguage(text: string, stated: string | undefined): string | undefined {
  if (stated !== undefined && IS_CJK.test(stated)) return stated;
  if (KANA.test(text)) return "ja";
  if (HANGUL.test(text)) return "ko";
  return stated;
}

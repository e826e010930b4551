/** Kana are Japanese and Hangul is Korean; Chinese has Han characters alone. */
const KANA = /[\u3040-\u30ff]/;
const HANGUL = /[\u1100-\u11ff\uac00-\ud7af]/;
const IS_CJK = /^(?:ja|ko|zh)\b/i;

/** The language in whose way a text's Han characters are drawn: the one that is stated, else what the text looks like. */
export function nearestLanguage(text: string, stated: string | undefined): string | undefined {
  if (stated !== undefined && IS_CJK.test(stated)) return stated;
  if (KANA.test(text)) return "ja";
  if (HANGUL.test(text)) return "ko";
  return stated;
}

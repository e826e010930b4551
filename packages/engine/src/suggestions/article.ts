/** Returns a noun with its indefinite article: "an image", "a color". */
export function withArticle(noun: string, article: "a" | "A" = "a"): string {
  return `${article}${/^[aeio]|^u(?!rl|ni|se)/i.test(noun) ? "n" : ""} ${noun}`;
}

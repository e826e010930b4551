/** The service takes names of at most this length. */
const MAX_LENGTH = 200;

/**
 * Returns the name of a copy: “Ticket copy”, then “Ticket copy 2”.
 * @param word says that it is a copy
 */
export function copyName(name: string, word: string): string {
  const found = new RegExp(`^(?<start>.*) ${word}(?: (?<count>\\d{1,6}))?$`, "su").exec(name)?.groups;
  const ending = found === undefined ? ` ${word}` : ` ${word} ${Number(found["count"] ?? 1) + 1}`;
  const characters = Array.from(found?.["start"] ?? name);
  while (characters.length > 0 && characters.join("").length + ending.length > MAX_LENGTH) characters.pop();
  return `${characters.join("").trimEnd()}${ending}`;
}

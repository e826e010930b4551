/** The facts about a picture that its file states besides the pixels. */
export interface FileFacts {
  /** The number of pixels per inch in print. It is rounded to the unit of the format. @default the file does not say */
  readonly pixelsPerInch?: number | undefined;
  readonly about?: About | undefined;
}

/** Words about a picture. Each of them is short plain text without control characters. */
export interface About {
  readonly title?: string | undefined;
  readonly author?: string | undefined;
  readonly copyright?: string | undefined;
}

/** Returns the texts that are present, with their names. */
export function textsOf({ title, author, copyright }: About): [keyof About, string][] {
  const all = { title, author, copyright };
  return Object.entries(all).flatMap(([name, text]) => (text === undefined ? [] : [[name as keyof About, text]]));
}

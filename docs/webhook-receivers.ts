/** The receivers in docs/webhooks.md, which tests run as files. */

const LANGUAGES: Readonly<Record<string, string>> = { ts: "ts", py: "python", php: "php" };

/** Puts each example below the comment that names its file, in place of the code that is there. */
export function withReceivers(page: string, read: (path: string) => string): string {
  const place = /<!-- (examples\/webhooks\/receiver\.(\w+)) -->\n(?:```[^]*?\n```\n)?/g;
  return page.replace(place, (_, path: string, extension: string) => {
    const fence = "```";
    return `<!-- ${path} -->\n${fence}${LANGUAGES[extension] ?? ""}\n${read(path).trimEnd()}\n${fence}\n`;
  });
}

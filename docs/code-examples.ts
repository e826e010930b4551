/** The code in guides that lies in files of `examples/`, so that tests run it. */

const LANGUAGES: Readonly<Record<string, string>> = { ts: "ts", py: "python", php: "php", gs: "js" };

/** Puts each example below the comment that names its file, in place of the code that is there. */
export function withExamples(page: string, read: (path: string) => string): string {
  const place = /<!-- (examples\/[\w/-]+\.(\w+)) -->\n(?:```[^]*?\n```\n)?/g;
  return page.replace(place, (_, path: string, extension: string) => {
    const fence = "```";
    return `<!-- ${path} -->\n${fence}${LANGUAGES[extension] ?? ""}\n${read(path).trimEnd()}\n${fence}\n`;
  });
}

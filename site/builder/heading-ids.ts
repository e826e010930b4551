/** The anchors of headings. */

/**
 * Returns a function that gives each heading of one page the same anchor as GitHub does, so a link works in the
 * repository and on the page. A repeated heading gets a number.
 */
export function headingIds(): (text: string) => string {
  const taken = new Set<string>();
  return (text) => {
    const anchor = text
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, "")
      .replaceAll(" ", "-");
    let id = anchor;
    for (let count = 1; taken.has(id); count += 1) id = `${anchor}-${count}`;
    taken.add(id);
    return id;
  };
}

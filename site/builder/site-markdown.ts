/** The Markdown of a page as the service returns it, for assistants and other programs. */
import type { PageContext } from "./render-markdown.js";

/** Code can contain text that looks like a link. */
const CODE = /^```[^]*?^```/gm;
const LINK = /(!?)\[([^\]]*)\]\(([^)\s]+)\)/g;

/**
 * Returns the Markdown with links to the Markdown files of other pages and to pictures of the service. The text of a link
 * to something that only the repository has remains.
 */
export function siteMarkdown(markdown: string, { link, picture }: Pick<PageContext, "link" | "picture">): string {
  const withLinks = (text: string) =>
    text.replaceAll(LINK, (_link, mark: string, label: string, href: string) => {
      if (mark === "!") return `![${label}](${picture(href).src})`;
      const address = link(href);
      return address === undefined ? label : `[${label}](${markdownAddress(address)})`;
    });
  let at = 0;
  let result = "";
  for (const { 0: code, index } of markdown.matchAll(CODE)) {
    result += withLinks(markdown.slice(at, index)) + code;
    at = index + code.length;
  }
  return (result + withLinks(markdown.slice(at))).replaceAll(/<!--[^]*?-->\n*/g, "");
}

/** Returns the address of the Markdown file of a page. Other addresses stay as they are. */
function markdownAddress(address: string): string {
  return address.replace(/^(\/docs\/(?!reference|gallery)[\w/-]+)/, "$1.md");
}

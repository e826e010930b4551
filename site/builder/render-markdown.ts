/** Turns the Markdown of one page into HTML that a strict content security policy allows. */
import { Marked, type RendererObject, type Token, type Tokens } from "marked";
import { drawDiagram } from "./diagrams/draw-diagram.js";
import { codeTabs } from "./code-tabs.js";
import { escapeHtml } from "./escape-html.js";
import { headingIds } from "./heading-ids.js";
import { renderCode } from "./render-code.js";

export interface Heading {
  readonly level: number;
  readonly id: string;
  readonly text: string;
}

/** A file of a picture on the service. */
export interface Picture {
  readonly src: string;
  readonly width: number;
  readonly height: number;
  /** The same picture for readers who prefer dark pages. */
  readonly dark: string | undefined;
}

/** The facts that the page needs about its surroundings. */
export interface PageContext {
  /** The Markdown file, for error messages. */
  readonly source: string;
  /** Returns the address of a link on the service, or `undefined` if only the repository has its target. */
  link(href: string): string | undefined;
  /** @throws Error if there is no such file */
  picture(href: string): Picture;
}

/** The parts of a rendered page. */
export interface RenderedPage {
  readonly title: string;
  /** The text of the first paragraph. */
  readonly description: string;
  readonly html: string;
  /** The headings below the title. */
  readonly headings: readonly Heading[];
  /** The first picture of the page. */
  readonly picture: Picture | undefined;
}

/** @throws Error if the page does not begin with its title */
export function renderMarkdown(markdown: string, context: PageContext): RenderedPage {
  const headings: Heading[] = [];
  const pictures: Picture[] = [];
  const marked = new Marked({ gfm: true });
  marked.use({ renderer: rendererFor(context, headings, pictures), extensions: [codeTabs()] });
  const [title, ...rest] = marked.lexer(markdown).filter(({ type }) => type !== "space");
  if (title?.type !== "heading") throw new Error(`docs/${context.source} must begin with its title, “# …”.`);
  const paragraph = rest.find(({ type }) => type === "paragraph");
  return {
    title: plainText([title]),
    description: plainText(paragraph === undefined ? [] : [paragraph]),
    html: marked.parser(rest),
    headings,
    picture: pictures[0],
  };
}

function rendererFor(context: PageContext, headings: Heading[], pictures: Picture[]): RendererObject {
  const idOf = headingIds();
  return {
    heading({ tokens, depth }: Tokens.Heading): string {
      const text = plainText(tokens);
      const id = idOf(text);
      headings.push({ level: depth, id, text });
      const link = `<a class="anchor" href="#${id}" aria-label="Link to “${escapeHtml(text)}”">#</a>`;
      return `<h${depth} id="${id}">${this.parser.parseInline(tokens)}${link}</h${depth}>\n`;
    },
    code: ({ text, lang = "" }: Tokens.Code) => (lang === "mermaid" ? drawDiagram(text) : renderCode(text, lang)),
    // Tags are shown as text: `<name>` in a sentence is a placeholder, and markup could break the content security policy.
    html: ({ text }: Tokens.HTML | Tokens.Tag) => escapeHtml(text.replaceAll(/<!--[^]*?-->\n*/g, "")),
    link({ href, tokens }: Tokens.Link): string {
      const text = this.parser.parseInline(tokens);
      const address = context.link(href);
      return address === undefined ? text : `<a href="${escapeHtml(address)}">${text}</a>`;
    },
    image({ href, text }: Tokens.Image): string {
      const picture = context.picture(href);
      pictures.push(picture);
      return pictureHtml(picture, text, pictures.length > 1);
    },
    table({ header, rows }: Tokens.Table): string {
      const cell = (name: string) => (token: Tokens.TableCell) => {
        const align = token.align === "right" ? ' class="number"' : "";
        return `<${name}${align}>${this.parser.parseInline(token.tokens)}</${name}>`;
      };
      const body = rows.map((cells) => `<tr>${cells.map(cell("td")).join("")}</tr>`).join("\n");
      const head = header.map(cell("th")).join("").replaceAll("<th></th>", "<td></td>");
      return `<div class="table"><table><thead><tr>${head}</tr></thead><tbody>${body}</tbody></table></div>\n`;
    },
  };
}

function pictureHtml({ src, width, height, dark }: Picture, text: string, isLazy: boolean): string {
  const lazy = isLazy ? ' loading="lazy"' : "";
  const image = `<img src="${src}" alt="${escapeHtml(text)}" width="${width}" height="${height}"${lazy}>`;
  if (dark === undefined) return image;
  return `<picture><source srcset="${dark}" media="(prefers-color-scheme: dark)">${image}</picture>`;
}

/** Returns the text of tokens without their formatting. */
function plainText(tokens: readonly Token[]): string {
  return tokens
    .map((token) => {
      const { tokens: parts, text = "" } = token as { readonly tokens?: readonly Token[]; readonly text?: string };
      return parts === undefined ? text.replaceAll("\n", " ") : plainText(parts);
    })
    .join("");
}

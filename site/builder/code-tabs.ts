/**
 * Shows the same code in several languages, and the reader chooses one. In Markdown these are code blocks that follow one
 * another, each with `tab=NAME` after its language. GitHub shows them one below the other.
 */
import type { TokenizerAndRendererExtension, Tokens } from "marked";
import { escapeHtml } from "./escape-html.js";
import { codeBody, copyButton } from "./render-code.js";

const BLOCKS = /^(?:```\w+ tab=[^\n]+\n[^]*?\n```(?:\n+|$))+/;
const BLOCK = /```(\w+) tab=([^\n]+)\n([^]*?)\n```/g;

interface Block {
  readonly language: string;
  readonly tab: string;
  readonly code: string;
}

/** Returns the extension for one page. It numbers the groups of the page. */
export function codeTabs(): TokenizerAndRendererExtension {
  let groups = 0;
  return {
    name: "tabs",
    level: "block",
    start: (text) => /^```\w+ tab=/m.exec(text)?.index,
    tokenizer(text): Tokens.Generic | undefined {
      const raw = BLOCKS.exec(text)?.[0];
      if (raw === undefined) return undefined;
      const blocks = [...raw.matchAll(BLOCK)].map(([, language = "", tab = "", code = ""]) => ({
        language,
        tab,
        code,
      }));
      return { type: "tabs", raw, blocks };
    },
    renderer(token) {
      groups += 1;
      return tabsHtml(token["blocks"] as readonly Block[], `code-${groups}`);
    },
  };
}

function tabsHtml(blocks: readonly Block[], group: string): string {
  const tabs = blocks.map(({ tab }, index) => {
    const state = index === 0 ? 'aria-selected="true"' : 'aria-selected="false" tabindex="-1"';
    return `<button type="button" role="tab" id="${group}-tab-${index}" aria-controls="${group}-${index}" ${state}>${escapeHtml(tab)}</button>`;
  });
  const panels = blocks.map(({ language, code }, index) => {
    const hidden = index === 0 ? "" : " hidden";
    return `<div role="tabpanel" id="${group}-${index}" aria-labelledby="${group}-tab-${index}"${hidden}>${codeBody(code, language)}</div>`;
  });
  const list = `<div class="tabs" role="tablist" aria-label="Language">${tabs.join("")}</div>`;
  return `<div class="code" data-tabs><div class="head">${list}${copyButton()}</div>${panels.join("")}</div>\n`;
}

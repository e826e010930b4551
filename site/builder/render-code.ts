/** A block of code with the button that copies it. */
import { escapeHtml } from "./escape-html.js";
import { highlightCode, languageName } from "./highlight-code.js";

/** Returns the HTML of a code block. Only code in a known language has a header. */
export function renderCode(code: string, language: string): string {
  const name = languageName(language);
  if (name === "") return `<div class="code plain">${codeBody(code, language)}${copyButton()}</div>\n`;
  return `<div class="code"><div class="head"><span>${name}</span>${copyButton()}</div>${codeBody(code, language)}</div>\n`;
}

/** Returns the HTML of the code alone. It can have the focus, so that the keyboard can scroll long lines. */
export function codeBody(code: string, language: string): string {
  return `<pre tabindex="0"><code class="${escapeHtml(language)}">${highlightCode(code, language)}</code></pre>`;
}

/** Returns the HTML of the button that copies the code of its block. */
export function copyButton(): string {
  return '<button type="button" class="button" data-copy>Copy</button>';
}

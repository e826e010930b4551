import { describe, expect, test } from "@jest/globals";
import { renderMarkdown } from "../../site/builder/render-markdown.js";

const context = {
  source: "test.md",
  link: (href: string) => (href.startsWith("decisions/") ? undefined : `/docs/${href}`),
  picture: (href: string) => ({ src: `/assets/${href}`, width: 600, height: 315, dark: `/assets/dark-${href}` }),
};
const render = (...lines: string[]) => renderMarkdown(["# A page", "", ...lines].join("\n"), context);

describe("Markdown as a page", () => {
  test("the title, the description, the headings and the first picture are known apart from the text", () => {
    const page = render("First *paragraph*", "of two lines.", "", "## A `code` heading", "", "![A card](card.webp)");
    expect([page.title, page.description]).toEqual(["A page", "First paragraph of two lines."]);
    expect(page.headings).toEqual([{ level: 2, id: "a-code-heading", text: "A code heading" }]);
    expect(page.picture?.src).toBe("/assets/card.webp");
  });

  test("headings have the anchors that GitHub gives them, with a number if they repeat", () => {
    const page = render("## POST /api/v1/render", "", "## Was ist größer?", "", "## Errors", "", "## Errors");
    expect(page.headings.map(({ id }) => id)).toEqual(["post-apiv1render", "was-ist-größer", "errors", "errors-1"]);
  });

  test("a link to something that only the repository has becomes text", () => {
    expect(render("See [one](a.md) and [two](decisions/0001.md).").html).toBe(
      '<p>See <a href="/docs/a.md">one</a> and two.</p>\n',
    );
  });

  test("markup in the text is shown as text, and comments are left out", () => {
    const { html } = render("Use <name> and <img src=x onerror=alert(1)>.", "", "<!-- table: x -->", "", "<b>bold</b>");
    expect(html).toContain("Use &lt;name&gt; and &lt;img src=x onerror=alert(1)&gt;.");
    expect(html).toContain("&lt;b&gt;bold&lt;/b&gt;");
    expect(html).not.toContain("table: x");
  });

  test("a picture reserves its space and has a version for dark pages", () => {
    expect(render("![A “card”](card.webp)").html).toContain(
      '<picture><source srcset="/assets/dark-card.webp" media="(prefers-color-scheme: dark)"><img src="/assets/card.webp" alt="A “card”" width="600" height="315"></picture>',
    );
  });

  test("code blocks with tabs that follow one another become one block with tabs, even within a list", () => {
    const lines = ["```bash tab=cURL", 'curl "$BASE"', "```", "", "```ts tab=TypeScript", "fetch(url);", "```"];
    for (const { html } of [render(...lines), render("1. Do this:", "", ...lines.map((line) => `   ${line}`))]) {
      expect(html.match(/role="tablist"/g)).toHaveLength(1);
      expect([...html.matchAll(/role="tab" [^>]*>([^<]+)</g)].map(([, name]) => name)).toEqual(["cURL", "TypeScript"]);
      expect(html.match(/role="tabpanel"[^>]* hidden/g)).toHaveLength(1);
    }
  });

  test("the address of the service and the key are marked in every language, so that the page can fill them in", () => {
    const { html } = render(
      ...["```bash", 'curl "$BASE/api" -H "Authorization: Bearer $IRS_API_KEY"', "```", ""],
      ...["```bash", 'echo "$IRS_URL"', "```", ""],
      ...["```ts", 'const url = "https://images.example.com/api", key = process.env.IRS_API_KEY;', "```", ""],
      ...["```ts", "const url = process.env.IRS_URL;", "```", ""],
      ...["```python", 'key = os.environ["IRS_API_KEY"]', 'url = os.environ["IRS_URL"]', "```"],
    );
    expect([...html.matchAll(/<span data-base>([^<]+)<\/span>/g)].map(([, text]) => text)).toEqual([
      "$BASE",
      "$IRS_URL",
      "https://images.example.com",
    ]);
    expect(html.match(/<span data-key>\$IRS_API_KEY<\/span>/g)).toHaveLength(1);
    const quoted = (mark: string) =>
      [...html.matchAll(new RegExp(`<span ${mark}="quoted">(.*?)</span>(?=[;\\n<])`, "g"))].map(([, text = ""]) =>
        text.replaceAll(/<[^>]*>/g, ""),
      );
    expect(quoted("data-key")).toEqual(["process.env.IRS_API_KEY", "os.environ[&quot;IRS_API_KEY&quot;]"]);
    expect(quoted("data-base")).toEqual(["process.env.IRS_URL", "os.environ[&quot;IRS_URL&quot;]"]);
  });

  test("a page without a title and code in an unknown language are refused with their place", () => {
    expect(() => renderMarkdown("Text", context)).toThrow("docs/test.md must begin with its title");
    expect(() => render("```cobol", "MOVE A TO B.", "```")).toThrow("The language cobol is unknown");
  });
});

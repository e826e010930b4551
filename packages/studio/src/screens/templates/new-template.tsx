import { Code } from "lucide";
import { useState } from "preact/hooks";
import { Button } from "../../components/button.js";
import { PageHead } from "../../components/page-head.js";
import { pages } from "../../messages/en/common.js";
import { newTemplate as texts } from "../../messages/en/new-template.js";
import { pathTo } from "../../router/location.js";
import { CopyTemplate } from "./new/copy-template.js";
import { DocumentReview } from "./new/document-review.js";
import { EmptyTemplate } from "./new/empty-template.js";
import { HtmlTemplate } from "./new/html-template.js";
import { type ReadFile, TemplateFile } from "./new/template-file.js";
import "./new/new-template.css";

/** The ways to begin a template: a file, HTML, a copy, or an empty page. */
export function NewTemplate() {
  const [file, setFile] = useState<ReadFile>();
  const [isHtml, setHtml] = useState(false);
  return (
    <>
      <PageHead title={texts.title} up={{ href: pathTo("templates"), label: pages.templates }} />
      {file !== undefined ? (
        <DocumentReview key={file.name} file={file} onDiscard={() => setFile(undefined)} />
      ) : isHtml ? (
        <HtmlTemplate onDiscard={() => setHtml(false)} />
      ) : (
        <div class="new-template">
          <TemplateFile onRead={setFile} />
          <section aria-labelledby="from-html">
            <h2 id="from-html">{texts.fromHtml}</h2>
            <p class="quiet">{texts.htmlLead}</p>
            <div>
              <Button icon={Code} onClick={() => setHtml(true)}>
                {texts.htmlAction}
              </Button>
            </div>
          </section>
          <CopyTemplate />
          <EmptyTemplate />
        </div>
      )}
    </>
  );
}

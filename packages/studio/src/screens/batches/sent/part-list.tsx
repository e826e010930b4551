import { batchPage as texts } from "../../../messages/en/batches.js";
import { pathTo } from "../../../router/location.js";
import { totalsOf } from "../model/parts.js";
import { describePart } from "../model/describe-part.js";
import type { Sheet } from "../model/sheet.js";

/** The batches that the sheet was sent as. Each can be opened alone. */
export function PartList({ sheet }: { readonly sheet: Sheet }) {
  return (
    <section class="batch-section" aria-labelledby="parts-title">
      <h2 id="parts-title">
        {texts.partsTitle} <span class="page-count quiet">{sheet.parts.length}</span>
      </h2>
      <ul class="part-list">
        {sheet.parts.map((part, index) => {
          const states = part.rows.map((row, place) => ({ row, part, render: part.renders?.[place] }));
          const { total, done, failed } = totalsOf(states);
          return (
            <li key={part.key}>
              {part.batchId === undefined ? (
                <span>{describePart(sheet, index)}</span>
              ) : (
                <a href={pathTo("batches", part.batchId)}>{describePart(sheet, index)}</a>
              )}
              <span class="quiet">
                {part.batchId === undefined ? texts.partUnsent : texts.progress(done, total)}
                {failed > 0 && ` · ${texts.failed(failed)}`}
              </span>
              {part.batchId !== undefined && (
                <a class="quiet" href={`${pathTo("renders")}?batch=${part.batchId}`}>
                  {texts.partRenders}
                </a>
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}

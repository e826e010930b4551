import { ErrorNotice, ProgressLine } from "../../../components/states.js";
import { Picture } from "../../../components/picture.js";
import { formatNumber } from "../../../messages/format.js";
import { tryIt as texts } from "../../../messages/en/try-it.js";
import type { Output } from "../request/request-of.js";
import type { PlacedMessage } from "../form/place-of-issue.js";
import type { PreviewState } from "./use-preview.js";

interface PreviewPaneProps {
  readonly name: string;
  /** The size of the picture that a render would create, in pixels. */
  readonly size: { readonly width: number; readonly height: number };
  readonly preview: PreviewState;
  readonly format: Output["format"];
  /** Messages that belong to no field. */
  readonly errors: readonly PlacedMessage[];
  readonly canPreview: boolean;
}

/** The rendered picture, as large as the page allows. */
export function PreviewPane({ name, size, preview, format, errors, canPreview }: PreviewPaneProps) {
  const { address, width = Math.round(size.width), height = Math.round(size.height), warnings } = preview;
  if (!canPreview) return <p class="quiet">{texts.noPreviewScope}</p>;
  const general = warnings.filter(({ layer }) => layer === "");
  return (
    <figure class="preview-pane" aria-label={texts.picture} aria-busy={preview.isDrawing}>
      <div class="preview-frame" style={{ aspectRatio: `${size.width} / ${size.height}` }}>
        <ProgressLine isShown={preview.isDrawing} />
        <Picture src={address} alt={texts.pictureAlt(name)} width={width} height={height} />
      </div>
      <figcaption>
        {width < Math.round(size.width) && <p class="quiet">{texts.reduced}</p>}
        {format === "pdf" && <p class="quiet">{texts.pdfPreview}</p>}
        {preview.isLimited && <p class="quiet">{texts.rateLimited}</p>}
        {preview.error !== undefined && !preview.isLimited && errors.length > 0 && (
          <ErrorNotice what={texts.previewFailed} error={preview.error} />
        )}
        {warnings.length > 0 && (
          <details class="preview-warnings">
            <summary>{texts.warnings(warnings.length)}</summary>
            <ul>
              {[...general, ...warnings.filter(({ layer }) => layer !== "")].map(({ code, layer, message }, index) => (
                <li key={`${code} ${layer} ${formatNumber(index)}`}>
                  {layer !== "" && <strong>{layer}: </strong>}
                  {message}
                </li>
              ))}
            </ul>
          </details>
        )}
      </figcaption>
    </figure>
  );
}

import { Picture } from "../../../components/picture.js";
import { batchDraft as texts } from "../../../messages/en/batches.js";
import type { CheckedRow } from "../model/check-book.js";
import type { Sheet } from "../model/sheet.js";
import { usePreviews } from "./use-previews.js";

const SHOWN = 3;

interface FirstPicturesProps {
  readonly sheet: Sheet;
  /** The rows that are sent. */
  readonly rows: readonly CheckedRow[];
}

/** The pictures of the first rows, drawn by the service. */
export function FirstPictures({ sheet, rows }: FirstPicturesProps) {
  const first = rows.slice(0, SHOWN);
  const previews = usePreviews(
    first.map(({ request }) => request),
    sheet.template,
  );
  const { width, height } = sheet.template;
  return (
    <ul class="first-pictures">
      {first.map(({ row }, index) => {
        const { address, error } = previews[index] ?? {};
        const number = sheet.rows[row]?.number ?? row;
        return (
          <li key={row}>
            {error === undefined ? (
              <div class="first-picture" style={{ aspectRatio: `${width} / ${height}` }}>
                <Picture src={address} alt={texts.pictureAlt(number)} width={width} height={height} />
              </div>
            ) : (
              <p class="first-picture failed" style={{ aspectRatio: `${width} / ${height}` }} title={error.message}>
                {texts.pictureProblem}
              </p>
            )}
            <span class="quiet">{texts.pictureOf(number)}</span>
          </li>
        );
      })}
    </ul>
  );
}

/** Splits the time of one picture into its parts. */
import type { RecordedPicture, RecordedRequest } from "./record-pictures.js";

/** Milliseconds by the name of a part. `total` is their sum, and the stages of the service are part of `service`. */
export type PictureTime = Readonly<Record<string, number>>;

/** @param changedAt when the document was changed */
export function partsOf(request: RecordedRequest, picture: RecordedPicture, changedAt: number): PictureTime {
  const stages = Object.entries(request.stages).map(([name, milliseconds]) => [`service: ${name}`, milliseconds]);
  return {
    total: picture.paintedAt - changedAt,
    "until it is decoded": picture.shownAt - changedAt,
    "before the request": request.startTime - changedAt,
    "until it is sent": request.requestStart - request.startTime,
    service: request.responseStart - request.requestStart,
    ...Object.fromEntries(stages),
    transfer: request.responseEnd - request.responseStart,
    decoding: picture.shownAt - request.responseEnd,
    painting: picture.paintedAt - picture.shownAt,
  };
}

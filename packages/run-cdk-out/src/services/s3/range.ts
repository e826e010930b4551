/** The `Range` header. */
import { AwsError } from "../aws-error.js";

/** First and last byte, both included. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

/** One range of bytes; undefined (the whole) for none, several or an unreadable one, as S3 does. */
export function parseRange(header: string | undefined, size: number): Range | undefined {
  const [, first, last] = /^bytes=(\d*)-(\d*)$/.exec(header ?? "") ?? [];
  if (first === undefined || last === undefined || (first === "" && last === "")) return undefined;
  const start = first === "" ? Math.max(0, size - Number(last)) : Number(first);
  const end = first === "" || last === "" ? size - 1 : Math.min(Number(last), size - 1);
  if (first !== "" && last !== "" && Number(last) < Number(first)) return undefined;
  if (start < size) return { start, end };
  throw new AwsError("InvalidRange", "The requested range is not satisfiable", 416, {
    RangeRequested: header ?? "",
    ActualObjectSize: String(size),
  });
}

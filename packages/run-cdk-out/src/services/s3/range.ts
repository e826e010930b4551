/** The `Range` header. */
import { AwsError } from "../aws-error.js";

/** The first and last byte, both inclusive. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

/** Returns the requested range; undefined (all bytes) for several ranges or an invalid header, as on S3. */
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

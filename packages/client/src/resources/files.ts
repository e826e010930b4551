import type { CallOptions } from "../options.js";

/** The settings of a call that opens a file. */
export interface FileOptions extends CallOptions {
  /** The header `Range`, for example `bytes=0-1023`. The status is then 206. */
  readonly range?: string | undefined;
  /** An earlier `etag`. If the file is still the same, the status is 304, without a body. */
  readonly ifNoneMatch?: string | undefined;
}

/** Facts about a file. */
export interface FileInfo {
  readonly contentType: string | undefined;
  readonly bytes: number | undefined;
  readonly etag: string | undefined;
}

/** Returns the request headers of the options. */
export function fileHeaders({ range, ifNoneMatch }: FileOptions): Record<string, string | undefined> {
  return { range, "if-none-match": ifNoneMatch };
}

/** Returns the facts in the headers of a response. */
export function infoOf({ headers }: Response): FileInfo {
  const length = headers.get("content-length");
  return {
    contentType: headers.get("content-type") ?? undefined,
    bytes: length === null ? undefined : Number(length),
    etag: headers.get("etag") ?? undefined,
  };
}

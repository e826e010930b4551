/** The port that opens stored files: pictures, and the files of uploads. */
import type { Readable } from "node:stream";

/** The parts of an HTTP request that select the bytes of the response. */
export interface AssetConditions {
  readonly headOnly: boolean;
  readonly range?: string | undefined;
  /** An entity tag or a date. The range applies only if it still matches the stored file. */
  readonly ifRange?: string | undefined;
  readonly ifNoneMatch?: string | undefined;
}

/** A stored file, or the reason why it is not sent. */
export type OpenedAsset =
  | {
      readonly kind: "open";
      readonly status: 200 | 206;
      /** Content-Type, Content-Range, ETag, Last-Modified as stored. No Content-Length: function URLs rename it. */
      readonly headers: Readonly<Record<string, string>>;
      /** The size of the body, even for HEAD, if it is known. */
      readonly bytes?: number | undefined;
      readonly body: Readable | undefined;
    }
  | { readonly kind: "not-modified"; readonly etag: string | undefined }
  | { readonly kind: "unsatisfiable-range"; readonly bytes: number | undefined }
  | { readonly kind: "archived" }
  | { readonly kind: "missing" };

/** Files in the bucket that a response can stream. */
export interface AssetStore {
  open(key: string, conditions: AssetConditions): Promise<OpenedAsset>;
}

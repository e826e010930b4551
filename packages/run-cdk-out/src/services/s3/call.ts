/** A parsed request to S3, and the helpers that the operations share. */
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from "node:http";
import { AwsError } from "../aws-error.js";
import type { ObjectMetadata } from "./object-metadata.js";
import type { ObjectStore } from "./object-store.js";
import { xmlDocument, type XmlElement } from "./xml.js";

export interface S3Call {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly requestId: string;
  /** Empty for an operation on the service. */
  readonly bucket: string;
  /** Empty for an operation on a bucket. */
  readonly key: string;
  readonly query: ReadonlyMap<string, string>;
  /** By lower-case name. The `x-amz-…` query parameters of a presigned URL count as headers. */
  readonly headers: Readonly<Record<string, string>>;
  /**
   * Returns whether the caller may also call this action on the bucket or on an object of it, for example to learn
   * whether a key exists.
   */
  readonly isAllowed: (action: string, key?: string) => boolean;
}

/** A parsed request whose caller is not known yet. */
export type UnauthorizedCall = Omit<S3Call, "isAllowed">;

/** Receives the changes of objects. */
export interface Notifier {
  created(bucket: string, object: ObjectMetadata, reason: string, requestId: string): void;
  deleted(bucket: string, object: ObjectMetadata, reason: string, requestId: string): void;
  /** Called when a lifecycle rule has deleted the object. */
  expired(bucket: string, object: ObjectMetadata, requestId: string): void;
  /** Called when a lifecycle rule has moved the object. */
  storageClassChanged(bucket: string, object: ObjectMetadata, requestId: string): void;
}

export interface S3State {
  readonly store: ObjectStore;
  readonly notifier: Notifier;
  readonly now: () => number;
}

export type S3Operation = (call: S3Call, state: S3State) => Promise<void>;

/** Sends an XML document. */
export function respondXml({ response }: S3Call, element: XmlElement, headers: OutgoingHttpHeaders = {}): void {
  response.writeHead(200, { "content-type": "application/xml", ...headers });
  response.end(xmlDocument(element));
}

export function respondEmpty({ response }: S3Call, status: number, headers: OutgoingHttpHeaders = {}): void {
  response.writeHead(status, headers).end();
}

export function noSuchKey(key: string): AwsError {
  return new AwsError("NoSuchKey", "The specified key does not exist.", 404, { Key: key });
}

export async function requireBucket(store: ObjectStore, bucket: string): Promise<void> {
  if ((await store.buckets()).includes(bucket)) return;
  throw new AwsError("NoSuchBucket", "The specified bucket does not exist", 404, { BucketName: bucket });
}

/**
 * Every object in S3 is encrypted, with keys that S3 manages unless the bucket says otherwise, and every response about
 * an object's content says so (S3 user guide, "Using server-side encryption with Amazon S3 managed keys").
 */
export const ENCRYPTION_HEADERS = { "x-amz-server-side-encryption": "AES256" } as const;

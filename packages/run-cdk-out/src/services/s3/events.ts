/** Changes of objects as events of EventBridge. */
import { LOCAL_ACCOUNT_ID, type BusEntry } from "../service.js";
import type { Notifier } from "./call.js";
import type { ObjectMetadata } from "./object-metadata.js";

/** Creates a notifier that emits an event for each change (S3 user guide, "EventBridge event message structure"). */
export function eventNotifier(onEvent: (event: BusEntry) => void): Notifier {
  let sequence = 0;
  const emit = (detailType: string, bucket: string, object: object, detail: object): void => {
    const sequencer = (Date.now() * 0x1000 + (sequence++ % 0x1000)).toString(16).toUpperCase().padStart(16, "0");
    onEvent({
      source: "aws.s3",
      detailType,
      resources: [`arn:aws:s3:::${bucket}`],
      detail: { version: "0", bucket: { name: bucket }, object: { ...object, sequencer }, ...detail },
    });
  };
  const caller = (requestId: string): object => ({
    "request-id": requestId,
    requester: LOCAL_ACCOUNT_ID,
    "source-ip-address": "127.0.0.1",
  });
  /** S3 itself is the requester, so there is no source address. */
  const lifecycle = (requestId: string): object => ({ "request-id": requestId, requester: "s3.amazonaws.com" });
  return {
    created(bucket, object, reason, requestId) {
      emit("Object Created", bucket, identity(object), { ...caller(requestId), reason });
    },
    deleted(bucket, object, reason, requestId) {
      const detail = { ...caller(requestId), reason, "deletion-type": "Permanently Deleted" };
      emit("Object Deleted", bucket, { key: object.key }, detail);
    },
    expired(bucket, object, requestId) {
      const detail = {
        ...lifecycle(requestId),
        reason: "Lifecycle Expiration",
        "deletion-type": "Permanently Deleted",
      };
      emit("Object Deleted", bucket, identity(object), detail);
    },
    storageClassChanged(bucket, object, requestId) {
      const detail = { ...lifecycle(requestId), "destination-storage-class": object.storageClass };
      emit("Object Storage Class Changed", bucket, identity(object), detail);
    },
  };
}

function identity({ key, size, etag }: ObjectMetadata): object {
  return { key, size, etag };
}

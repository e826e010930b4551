/** Applies lifecycle rules to the objects of buckets, and emits S3's events for the changes. */
import type { S3State } from "./call.js";
import { dueActions, type Lifecycle } from "./lifecycle.js";
import type { ObjectMetadata, StorageClass } from "./object-metadata.js";
import { newRequestId } from "./request-id.js";

/**
 * The number of objects that lifecycle rules have changed. An object that was moved and then deleted counts in both.
 */
export interface LifecycleRun {
  readonly transitioned: number;
  readonly expired: number;
}

interface ObjectName {
  readonly bucket: string;
  readonly key: string;
}

/** Makes all objects of the buckets older by `olderByMs`, then takes the actions that are due at `nowMs`. */
export async function applyLifecycles(
  state: S3State,
  lifecycles: ReadonlyMap<string, Lifecycle>,
  { olderByMs, nowMs }: { readonly olderByMs: number; readonly nowMs: number },
): Promise<LifecycleRun> {
  const run = { transitioned: 0, expired: 0 };
  const age = (object: ObjectMetadata) => ({ ...object, agedMs: (object.agedMs ?? 0) + olderByMs });
  for (const [bucket, lifecycle] of lifecycles) {
    for (const key of await state.store.keys(bucket, "")) {
      const object = await state.store.update(bucket, key, age);
      for (const action of object ? dueActions(object, lifecycle, nowMs) : []) {
        if (action.kind === "expiration") {
          await expireObject(state, { bucket, key });
          run.expired += 1;
        } else {
          await moveObject(state, { bucket, key }, action.storageClass);
          run.transitioned += 1;
        }
      }
    }
  }
  return run;
}

/** Moves an object to another storage class. @throws Error if it does not exist */
export async function moveObject(
  { store, notifier }: S3State,
  { bucket, key }: ObjectName,
  storageClass: StorageClass,
): Promise<void> {
  const object = await store.update(bucket, key, (current) => ({ ...current, storageClass }));
  if (!object) throw noSuchObject(bucket, key);
  notifier.storageClassChanged(bucket, object, newRequestId());
}

/** Deletes an object because of its age. @throws Error if it does not exist */
export async function expireObject({ store, notifier }: S3State, { bucket, key }: ObjectName): Promise<void> {
  const object = await store.remove(bucket, key);
  if (!object) throw noSuchObject(bucket, key);
  notifier.expired(bucket, object, newRequestId());
}

function noSuchObject(bucket: string, key: string): Error {
  return new Error(`There is no object ${key} in the bucket ${bucket}.`);
}

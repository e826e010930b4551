/**
 * The lifecycle rules of a bucket, and their actions on an object at a certain time (S3 user guide, "Lifecycle
 * configuration elements" and "How Amazon S3 handles conflicts in lifecycle configurations").
 */
import * as z from "zod";
import { type ObjectMetadata, type StorageClass, storageClassSchema } from "./object-metadata.js";

const DAY_MS = 86_400_000;
/** S3 does not move smaller objects, unless the configuration or the rule says otherwise. */
const MIN_MOVED_BYTES = 128 * 1024;

/** A template can contain numbers as text. */
const numeric = z.coerce.number().int().min(0);

const ruleSchema = z.strictObject({
  Status: z.enum(["Enabled", "Disabled"]),
  Prefix: z.string().default(""),
  TagFilters: z.array(z.strictObject({ Key: z.string(), Value: z.string() })).default([]),
  ObjectSizeGreaterThan: numeric.optional(),
  ObjectSizeLessThan: numeric.optional(),
  ExpirationInDays: numeric.optional(),
  Transitions: z.array(z.strictObject({ StorageClass: storageClassSchema, TransitionInDays: numeric })).default([]),
  // These have no effect here: there are no versions, and incomplete uploads stay.
  Id: z.unknown().optional(),
  AbortIncompleteMultipartUpload: z.unknown().optional(),
  NoncurrentVersionExpiration: z.unknown().optional(),
  NoncurrentVersionTransitions: z.unknown().optional(),
  ExpiredObjectDeleteMarker: z.unknown().optional(),
});

/** `LifecycleConfiguration` of a bucket in a template. */
export const lifecycleSchema = z.strictObject({
  Rules: z.array(ruleSchema),
  TransitionDefaultMinimumObjectSize: z
    .enum(["all_storage_classes_128K", "varies_by_storage_class"])
    .default("all_storage_classes_128K"),
});
export type Lifecycle = z.infer<typeof lifecycleSchema>;
type Rule = Lifecycle["Rules"][number];

/** The action of a rule on an object. */
export type LifecycleAction =
  { readonly kind: "transition"; readonly storageClass: StorageClass } | { readonly kind: "expiration" };

/** The storage classes, from the quickest to read to the slowest. A rule moves objects only in this direction. */
const STORAGE_CLASSES_BY_SPEED: readonly StorageClass[] = [
  "STANDARD",
  "STANDARD_IA",
  "INTELLIGENT_TIERING",
  "ONEZONE_IA",
  "GLACIER_IR",
  "GLACIER",
  "DEEP_ARCHIVE",
];

/** The properties of an object that rules select by. */
export type LifecycleObject = Pick<
  ObjectMetadata,
  "key" | "size" | "tags" | "storageClass" | "lastModifiedMs" | "agedMs"
>;

/**
 * Returns the actions of all matching rules that are due, in the order of their times. The earliest expiration wins,
 * and nothing comes after it. It also wins over a transition at the same time.
 */
export function dueActions(object: LifecycleObject, lifecycle: Lifecycle, nowMs: number): LifecycleAction[] {
  const createdMs = object.lastModifiedMs - (object.agedMs ?? 0);
  const rules = lifecycle.Rules.filter((rule) => selects(rule, object));
  const expirations = rules.flatMap(({ ExpirationInDays: days }) =>
    days === undefined ? [] : [dueAt(createdMs, days)],
  );
  const expiresAtMs = Math.min(...expirations);
  const transitions = rules
    .filter((rule) => moves(rule, object, lifecycle))
    .flatMap(({ Transitions }) => Transitions)
    .map(({ StorageClass: storageClass, TransitionInDays: days }) => ({ storageClass, atMs: dueAt(createdMs, days) }))
    .filter(({ atMs }) => atMs <= nowMs && atMs < expiresAtMs)
    .sort((one, other) => one.atMs - other.atMs || coldness(one.storageClass) - coldness(other.storageClass));
  const actions: LifecycleAction[] = [];
  let current = object.storageClass;
  for (const { storageClass } of transitions) {
    if (coldness(storageClass) <= coldness(current)) continue;
    actions.push({ kind: "transition", storageClass });
    current = storageClass;
  }
  return expiresAtMs <= nowMs ? [...actions, { kind: "expiration" }] : actions;
}

function coldness(storageClass: StorageClass): number {
  return STORAGE_CLASSES_BY_SPEED.indexOf(storageClass);
}

/** S3 adds the days to the creation time, and rounds up to the next midnight UTC. */
function dueAt(createdMs: number, days: number): number {
  return Math.ceil((createdMs + days * DAY_MS) / DAY_MS) * DAY_MS;
}

function selects(rule: Rule, { key, size, tags }: LifecycleObject): boolean {
  const { Status, Prefix, TagFilters, ObjectSizeGreaterThan: above = -1, ObjectSizeLessThan: below = Infinity } = rule;
  return (
    Status === "Enabled" &&
    key.startsWith(Prefix) &&
    size > above &&
    size < below &&
    TagFilters.every(({ Key, Value }) => tags[Key] === Value)
  );
}

function moves(
  rule: Rule,
  { size }: LifecycleObject,
  { TransitionDefaultMinimumObjectSize: minimum }: Lifecycle,
): boolean {
  const hasSizeFilter = rule.ObjectSizeGreaterThan !== undefined || rule.ObjectSizeLessThan !== undefined;
  return hasSizeFilter || minimum === "varies_by_storage_class" || size >= MIN_MOVED_BYTES;
}

/**
 * How long the files of jobs are kept: their pictures, and the inputs that are stored in the bucket.
 *
 * A retention class is a name that a file gets as a tag when it is stored. Each class has its own lifecycle rules. The
 * class of a file never changes. If several rules match an object, S3 follows the one that deletes it first. So the
 * rules without a tag, which match every object, must not delete any class too early.
 */
import * as z from "zod";

/** The allowed ages in days. */
export const RETENTION_DAYS = { archive: { min: 1, max: 3650 }, delete: { min: 2, max: 7300 } } as const;

/** Ages in days. */
export const retentionSchema = z
  .object({
    /** At this age, large pictures are archived and small ones are deleted. */
    archiveAfterDays: z.int().min(RETENTION_DAYS.archive.min).max(RETENTION_DAYS.archive.max),
    /** At this age, archived pictures are deleted. */
    deleteAfterDays: z.int().min(RETENTION_DAYS.delete.min).max(RETENTION_DAYS.delete.max),
  })
  .refine(({ archiveAfterDays, deleteAfterDays }) => deleteAfterDays > archiveAfterDays, {
    error: "deleteAfterDays must be greater than archiveAfterDays.",
    path: ["deleteAfterDays"],
  });
export type Retention = z.infer<typeof retentionSchema>;

/** The key of the tag of files. The value of the tag is the name of the retention class. */
export const RETENTION_TAG = "retention";

/** The class of the stage's own retention. No plan can have this name. */
export const STAGE_CLASS = "_stage";

export interface RetentionClasses {
  /** For files without a tag. */
  readonly untagged: Retention;
  /** By class. Each plan with its own retention is a class. */
  readonly tagged: Readonly<Record<string, Retention>>;
}

/**
 * Returns the classes of a deployment. Files have tags only where that is necessary, because tags cost money: if a plan
 * keeps its files longer than the stage does, the stage's own files need a tag too.
 */
export function retentionClasses(
  stage: Retention,
  plans: Readonly<Record<string, { readonly retention?: Retention | undefined }>>,
): RetentionClasses {
  const ofPlans = Object.fromEntries(
    Object.entries(plans).flatMap(([name, { retention }]) => (retention === undefined ? [] : [[name, retention]])),
  );
  const all = [stage, ...Object.values(ofPlans)];
  const untagged = {
    archiveAfterDays: Math.max(...all.map(({ archiveAfterDays }) => archiveAfterDays)),
    deleteAfterDays: Math.max(...all.map(({ deleteAfterDays }) => deleteAfterDays)),
  };
  const isStage =
    untagged.archiveAfterDays === stage.archiveAfterDays && untagged.deleteAfterDays === stage.deleteAfterDays;
  return { untagged, tagged: isStage ? ofPlans : { ...ofPlans, [STAGE_CLASS]: stage } };
}

/** Returns the class of the files of a new job, or `undefined` if they have no tag. */
export function retentionClassOf(planName: string, classes: readonly string[]): string | undefined {
  return classes.includes(planName) ? planName : classes.find((name) => name === STAGE_CLASS);
}

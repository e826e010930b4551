/** Secrets with their versions and staging labels, in one file that only its owner can read. */
import { randomUUID } from "node:crypto";
import { join } from "node:path";
import * as z from "zod";
import { readJsonFile, writeFileAtomic } from "../atomic-file.js";
import { AwsError } from "../aws-error.js";

const versionSchema = z.object({
  id: z.string(),
  /** Exactly one of `text` and `binary` is defined. */
  text: z.string().optional(),
  binary: z.string().optional(),
  stages: z.array(z.string()),
  createdMs: z.number(),
});
const secretSchema = z.object({
  arn: z.string(),
  name: z.string(),
  description: z.string().optional(),
  createdMs: z.number(),
  changedMs: z.number(),
  /** Newest last. */
  versions: z.array(versionSchema),
});
const fileSchema = z.object({ secrets: z.array(secretSchema) });

export type SecretVersion = z.infer<typeof versionSchema>;
export type Secret = z.infer<typeof secretSchema>;
/** The value of a version: text, or bytes in Base64. */
export type SecretValue = Pick<SecretVersion, "text" | "binary">;

/** Secrets Manager keeps about 100 versions. It deletes the oldest versions without a label. */
const MAX_VERSIONS = 100;

export class SecretStore {
  readonly #path: string;
  readonly #secrets: Secret[];

  constructor(dataDir: string) {
    this.#path = join(dataDir, "secrets.json");
    this.#secrets = readJsonFile(this.#path, fileSchema)?.secrets ?? [];
  }

  all(): readonly Secret[] {
    return this.#secrets;
  }

  /** Finds a secret by name, ARN, or ARN without the random suffix. */
  find(id: string): Secret | undefined {
    return this.#secrets.find(({ name, arn }) => name === id || arn === id || arn.replace(/-[^-]{6}$/, "") === id);
  }

  get(id: string): Secret {
    const secret = this.find(id);
    if (!secret) throw notFound("Secrets Manager can't find the specified secret.");
    return secret;
  }

  /**
   * Returns the version with that ID and label. If neither is given, returns the version with the label `AWSCURRENT`.
   */
  version(secret: Secret, id: string | undefined, stage: string | undefined): SecretVersion {
    const label = stage ?? (id === undefined ? "AWSCURRENT" : undefined);
    const version = secret.versions.find(
      (candidate) =>
        (id === undefined || candidate.id === id) && (label === undefined || candidate.stages.includes(label)),
    );
    if (version) return version;
    const what = id === undefined ? `staging label: ${label}` : `VersionId: ${id}`;
    throw notFound(`Secrets Manager can't find the specified secret value for ${what}`);
  }

  create(arn: string, name: string, description: string | undefined): Secret {
    if (this.find(name)) {
      throw new AwsError("ResourceExistsException", `The operation failed because the secret ${name} already exists.`);
    }
    const now = Date.now();
    const secret: Secret = { arn, name, description, createdMs: now, changedMs: now, versions: [] };
    this.#secrets.push(secret);
    this.#save();
    return secret;
  }

  remove(arn: string): void {
    const index = this.#secrets.findIndex((secret) => secret.arn === arn);
    if (index < 0) return;
    this.#secrets.splice(index, 1);
    this.#save();
  }

  /** Adds a version and moves the labels to it. A second call with the same ID and value changes nothing. */
  putVersion(
    secret: Secret,
    value: SecretValue,
    id: string = randomUUID(),
    stages: readonly string[] = ["AWSCURRENT"],
  ): SecretVersion {
    const existing = secret.versions.find((version) => version.id === id);
    if (existing) {
      if (existing.text === value.text && existing.binary === value.binary) return existing;
      throw new AwsError("ResourceExistsException", `A version with the ID ${id} and another value already exists.`);
    }
    const version: SecretVersion = { id, ...value, stages: [], createdMs: Date.now() };
    secret.versions.push(version);
    for (const stage of stages) attach(secret, stage, version);
    dropOldVersions(secret);
    this.#changed(secret);
    return version;
  }

  /** Moves a label to another version, or removes it. */
  moveStage(secret: Secret, stage: string, fromId: string | undefined, toId: string | undefined): void {
    const current = secret.versions.find((version) => version.stages.includes(stage));
    const target = toId === undefined ? undefined : this.version(secret, toId, undefined);
    if (current && current !== target && current.id !== fromId) {
      throw new AwsError(
        "InvalidParameterException",
        `The parameter RemoveFromVersionId must name the version ${current.id}, which the label ${stage} is attached to.`,
      );
    }
    if (!target && stage === "AWSCURRENT") {
      throw new AwsError(
        "InvalidParameterException",
        "You can only move staging label AWSCURRENT to a different version.",
      );
    }
    if (target) attach(secret, stage, target);
    else detach(secret, stage);
    this.#changed(secret);
  }

  #changed(secret: Secret): void {
    secret.changedMs = Date.now();
    this.#save();
  }

  #save(): void {
    writeFileAtomic(this.#path, JSON.stringify({ secrets: this.#secrets }, undefined, 2));
  }
}

/** Moves a label. The previous version with `AWSCURRENT` gets the label `AWSPREVIOUS`. */
function attach(secret: Secret, stage: string, target: SecretVersion): void {
  const previous = secret.versions.find((version) => version.stages.includes(stage));
  if (previous === target) return;
  detach(secret, stage);
  target.stages.push(stage);
  if (stage === "AWSCURRENT" && previous) {
    detach(secret, "AWSPREVIOUS");
    previous.stages.push("AWSPREVIOUS");
  }
}

function detach(secret: Secret, stage: string): void {
  for (const version of secret.versions) version.stages = version.stages.filter((label) => label !== stage);
}

function dropOldVersions(secret: Secret): void {
  while (secret.versions.length > MAX_VERSIONS) {
    const oldest = secret.versions.findIndex(({ stages }) => stages.length === 0);
    if (oldest < 0) return;
    secret.versions.splice(oldest, 1);
  }
}

function notFound(message: string): AwsError {
  return new AwsError("ResourceNotFoundException", message);
}

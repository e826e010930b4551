/** The operations of Secrets Manager. */
import { randomBytes } from "node:crypto";
import * as z from "zod";
import { AwsError } from "../aws-error.js";
import { type JsonOperation, operation } from "../aws-json.js";
import { LOCAL_ACCOUNT_ID, LOCAL_REGION } from "../service.js";
import type { Secret, SecretStore, SecretValue, SecretVersion } from "./secret-store.js";

const onSecret = z.strictObject({ SecretId: z.string() });
const valueFields = { SecretString: z.string().optional(), SecretBinary: z.base64().optional() };
const token = z.string().min(32).max(64);

/** Returns all operations of the local Secrets Manager, by name. */
export function secretsOperations(store: SecretStore): Record<string, JsonOperation> {
  return { ...readOperations(store), ...writeOperations(store) };
}

function readOperations(store: SecretStore): Record<string, JsonOperation> {
  return {
    GetSecretValue: operation(
      onSecret.extend({ VersionId: z.string().optional(), VersionStage: z.string().optional() }),
      ({ SecretId, VersionId, VersionStage }) => {
        const secret = store.get(SecretId);
        const version = store.version(secret, VersionId, VersionStage);
        return {
          ...identity(secret),
          VersionId: version.id,
          VersionStages: version.stages,
          SecretString: version.text,
          SecretBinary: version.binary,
          CreatedDate: version.createdMs / 1_000,
        };
      },
    ),
    DescribeSecret: operation(onSecret, ({ SecretId }) => describe(store.get(SecretId))),
    ListSecrets: operation(z.strictObject({ MaxResults: z.int().optional() }), () => ({
      SecretList: store.all().map(describe),
    })),
    ListSecretVersionIds: operation(onSecret.extend({ IncludeDeprecated: z.boolean().optional() }), (input) => {
      const secret = store.get(input.SecretId);
      const listed = secret.versions.filter(({ stages }) => stages.length > 0 || input.IncludeDeprecated === true);
      const Versions = listed.map(({ id, stages, createdMs }) => ({
        VersionId: id,
        VersionStages: stages,
        CreatedDate: createdMs / 1_000,
      }));
      return { ...identity(secret), Versions };
    }),
  };
}

function writeOperations(store: SecretStore): Record<string, JsonOperation> {
  return {
    CreateSecret: operation(
      z.strictObject({
        Name: z.string().regex(/^[\w/+=.@-]{1,512}$/),
        Description: z.string().optional(),
        ClientRequestToken: token.optional(),
        ...valueFields,
      }),
      (input) => {
        const secret = store.create(newArn(input.Name), input.Name, input.Description);
        if (input.SecretString === undefined && input.SecretBinary === undefined) return identity(secret);
        const version = store.putVersion(secret, valueOf(input), input.ClientRequestToken);
        return { ...identity(secret), VersionId: version.id };
      },
    ),
    PutSecretValue: operation(
      onSecret.extend({
        ClientRequestToken: token.optional(),
        VersionStages: z.array(z.string().min(1)).min(1).max(20).optional(),
        ...valueFields,
      }),
      (input) => {
        const secret = store.get(input.SecretId);
        const version = store.putVersion(secret, valueOf(input), input.ClientRequestToken, input.VersionStages);
        return { ...identity(secret), VersionId: version.id, VersionStages: version.stages };
      },
    ),
    UpdateSecretVersionStage: operation(
      onSecret.extend({
        VersionStage: z.string().min(1),
        RemoveFromVersionId: z.string().optional(),
        MoveToVersionId: z.string().optional(),
      }),
      (input) => {
        const secret = store.get(input.SecretId);
        store.moveStage(secret, input.VersionStage, input.RemoveFromVersionId, input.MoveToVersionId);
        return identity(secret);
      },
    ),
  };
}

function identity({ arn, name }: Secret): { ARN: string; Name: string } {
  return { ARN: arn, Name: name };
}

function describe(secret: Secret): object {
  const staged = secret.versions.filter(({ stages }) => stages.length > 0);
  return {
    ...identity(secret),
    Description: secret.description,
    CreatedDate: secret.createdMs / 1_000,
    LastChangedDate: secret.changedMs / 1_000,
    VersionIdsToStages: Object.fromEntries(staged.map(({ id, stages }: SecretVersion) => [id, stages])),
  };
}

function valueOf(input: { SecretString?: string | undefined; SecretBinary?: string | undefined }): SecretValue {
  const { SecretString, SecretBinary } = input;
  if ((SecretString === undefined) !== (SecretBinary === undefined))
    return { text: SecretString, binary: SecretBinary };
  throw new AwsError("InvalidRequestException", "You must provide either SecretString or SecretBinary.");
}

function newArn(name: string): string {
  const ending = randomBytes(3).toString("hex");
  return `arn:aws:secretsmanager:${LOCAL_REGION}:${LOCAL_ACCOUNT_ID}:secret:${name}-${ending}`;
}

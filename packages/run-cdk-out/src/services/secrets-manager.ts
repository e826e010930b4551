/** Secrets Manager: secrets with versions and staging labels, in a file of mode 0600. */
import { callerOf } from "../denials.js";
import type { AwsCall } from "../permissions/aws-call.js";
import { type JsonInput, startJsonService } from "./aws-json.js";
import { secretsOperations } from "./secrets/operations.js";
import { SecretStore } from "./secrets/secret-store.js";
import { LOCAL_ACCOUNT_ID, LOCAL_REGION, type Service, type ServiceOptions } from "./service.js";

/** A secret that the template declares. */
export interface SecretRequest {
  readonly arn: string;
  readonly name: string;
  /** Called only if the secret does not exist. */
  readonly initialValue: () => string;
}

export interface SecretsService extends Service {
  /** Creates the secret if it does not exist. An existing value is never replaced. */
  ensureSecret(request: SecretRequest): void;
  /** Deletes a secret without a recovery window, as CloudFormation does. Does nothing if it does not exist. */
  deleteSecret(arn: string): void;
  /** The current text of the secret with that name or ARN; undefined if there is no such secret. */
  read(idOrArn: string): string | undefined;
}

const ACCESS_DENIED = { code: "AccessDeniedException", status: 400 };

/** Starts Secrets Manager with the data in `secrets.json` of the folder. */
export async function startSecretsManager({
  dataDir,
  port,
  authorizer,
  faults,
}: ServiceOptions): Promise<SecretsService> {
  const store = new SecretStore(dataDir);
  const service = await startJsonService(
    {
      version: "1.1",
      targetPrefix: "secretsmanager",
      operations: secretsOperations(store),
      invalidInputCode: "InvalidParameterException",
      authorize: (operation, input, headers) =>
        authorizer?.check(callOf(operation, input, store), callerOf(headers), ACCESS_DENIED),
      intercept: faults && ((handler) => faults.wrap("secretsmanager", handler)),
    },
    port,
  );
  return {
    ...service,
    ensureSecret({ arn, name, initialValue }) {
      // A secret has no version if the process was killed between the two writes.
      const secret = store.find(arn) ?? store.create(arn, name, undefined);
      if (secret.versions.length === 0) store.putVersion(secret, { text: initialValue() });
    },
    deleteSecret: (arn) => store.remove(arn),
    read(idOrArn) {
      const versions = store.find(idOrArn)?.versions;
      return versions?.find(({ stages }) => stages.includes("AWSCURRENT"))?.text;
    },
  };
}

/** Returns the call on the ARN of the secret, whether the request names it by its ARN or by its name. */
function callOf(operation: string, input: JsonInput, store: SecretStore): AwsCall {
  const { SecretId, Name, VersionId, VersionStage } = input;
  const given = SecretId ?? Name;
  const id = typeof given === "string" ? given : "*";
  const unknown = id.startsWith("arn:")
    ? id
    : `arn:aws:secretsmanager:${LOCAL_REGION}:${LOCAL_ACCOUNT_ID}:secret:${id}`;
  const arn = store.find(id)?.arn ?? unknown;
  return {
    action: `secretsmanager:${operation}`,
    resource: id === "*" ? "*" : arn,
    context: {
      "secretsmanager:secretid": [arn],
      ...(typeof VersionId === "string" && { "secretsmanager:versionid": [VersionId] }),
      ...(typeof VersionStage === "string" && { "secretsmanager:versionstage": [VersionStage] }),
    },
  };
}

/** Secrets Manager: secrets with versions and staging labels, in a file of mode 0600. */
import { callerOf } from "../denials.js";
import { startJsonService } from "./aws-json.js";
import { secretsOperations } from "./secrets/operations.js";
import { SecretStore } from "./secrets/secret-store.js";
import type { Service, ServiceOptions } from "./service.js";

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
export async function startSecretsManager({ dataDir, port, checkCall }: ServiceOptions): Promise<SecretsService> {
  const store = new SecretStore(dataDir);
  const service = await startJsonService(
    {
      version: "1.1",
      targetPrefix: "secretsmanager",
      operations: secretsOperations(store),
      invalidInputCode: "InvalidParameterException",
      authorize: (operation, headers) => checkCall?.("secretsmanager", operation, callerOf(headers), ACCESS_DENIED),
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

/** The function that keeps what the edge holds: signing keys, generations of signatures, copies of pictures. */
import { Construct } from "constructs";
import { edgeKeeperEnvironmentSchema } from "../lambdas/edge-keeper/env.js";
import { allowKeyValues, allowObjects, allowSecret, allowTable } from "./grants.js";
import { allowFrame, frameEnvironment, type HttpFrameProps } from "./http-frame.js";
import { ServiceFunction } from "./service-function.js";

export class EdgeKeeper extends Construct {
  readonly function: ServiceFunction;

  constructor(scope: Construct, id: string, props: HttpFrameProps) {
    super(scope, id);
    const { settings, storage, access } = props;
    this.function = new ServiceFunction(this, "Function", {
      settings,
      name: "edge-keeper",
      description: "Keeps the signing keys and the copies that the edge holds",
      environmentSchema: edgeKeeperEnvironmentSchema,
      environment: {
        ...frameEnvironment(props),
        TEMPLATES_TABLE: storage.templates.tableName,
        WORKSPACES_TABLE: storage.workspaces.tableName,
        BUCKET: storage.bucket.bucketName,
        SIGNING_KEYS_SECRET: access.signingKeys.secretArn,
        EDGE_KEYS: access.edgeKeys.keyValueStoreArn,
      },
      memoryMb: 512,
    });
    allowFrame(this.function, props);
    allowTable(this.function, storage.templates, "GetItem", "UpdateItem");
    allowTable(this.function, storage.workspaces, "GetItem");
    allowObjects(this.function, storage.bucket, "templates/", "s3:GetObject");
    allowObjects(this.function, storage.bucket, "img/", "s3:DeleteObject");
    allowSecret(this.function, access.signingKeys, "secretsmanager:GetSecretValue", "secretsmanager:PutSecretValue");
    allowKeyValues(this.function, access.edgeKeys, "UpdateKeys", "DeleteKey");
  }
}

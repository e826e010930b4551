/** The function that makes the picture of a signed URL when it is not stored yet. */
import { FunctionUrlAuthType, type FunctionUrl, InvokeMode } from "aws-cdk-lib/aws-lambda";
import { Construct } from "constructs";
import { imageEnvironmentSchema } from "../lambdas/image/env.js";
import { allowObjects, allowTable } from "./grants.js";
import { plansVariable } from "./http-frame.js";
import type { RenderPipeline } from "./render-pipeline.js";
import { ServiceFunction } from "./service-function.js";
import type { Settings } from "./settings.js";
import type { Storage } from "./storage.js";

export interface SignedImagesProps {
  readonly settings: Settings;
  readonly storage: Storage;
  readonly pipeline: RenderPipeline;
}

export class SignedImages extends Construct {
  readonly function: ServiceFunction;
  /** Admits only CloudFront, by origin access control: it takes no POST, so no body's hash is missing. */
  readonly url: FunctionUrl;

  constructor(scope: Construct, id: string, { settings, storage, pipeline }: SignedImagesProps) {
    super(scope, id);
    const { interactive } = pipeline.queues;
    this.function = new ServiceFunction(this, "Function", {
      settings,
      name: "image",
      description: "First views of signed images",
      environmentSchema: imageEnvironmentSchema,
      environment: {
        PLANS: plansVariable(settings),
        CLAIMS_TABLE: storage.claims.tableName,
        TEMPLATES_TABLE: storage.templates.tableName,
        JOBS_TABLE: storage.jobs.tableName,
        WORKSPACES_TABLE: storage.workspaces.tableName,
        BUCKET: storage.bucket.bucketName,
        INTERACTIVE_QUEUE_URL: interactive.queueUrl,
      },
      // Somebody waits for it to start; a larger share of a processor shortens that.
      memoryMb: 512,
      // A view is held for five seconds; the rest is for the bytes.
      timeoutSeconds: 29,
    });
    allowTable(this.function, storage.claims, "GetItem", "PutItem");
    allowTable(this.function, storage.templates, "GetItem", "BatchGetItem");
    allowTable(this.function, storage.jobs, "GetItem", "PutItem", "UpdateItem", "DeleteItem");
    allowTable(this.function, storage.workspaces, "GetItem", "BatchGetItem", "PutItem", "UpdateItem");
    allowObjects(this.function, storage.bucket, "templates/", "s3:GetObject");
    allowObjects(this.function, storage.bucket, "img/", "s3:GetObject");
    interactive.grant(this.function, "sqs:SendMessage");
    this.url = this.function.addFunctionUrl({
      authType: FunctionUrlAuthType.AWS_IAM,
      invokeMode: InvokeMode.RESPONSE_STREAM,
    });
  }
}

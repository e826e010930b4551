/** The function that makes the picture of a signed URL when it is not stored yet. */
import { FunctionUrlAuthType, type FunctionUrl, InvokeMode } from "aws-cdk-lib/aws-lambda";
import { Construct } from "constructs";
import { imageEnvironmentSchema } from "../lambdas/image/env.js";
import { ServiceFunction } from "./service-function.js";
import type { Settings } from "./settings.js";

export class SignedImages extends Construct {
  readonly function: ServiceFunction;
  /** Admits only CloudFront, by origin access control: it takes no POST, so no body's hash is missing. */
  readonly url: FunctionUrl;

  constructor(scope: Construct, id: string, settings: Settings) {
    super(scope, id);
    this.function = new ServiceFunction(this, "Function", {
      settings,
      name: "image",
      description: "First views of signed images",
      environmentSchema: imageEnvironmentSchema,
      environment: {},
    });
    this.url = this.function.addFunctionUrl({
      authType: FunctionUrlAuthType.AWS_IAM,
      invokeMode: InvokeMode.RESPONSE_STREAM,
    });
  }
}

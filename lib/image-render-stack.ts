/** The service as one stack: composes the capabilities, declares no resource itself. */
import { CfnOutput, Stack, type StackProps } from "aws-cdk-lib";
import type { Construct } from "constructs";
import { Access, Bootstrap } from "./access.js";
import { acknowledgeFindings } from "./acknowledgements.js";
import { Delivery } from "./delivery.js";
import { Monitoring } from "./monitoring.js";
import { RenderPipeline } from "./render-pipeline.js";
import { RestApi } from "./rest-api.js";
import type { Settings } from "./settings.js";
import { SignedImages } from "./signed-images.js";
import { Storage } from "./storage.js";

export interface ImageRenderStackProps extends StackProps {
  readonly settings: Settings;
}

export class ImageRenderStack extends Stack {
  constructor(scope: Construct, id: string, { settings, ...props }: ImageRenderStackProps) {
    super(scope, id, props);
    const storage = new Storage(this, "Storage", settings);
    const access = new Access(this, "Access", settings);
    const pipeline = new RenderPipeline(this, "Rendering", settings, storage);
    const api = new RestApi(this, "RestApi", { settings, storage, access, pipeline });
    const images = new SignedImages(this, "SignedImages", { settings, storage, pipeline });
    const delivery = new Delivery(this, "Delivery", { settings, storage, access, api, images });
    const { distributionId } = delivery.distribution;
    const bootstrap = new Bootstrap(this, "Bootstrap", { settings, storage, access, distributionId });
    const functions = [...pipeline.functions, ...api.functions, images.function, bootstrap.function];
    const alarms = [...pipeline.alarms, api.limiterAlarm, ...functions.map(({ errorAlarm }) => errorAlarm)];
    new Monitoring(this, "Monitoring", settings, alarms);

    acknowledgeFindings(this, storage);

    const command = `aws secretsmanager get-secret-value --secret-id ${bootstrap.firstKey.secretArn} --query SecretString --output text`;
    const outputs = {
      BaseUrl: [delivery.baseUrl, "The base address of the service"],
      ApiKeyCommand: [command, "Prints the first API key"],
      ApiKeySecretArn: [bootstrap.firstKey.secretArn, "Keeps the first API key"],
      WorkspaceId: [bootstrap.workspaceId, "The first workspace"],
      SampleRequest: [bootstrap.sampleRequest, "A body for POST /api/v1/render to try"],
      Templates: [bootstrap.templates, "The starter templates, ids by name"],
    } as const;
    for (const [name, [value, description]] of Object.entries(outputs))
      new CfnOutput(this, name, { value, description });
  }
}

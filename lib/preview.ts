/** Previews: a function of its own, for it carries the native libraries and somebody waits for its answer. */
import { FunctionUrlAuthType, type FunctionUrl, InvokeMode } from "aws-cdk-lib/aws-lambda";
import { Construct } from "constructs";
import { previewEnvironmentSchema } from "../lambdas/preview/env.js";
import { allowObjects, allowTable } from "./grants.js";
import { allowFrame, frameEnvironment, type HttpFrameProps } from "./http-frame.js";
import type { RenderingLayers } from "./layers.js";
import { ServiceFunction } from "./service-function.js";

export interface PreviewProps extends HttpFrameProps {
  readonly layers: RenderingLayers;
}

export class Preview extends Construct {
  readonly function: ServiceFunction;
  readonly url: FunctionUrl;

  constructor(scope: Construct, id: string, props: PreviewProps) {
    super(scope, id);
    const { settings, storage, layers } = props;
    this.function = new ServiceFunction(this, "Function", {
      settings,
      name: "preview",
      description: "Renders previews at once",
      environmentSchema: previewEnvironmentSchema,
      environment: {
        ...frameEnvironment(props),
        TEMPLATES_TABLE: storage.templates.tableName,
        WORKSPACES_TABLE: storage.workspaces.tableName,
        BUCKET: storage.bucket.bucketName,
        ALLOW_LOOPBACK_TARGETS: String(settings.allowLoopbackTargets),
        MALLOC_ARENA_MAX: "2",
      },
      // 1,769 MB is one whole virtual CPU.
      memoryMb: 1769,
      timeoutSeconds: 29,
      layers: layers.all,
    });
    allowFrame(this.function, props);
    allowTable(this.function, storage.templates, "GetItem", "BatchGetItem");
    allowObjects(this.function, storage.bucket, "templates/", "s3:GetObject");
    allowTable(this.function, storage.workspaces, "BatchGetItem", "UpdateItem");
    allowObjects(this.function, storage.bucket, "uploads/", "s3:GetObject", "s3:DeleteObject");
    // As of the stream function: the secret origin header guards it.
    this.url = this.function.addFunctionUrl({
      authType: FunctionUrlAuthType.NONE,
      invokeMode: InvokeMode.RESPONSE_STREAM,
    });
  }
}

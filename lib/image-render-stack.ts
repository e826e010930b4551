/** The service as one stack. It composes the constructs and declares no resource itself. */
import { CfnOutput, Stack, type StackProps } from "aws-cdk-lib";
import type { Construct } from "constructs";
import { Access } from "./access.js";
import type { AdoptedData } from "./adopted-data.js";
import { acknowledgeFindings } from "./acknowledgements.js";
import { ArchivedFiles } from "./archived-files.js";
import { Bootstrap, type BootstrapOutput } from "./bootstrap.js";
import { Delivery } from "./delivery.js";
import { mcpAt } from "./functions/mcp.js";
import { FUNCTIONS } from "./functions/registry.js";
import { functionNamed, makeFunctions } from "./make-functions.js";
import { Monitoring } from "./monitoring.js";
import { refuseRegionsWithoutFunctionUrls } from "./region-rule.js";
import { Rendering } from "./rendering.js";
import { RestApi } from "./rest-api.js";
import { rendererConcurrency, type Settings } from "./settings.js";
import { Storage } from "./storage.js";
import { Webhooks } from "./webhooks.js";

export interface ImageRenderStackProps extends StackProps {
  readonly settings: Settings;
}

export class ImageRenderStack extends Stack {
  constructor(scope: Construct, id: string, { settings, ...props }: ImageRenderStackProps) {
    super(scope, id, props);
    refuseRegionsWithoutFunctionUrls(this);
    const storage = new Storage(this, "Storage", settings);
    const access = new Access(this, "Access", settings);
    const rendering = new Rendering(this, "Rendering", settings);
    const restApi = new RestApi(this, "RestApi", settings);
    const starter = new Bootstrap(this, "Bootstrap", settings);
    const { firstKey } = starter;
    const webhooks = new Webhooks(this, "Webhooks");
    const agedFiles = new ArchivedFiles(this, "ArchivedFiles");
    const resources = { settings, storage, access, rendering, webhooks, archivedFiles: agedFiles, firstKey };
    const functions = makeFunctions(this, resources, FUNCTIONS);
    const bootstrapFunction = functionNamed("bootstrap", functions);
    const writers = functions.filter((fn) => fn !== bootstrapFunction);
    starter.emptyBucket(bootstrapFunction, storage.bucket, writers);
    restApi.addRoutes(functions);
    const delivery = new Delivery(this, "Delivery", { settings, storage, access, restApi, functions });
    // These functions call the service by its own address, so they come after the distribution.
    const callers = makeFunctions(this, resources, { "Functions/Mcp": mcpAt(delivery.baseUrl) });
    restApi.addRoutes(callers);
    const { distributionId } = delivery.distribution;
    const started = starter.run({
      function: bootstrapFunction,
      edgeKeys: access.edgeKeys,
      distributionId,
      rendererConcurrency: rendererConcurrency(settings),
      concurrencyIsReserved: settings.rendererReservedConcurrency !== undefined,
      webhookConcurrency: settings.webhookConcurrency,
    });
    const watched = { functions: [...functions, ...callers], rendering, webhooks, restApi, delivery };
    new Monitoring(this, "Monitoring", { settings, ...watched });
    acknowledgeFindings(this, storage);
    starter.waitForEverything();
    this.#addOutputs(delivery, firstKey.secretArn, started);
    this.#addDataOutput({ ...storage.names, signingKeys: access.signingKeys.secretArn, firstKey: firstKey.secretArn });
  }

  #addOutputs({ baseUrl, distribution }: Delivery, firstKeyArn: string, started: BootstrapOutput): void {
    const command = `aws secretsmanager get-secret-value --secret-id ${firstKeyArn} --query SecretString --output text`;
    const outputs = {
      BaseUrl: [baseUrl, "The base URL of the service"],
      DistributionDomainName: [distribution.distributionDomainName, "The target of DNS records for domainNames"],
      DistributionId: [distribution.distributionId, "The CloudFront distribution"],
      ApiKeyCommand: [command, "Prints the first API key"],
      ApiKeySecretArn: [firstKeyArn, "The secret with the first API key"],
      WorkspaceId: [started.workspaceId, "The first workspace"],
      SampleRequest: [started.sampleRequest, "A body for POST /api/v1/render"],
      ConcurrencyWarning: [started.concurrencyWarning, "Whether the account's Lambda concurrency is too low"],
      Templates: [started.templates, "IDs of the starter templates by name"],
    } as const;
    for (const [name, [value, description]] of Object.entries(outputs)) {
      new CfnOutput(this, name, { value, description });
    }
  }

  /** Adds an output with the names. Without them, nobody could reuse the data of a deleted stack. */
  #addDataOutput(names: AdoptedData): void {
    const description = "The setting adoptData for a stack that continues with this data (docs/deploy.md)";
    new CfnOutput(this, "DataToAdopt", { value: this.toJsonString(names), description });
  }
}

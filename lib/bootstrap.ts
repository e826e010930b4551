/** Everything that each deployment creates: the first workspace, its key, the starter templates, the web pages. */
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { CfnResource, CustomResource, Duration, Fn, Stack } from "aws-cdk-lib";
import type { IKeyValueStore } from "aws-cdk-lib/aws-cloudfront";
import type { IFunction } from "aws-cdk-lib/aws-lambda";
import type { Bucket } from "aws-cdk-lib/aws-s3";
import { type ISecret, Secret } from "aws-cdk-lib/aws-secretsmanager";
import { Construct } from "constructs";
import { BUCKET_CONTENTS } from "../core/deployment/storage-layout.js";
import { adoptedTables } from "./adopted-data.js";
import { dataRemovalPolicy } from "./removal-policy.js";
import type { Settings } from "./settings.js";
import { siteFiles, siteHash } from "./site-files.js";

const EXAMPLES = fileURLToPath(new URL("../examples", import.meta.url));
/** This is longer than the timeout of the bootstrap function, so that the function can report its own failure. */
const SERVICE_TIMEOUT = Duration.minutes(5);
const SEED = fileURLToPath(new URL("../lambdas/bootstrap/starter-templates.ts", import.meta.url));

export interface BootstrapRun {
  /** The bootstrap function. */
  readonly function: IFunction;
  readonly edgeKeys: IKeyValueStore;
  readonly distributionId: string;
  /** The maximum number of concurrent renders. */
  readonly rendererConcurrency: number;
  /** Whether this concurrency is reserved for the renderer. */
  readonly concurrencyIsReserved: boolean;
  /** The maximum number of concurrent invocations of the webhook function. */
  readonly webhookConcurrency: number;
}

export interface BootstrapOutput {
  readonly workspaceId: string;
  /** The IDs of the starter templates by name, as JSON. */
  readonly templates: string;
  /** A warning that the account's concurrency is too low, or `none`. */
  readonly concurrencyWarning: string;
  /** The body of a sample render request, as JSON. */
  readonly sampleRequest: string;
}

export class Bootstrap extends Construct {
  readonly firstKey: Pick<ISecret, "secretArn">;
  readonly #settings: Settings;
  #last: CustomResource | undefined;

  constructor(scope: Construct, id: string, settings: Settings) {
    super(scope, id);
    this.#settings = settings;
    const { adoptData } = settings;
    this.firstKey =
      adoptData === undefined
        ? new Secret(this, "FirstKey", {
            description: "The first API key of the first workspace; a placeholder until the stack is complete",
            generateSecretString: { passwordLength: 16, excludePunctuation: true },
            removalPolicy: dataRemovalPolicy(settings),
          })
        : { secretArn: adoptData.firstKey };
  }

  /**
   * Empties the bucket when the stack is deleted, unless the settings protect it: CloudFormation deletes only an empty
   * bucket. The resource always exists, because an update that removed it would empty the bucket too.
   *
   * @param writers all functions that write to the bucket. CloudFormation deletes them before the bucket is emptied.
   */
  emptyBucket(bootstrapFunction: IFunction, bucket: Bucket, writers: readonly IFunction[]): void {
    const resource = new CustomResource(this, "BucketContents", {
      serviceToken: bootstrapFunction.functionArn,
      resourceType: BUCKET_CONTENTS,
      serviceTimeout: SERVICE_TIMEOUT,
      properties: { Bucket: bucket.bucketName, DeleteWithStack: String(!this.#settings.protectData) },
    });
    for (const { node } of writers) {
      if (CfnResource.isCfnResource(node.defaultChild)) node.defaultChild.node.addDependency(resource);
    }
  }

  /**
   * Makes the bootstrap function the last step of a deployment. Call it when all other resources exist. At its
   * end, the function switches on the deletion protection of the tables. If this step fails, its rollback undoes that.
   */
  waitForEverything(): void {
    const last = this.#last?.node.defaultChild;
    if (!CfnResource.isCfnResource(last)) return;
    const others = Stack.of(this).node.findAll().filter(CfnResource.isCfnResource);
    for (const other of others.filter((one) => one !== last)) {
      const { condition } = other.cfnOptions;
      if (condition === undefined) last.addResourceDependency(other);
      // `DependsOn` must not name a conditional resource. A reference to the resource also makes CloudFormation wait.
      else last.addPropertyOverride(`WaitsFor.${other.node.addr}`, Fn.conditionIf(condition.logicalId, other.ref, ""));
    }
  }

  /** Invokes the function in each deployment that changes one of the properties. */
  run(options: BootstrapRun): BootstrapOutput {
    const { edgeKeys, distributionId, rendererConcurrency, concurrencyIsReserved, webhookConcurrency } = options;
    const { functionArn } = options.function;
    const resource = new CustomResource(this, "Resource", {
      serviceToken: functionArn,
      resourceType: "Custom::Bootstrap",
      serviceTimeout: SERVICE_TIMEOUT,
      properties: {
        Seed: hashOfSeed(),
        Site: siteHash(siteFiles()),
        EdgeKeys: edgeKeys.keyValueStoreArn,
        DistributionId: distributionId,
        RendererConcurrency: String(rendererConcurrency),
        ConcurrencyIsReserved: String(concurrencyIsReserved),
        WebhookConcurrency: String(webhookConcurrency),
        ProtectData: String(this.#settings.protectData),
        AdoptedTables: adoptedTables(this.#settings.adoptData).join(),
      },
    });
    this.#last = resource;
    return {
      workspaceId: resource.getAttString("WorkspaceId"),
      templates: resource.getAttString("Templates"),
      concurrencyWarning: resource.getAttString("ConcurrencyWarning"),
      sampleRequest: resource.getAttString("SampleRequest"),
    };
  }
}

/** Returns a hash of everything that the function writes into a workspace. */
function hashOfSeed(): string {
  const hash = createHash("sha256").update(readFileSync(SEED));
  for (const folder of readdirSync(EXAMPLES, { withFileTypes: true })) {
    const template = `${EXAMPLES}/${folder.name}/template.json`;
    // Only the starter templates are at this level. The examples of single features are one level deeper.
    if (existsSync(template)) hash.update(readFileSync(template));
  }
  return hash.digest("hex").slice(0, 16);
}

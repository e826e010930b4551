/** What each deployment creates: the first workspace, its key, the starter templates, the web pages. */
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { CfnResource, CustomResource, Duration, Fn, Stack } from "aws-cdk-lib";
import type { IKeyValueStore } from "aws-cdk-lib/aws-cloudfront";
import type { IFunction } from "aws-cdk-lib/aws-lambda";
import type { Bucket } from "aws-cdk-lib/aws-s3";
import { type ISecret, Secret } from "aws-cdk-lib/aws-secretsmanager";
import { Construct } from "constructs";
import { BUCKET_CONTENTS } from "../core/contract/storage-layout.js";
import { adoptedTables } from "./adopted-data.js";
import { dataRemovalPolicy } from "./removal-policy.js";
import type { Settings } from "./settings.js";
import { siteFiles, siteHash } from "./site-files.js";

const EXAMPLES = fileURLToPath(new URL("../examples", import.meta.url));
/** Longer than the timeout of the bootstrap function, which reports a failure of its own. */
const SERVICE_TIMEOUT = Duration.minutes(5);
const SEED = fileURLToPath(new URL("../lambdas/bootstrap/starter-templates.ts", import.meta.url));

export interface BootstrapRun {
  /** The bootstrap function. */
  readonly function: IFunction;
  readonly edgeKeys: IKeyValueStore;
  readonly distributionId: string;
  /** The most renders at the same time. */
  readonly rendererConcurrency: number;
  /** Whether this concurrency is reserved for the renderer. */
  readonly concurrencyIsReserved: boolean;
  /** The most invocations of the webhook function at the same time. */
  readonly webhookConcurrency: number;
}

export interface BootstrapOutput {
  readonly workspaceId: string;
  /** JSON: IDs of the starter templates by name. */
  readonly templates: string;
  /** Says that the account's concurrency is too low, or `none`. */
  readonly concurrencyWarning: string;
  /** JSON: the body of a render request that shows the service at work. */
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
   * Empties the bucket when the stack is deleted, if the settings do not protect it: CloudFormation deletes only an empty
   * bucket. The resource exists in any case, because its removal by an update would empty the bucket too.
   *
   * @param writers all functions that write to the bucket. They are deleted before it is emptied.
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
   * Makes the bootstrap function the last step of a deployment. Call it when all other resources exist. Its last act is the
   * deletion protection of the tables. If it fails, its deletion undoes that.
   */
  waitForEverything(): void {
    const last = this.#last?.node.defaultChild;
    if (!CfnResource.isCfnResource(last)) return;
    const others = Stack.of(this).node.findAll().filter(CfnResource.isCfnResource);
    for (const other of others.filter((one) => one !== last)) {
      const { condition } = other.cfnOptions;
      if (condition === undefined) last.addResourceDependency(other);
      // `DependsOn` must not name a resource that may not exist. A reference makes it wait too.
      else last.addPropertyOverride(`WaitsFor.${other.node.addr}`, Fn.conditionIf(condition.logicalId, other.ref, ""));
    }
  }

  /** Invokes the function in each deployment in which one of the properties changes. */
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

/** A hash of everything that the function writes into a workspace. */
function hashOfSeed(): string {
  const hash = createHash("sha256").update(readFileSync(SEED));
  for (const folder of readdirSync(EXAMPLES, { withFileTypes: true })) {
    const template = `${EXAMPLES}/${folder.name}/template.json`;
    // Only starter templates are at this level. The examples of single features are one folder deeper.
    if (existsSync(template)) hash.update(readFileSync(template));
  }
  return hash.digest("hex").slice(0, 16);
}

/** What each deployment creates: the first workspace, its key, the starter templates, the web pages. */
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { CustomResource, Duration, RemovalPolicy } from "aws-cdk-lib";
import type { IKeyValueStore } from "aws-cdk-lib/aws-cloudfront";
import type { IFunction } from "aws-cdk-lib/aws-lambda";
import { Secret } from "aws-cdk-lib/aws-secretsmanager";
import { Construct } from "constructs";
import type { Settings } from "./settings.js";
import { siteFiles, siteHash } from "./site-files.js";

const EXAMPLES = fileURLToPath(new URL("../examples", import.meta.url));
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
  readonly firstKey: Secret;

  constructor(scope: Construct, id: string, settings: Settings) {
    super(scope, id);
    this.firstKey = new Secret(this, "FirstKey", {
      description: "The first API key of the first workspace; a placeholder until the stack is complete",
      generateSecretString: { passwordLength: 16, excludePunctuation: true },
      removalPolicy: settings.protectData ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
    });
  }

  /** Invokes the function in each deployment in which one of the properties changes. */
  run(options: BootstrapRun): BootstrapOutput {
    const { edgeKeys, distributionId, rendererConcurrency, concurrencyIsReserved } = options;
    const { functionArn } = options.function;
    const resource = new CustomResource(this, "Resource", {
      serviceToken: functionArn,
      resourceType: "Custom::Bootstrap",
      serviceTimeout: Duration.minutes(5),
      properties: {
        Seed: hashOfSeed(),
        Site: siteHash(siteFiles()),
        EdgeKeys: edgeKeys.keyValueStoreArn,
        DistributionId: distributionId,
        RendererConcurrency: String(rendererConcurrency),
        ConcurrencyIsReserved: String(concurrencyIsReserved),
      },
    });
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

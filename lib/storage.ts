/** Everything that the service stores: tables for records, one bucket for files. */
import { RemovalPolicy } from "aws-cdk-lib";
import { AttributeType, Billing, ProjectionType, TableV2, type TablePropsV2 } from "aws-cdk-lib/aws-dynamodb";
import {
  BlockPublicAccess,
  Bucket,
  BucketEncryption,
  type CorsRule,
  type CfnBucket,
  HttpMethods,
} from "aws-cdk-lib/aws-s3";
import { Construct } from "constructs";
import { PREFLIGHT_SECONDS } from "../core/deployment/preflight.js";
import { INDEXES } from "../core/deployment/storage-layout.js";
import type { AdoptedData } from "./adopted-data.js";
import { lifecycleRules } from "./lifecycle-rules.js";
import { dataRemovalPolicy } from "./removal-policy.js";
import type { Settings } from "./settings.js";

export class Storage extends Construct {
  readonly templates: TableV2;
  readonly jobs: TableV2;
  readonly batches: TableV2;
  readonly workspaces: TableV2;
  readonly apiKeys: TableV2;
  readonly limits: TableV2;
  readonly claims: TableV2;
  readonly webhooks: TableV2;
  readonly bucket: Bucket;
  readonly #common: Omit<TablePropsV2, "partitionKey">;
  readonly #adopted: AdoptedData | undefined;

  constructor(scope: Construct, id: string, settings: Settings) {
    super(scope, id);
    const removalPolicy = dataRemovalPolicy(settings);
    // The tables start without deletion protection. The bootstrap function switches it on after the first deployment.
    // If it were on from the start, CloudFormation could not clean up a failed deployment.
    this.#common = {
      billing: Billing.onDemand(),
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
      removalPolicy,
    };
    this.#adopted = settings.adoptData;
    this.templates = this.#makeTemplates();
    this.workspaces = this.#makeWorkspaces();
    this.apiKeys = this.#makeApiKeys();
    this.limits = this.#makeLimits();
    this.jobs = this.#makeJobs();
    this.batches = this.#makeBatches();
    // `id` is the storage key of a signed image's picture.
    this.claims = new TableV2(this, "Claims", { ...this.#common, ...this.#named("claims"), partitionKey: text("id") });
    this.webhooks = this.#makeWebhooks();
    if (settings.adoptData !== undefined) this.#createAfterLimits();
    this.bucket = new Bucket(this, "Bucket", {
      ...(settings.adoptData !== undefined && { bucketName: settings.adoptData.bucket }),
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      encryption: BucketEncryption.S3_MANAGED,
      enforceSSL: true,
      removalPolicy,
      lifecycleRules: lifecycleRules(settings),
      cors: [UPLOADS_FROM_PAGES],
    });
    sendEventsToDefaultBus(this.bucket);
  }

  /** The names of everything that must survive the stack. The table of limits is not among them. */
  get names(): Omit<AdoptedData, "signingKeys" | "firstKey"> {
    return {
      templates: this.templates.tableName,
      jobs: this.jobs.tableName,
      batches: this.batches.tableName,
      workspaces: this.workspaces.tableName,
      apiKeys: this.apiKeys.tableName,
      claims: this.claims.tableName,
      webhooks: this.webhooks.tableName,
      bucket: this.bucket.bucketName,
    };
  }

  /** Returns the name of an adopted table, so that CloudFormation imports it. New tables get a unique name. */
  #named(table: keyof AdoptedData): Pick<TablePropsV2, "tableName"> {
    const tableName = this.#adopted?.[table] ?? undefined;
    return tableName === undefined ? {} : { tableName };
  }

  /** Creates all tables after the limits. So the bootstrap function recognizes a new table: it is younger. */
  #createAfterLimits(): void {
    const { templates, jobs, batches, workspaces, apiKeys, claims, webhooks } = this;
    for (const { node } of [templates, jobs, batches, workspaces, apiKeys, claims, webhooks]) {
      node.addDependency(this.limits);
    }
  }

  #makeTemplates(): TableV2 {
    return new TableV2(this, "Templates", {
      ...this.#common,
      ...this.#named("templates"),
      partitionKey: text("id"),
      // Versions start at 1. Item 0 is the head, which contains the highest version.
      sortKey: number("version"),
      timeToLiveAttribute: "expiresAt",
      globalSecondaryIndexes: [
        {
          // Sparse: only heads have `updatedAtMs`.
          indexName: INDEXES.templatesByWorkspace,
          partitionKey: text("workspaceId"),
          sortKey: number("updatedAtMs"),
          projectionType: ProjectionType.INCLUDE,
          nonKeyAttributes: ["name", "description", "projectId", "highestVersion", "createdAtMs"],
        },
        {
          // Sparse: only raised signing generations have `signatureGeneration`. The bootstrap function scans it.
          indexName: INDEXES.raisedGenerations,
          partitionKey: text("id"),
          sortKey: number("signatureGeneration"),
          projectionType: ProjectionType.KEYS_ONLY,
        },
      ],
    });
  }

  #makeWorkspaces(): TableV2 {
    return new TableV2(this, "Workspaces", {
      ...this.#common,
      ...this.#named("workspaces"),
      partitionKey: text("id"),
      // `profile`, `month#2026-11` (the balance), `ledger#…`, `project#…`, `upload#…`. Balances and ledgers have 16
      // more partition keys per workspace: `credits#…`.
      sortKey: text("item"),
      timeToLiveAttribute: "expiresAt",
      globalSecondaryIndexes: [
        {
          // Sparse: only profiles have `kind`.
          indexName: INDEXES.workspacesByKind,
          partitionKey: text("kind"),
          sortKey: number("createdAtMs"),
          projectionType: ProjectionType.INCLUDE,
          nonKeyAttributes: ["name", "plan"],
        },
      ],
    });
  }

  #makeApiKeys(): TableV2 {
    return new TableV2(this, "ApiKeys", {
      ...this.#common,
      ...this.#named("apiKeys"),
      // The hash of a key, or `session#…`. The workspace's profile lists its keys.
      partitionKey: text("hash"),
      timeToLiveAttribute: "expiresAt",
    });
  }

  #makeLimits(): TableV2 {
    return new TableV2(this, "Limits", {
      ...this.#common,
      // If a token bucket is lost, it counts as full.
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: false },
      removalPolicy: RemovalPolicy.DESTROY,
      partitionKey: text("id"),
      timeToLiveAttribute: "expiresAt",
    });
  }

  #makeJobs(): TableV2 {
    return new TableV2(this, "Jobs", {
      ...this.#common,
      ...this.#named("jobs"),
      partitionKey: text("id"),
      // Idempotency records are stored beside the jobs that they created, and they expire.
      timeToLiveAttribute: "expiresAt",
      globalSecondaryIndexes: [
        {
          // Lists a workspace's jobs, newest first. There are 16 shards per workspace, because a partition accepts
          // 1,000 writes per second.
          indexName: INDEXES.jobsByWorkspace,
          partitionKey: text("workspaceShard"),
          sortKey: text("listedAs"),
          projectionType: ProjectionType.KEYS_ONLY,
        },
        {
          // Sparse: only the jobs that the sweeper must check, spread over 16 shards.
          indexName: INDEXES.watchedJobs,
          partitionKey: number("sweepShard"),
          sortKey: number("sweepAtMs"),
          projectionType: ProjectionType.KEYS_ONLY,
        },
      ],
    });
  }

  #makeBatches(): TableV2 {
    return new TableV2(this, "Batches", {
      ...this.#common,
      ...this.#named("batches"),
      partitionKey: text("id"),
      globalSecondaryIndexes: [
        {
          // Lists a workspace's batches, newest first. aws/batch-list.ts says why it has the keys only.
          indexName: INDEXES.batchesByWorkspace,
          partitionKey: text("workspaceId"),
          sortKey: number("createdAtMs"),
          projectionType: ProjectionType.KEYS_ONLY,
        },
      ],
    });
  }

  /** Creates the table of secrets, endpoints and the delivery log. aws/webhook-items.ts describes the keys. */
  #makeWebhooks(): TableV2 {
    return new TableV2(this, "Webhooks", {
      ...this.#common,
      ...this.#named("webhooks"),
      partitionKey: text("id"),
      sortKey: text("item"),
      timeToLiveAttribute: "expiresAt",
      globalSecondaryIndexes: [
        {
          indexName: INDEXES.deliveriesByWorkspace,
          partitionKey: text("listKey"),
          sortKey: text("listedAs"),
          projectionType: ProjectionType.KEYS_ONLY,
        },
        {
          // Sparse: only the items that the sweeper must check, spread over 4 shards.
          indexName: INDEXES.dueWebhooks,
          partitionKey: number("dueShard"),
          sortKey: number("dueAtMs"),
          projectionType: ProjectionType.KEYS_ONLY,
        },
      ],
    });
  }
}

const text = (name: string) => ({ name, type: AttributeType.STRING });
const number = (name: string) => ({ name, type: AttributeType.NUMBER });

/** Sends the bucket's events. The construct's own property would add a Python function and a custom resource. */
function sendEventsToDefaultBus(bucket: Bucket): void {
  const resource = bucket.node.defaultChild as CfnBucket;
  resource.notificationConfiguration = { eventBridgeConfiguration: { eventBridgeEnabled: true } };
}

/**
 * Lets pages send uploads to presigned URLs. Only the URL gives the permission, and a page gets one only with a key or a
 * session. So the origin proves nothing, and the address of the stack's own pages is not known when the bucket is created.
 */
const UPLOADS_FROM_PAGES: CorsRule = {
  allowedMethods: [HttpMethods.PUT],
  allowedOrigins: ["*"],
  allowedHeaders: ["content-type", "if-none-match"],
  maxAge: PREFLIGHT_SECONDS,
};

/** What the service keeps: tables for facts, one bucket for pictures. */
import { Duration, RemovalPolicy } from "aws-cdk-lib";
import { AttributeType, Billing, ProjectionType, TableV2, type TablePropsV2 } from "aws-cdk-lib/aws-dynamodb";
import {
  BlockPublicAccess,
  Bucket,
  BucketEncryption,
  type CorsRule,
  HttpMethods,
  StorageClass,
} from "aws-cdk-lib/aws-s3";
import { Construct } from "constructs";
import type { Settings } from "./settings.js";

/** Where pictures are stored, those of signed images and those of renders, and so all that CloudFront may read. */
export const PICTURE_PREFIXES = ["img/", "renders/"] as const;

/** Inputs are read by the renders of one job; no message outlives this. */
const INPUTS_KEPT_DAYS = 15;
/** Below this size an archived object costs more than a kept one; smaller pictures are deleted instead. */
const ARCHIVED_FROM_BYTES = 128 * 1024;

export class Storage extends Construct {
  readonly templates: TableV2;
  readonly jobs: TableV2;
  readonly workspaces: TableV2;
  readonly apiKeys: TableV2;
  readonly limits: TableV2;
  readonly claims: TableV2;
  readonly bucket: Bucket;
  private readonly common: Omit<TablePropsV2, "partitionKey">;

  constructor(scope: Construct, id: string, settings: Settings) {
    super(scope, id);
    const kept = settings.protectData;
    const removalPolicy = kept ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY;
    this.common = {
      billing: Billing.onDemand(),
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
      deletionProtection: kept,
      removalPolicy,
    };
    this.templates = this.makeTemplates();
    this.workspaces = this.makeWorkspaces();
    this.apiKeys = this.makeApiKeys();
    this.limits = this.makeLimits();
    this.jobs = this.makeJobs();
    // Of signed images: the storage key of the picture.
    this.claims = new TableV2(this, "Claims", { ...this.common, partitionKey: text("id") });
    this.bucket = new Bucket(this, "Bucket", {
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      encryption: BucketEncryption.S3_MANAGED,
      enforceSSL: true,
      removalPolicy,
      lifecycleRules: lifecycleRules(settings),
      cors: corsRules(settings),
    });
  }

  private makeTemplates(): TableV2 {
    return new TableV2(this, "Templates", {
      ...this.common,
      partitionKey: text("id"),
      // Versions count from 1; 0 is the head, which holds the highest one.
      sortKey: number("version"),
      timeToLiveAttribute: "expiresAt",
      globalSecondaryIndexes: [
        {
          // Sparse: heads alone have `updatedAtMs`.
          indexName: "byWorkspace",
          partitionKey: text("workspaceId"),
          sortKey: number("updatedAtMs"),
          projectionType: ProjectionType.INCLUDE,
          nonKeyAttributes: ["name", "description", "projectId", "highestVersion", "createdAtMs"],
        },
      ],
    });
  }

  private makeWorkspaces(): TableV2 {
    return new TableV2(this, "Workspaces", {
      ...this.common,
      partitionKey: text("id"),
      // `profile`, `month#2026-11` (the balance), `ledger#…`, `project#…`, `upload#…`. Balances and ledgers have 16 more
      // partition keys per workspace, `credits#…`.
      sortKey: text("item"),
      timeToLiveAttribute: "expiresAt",
      globalSecondaryIndexes: [
        {
          // Sparse: profiles alone have a `kind`.
          indexName: "byKind",
          partitionKey: text("kind"),
          sortKey: number("createdAtMs"),
          projectionType: ProjectionType.INCLUDE,
          nonKeyAttributes: ["name", "plan"],
        },
      ],
    });
  }

  private makeApiKeys(): TableV2 {
    return new TableV2(this, "ApiKeys", {
      ...this.common,
      // Of a key, or `session#…`. A workspace's profile lists its keys.
      partitionKey: text("hash"),
      timeToLiveAttribute: "expiresAt",
    });
  }

  private makeLimits(): TableV2 {
    return new TableV2(this, "Limits", {
      ...this.common,
      // A bucket that is lost is a full one.
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: false },
      deletionProtection: false,
      removalPolicy: RemovalPolicy.DESTROY,
      partitionKey: text("id"),
      timeToLiveAttribute: "expiresAt",
    });
  }

  private makeJobs(): TableV2 {
    return new TableV2(this, "Jobs", {
      ...this.common,
      partitionKey: text("id"),
      // Idempotency records lie beside the jobs that they made, and expire.
      timeToLiveAttribute: "expiresAt",
      globalSecondaryIndexes: [
        {
          // Lists a workspace's jobs, newest first. 16 shards per workspace, because a partition takes 1,000 writes a second.
          indexName: "byWorkspaceShard",
          partitionKey: text("workspaceShard"),
          sortKey: text("listedAs"),
          projectionType: ProjectionType.KEYS_ONLY,
        },
        {
          // Sparse: holds only the jobs that the sweeper must look at, spread over 16 shards.
          indexName: "watched",
          partitionKey: number("sweepShard"),
          sortKey: number("sweepAtMs"),
          projectionType: ProjectionType.KEYS_ONLY,
        },
      ],
    });
  }
}

const text = (name: string) => ({ name, type: AttributeType.STRING });
const number = (name: string) => ({ name, type: AttributeType.NUMBER });

/** Pages that may call the API may send what it has signed. */
function corsRules({ corsOrigins }: Settings): CorsRule[] {
  if (corsOrigins.length === 0) return [];
  return [
    {
      allowedMethods: [HttpMethods.PUT],
      allowedOrigins: [...corsOrigins],
      allowedHeaders: ["content-type", "if-none-match"],
      maxAge: 7200,
    },
  ];
}

function lifecycleRules({ archiveAfterDays, deleteAfterDays, deleteSignedImagesAfterDays }: Settings) {
  const signed = { id: "DeleteSignedImages", prefix: "img/" };
  return [
    ...(deleteSignedImagesAfterDays === undefined
      ? []
      : [{ ...signed, expiration: Duration.days(deleteSignedImagesAfterDays) }]),
    {
      id: "ArchiveLargePictures",
      prefix: "renders/",
      objectSizeGreaterThan: ARCHIVED_FROM_BYTES - 1,
      transitions: [{ storageClass: StorageClass.GLACIER, transitionAfter: Duration.days(archiveAfterDays) }],
      expiration: Duration.days(deleteAfterDays),
    },
    {
      id: "DeleteSmallPictures",
      prefix: "renders/",
      objectSizeLessThan: ARCHIVED_FROM_BYTES,
      expiration: Duration.days(archiveAfterDays),
    },
    { id: "DeleteInputs", prefix: "inputs/", expiration: Duration.days(INPUTS_KEPT_DAYS) },
    { id: "AbortUploads", abortIncompleteMultipartUploadAfter: Duration.days(1) },
  ];
}

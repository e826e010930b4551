/** What the service keeps: tables for facts, one bucket for pictures. */
import { Duration, RemovalPolicy } from "aws-cdk-lib";
import { AttributeType, Billing, ProjectionType, TableV2, type TablePropsV2 } from "aws-cdk-lib/aws-dynamodb";
import { BlockPublicAccess, Bucket, BucketEncryption, StorageClass } from "aws-cdk-lib/aws-s3";
import { Construct } from "constructs";
import type { Settings } from "./settings.js";

/** Inputs are read by the renders of one job; no message outlives this. */
const INPUTS_KEPT_DAYS = 15;
/** Below this size an archived object costs more than a kept one; smaller pictures are deleted instead. */
const ARCHIVED_FROM_BYTES = 128 * 1024;

export class Storage extends Construct {
  readonly templates: TableV2;
  readonly jobs: TableV2;
  readonly workspaces: TableV2;
  readonly apiKeys: TableV2;
  readonly bucket: Bucket;

  constructor(scope: Construct, id: string, settings: Settings) {
    super(scope, id);
    const kept = settings.protectData;
    const common: Omit<TablePropsV2, "partitionKey"> = {
      billing: Billing.onDemand(),
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
      deletionProtection: kept,
      removalPolicy: kept ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
    };
    const text = (name: string) => ({ name, type: AttributeType.STRING });
    const number = (name: string) => ({ name, type: AttributeType.NUMBER });

    this.templates = new TableV2(this, "Templates", {
      ...common,
      partitionKey: text("id"),
      sortKey: number("version"),
    });
    this.workspaces = new TableV2(this, "Workspaces", { ...common, partitionKey: text("id") });
    this.apiKeys = new TableV2(this, "ApiKeys", { ...common, partitionKey: text("hash") });
    this.jobs = new TableV2(this, "Jobs", {
      ...common,
      partitionKey: text("id"),
      globalSecondaryIndexes: [
        {
          indexName: "byWorkspace",
          partitionKey: text("workspaceId"),
          sortKey: number("createdAtMs"),
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

    this.bucket = new Bucket(this, "Bucket", {
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      encryption: BucketEncryption.S3_MANAGED,
      enforceSSL: true,
      removalPolicy: kept ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
      lifecycleRules: lifecycleRules(settings),
    });
  }
}

function lifecycleRules({ archiveAfterDays, deleteAfterDays }: Settings) {
  return [
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

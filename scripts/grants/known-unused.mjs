/**
 * Grants that end-to-end tests can leave unused, with the reason why they stay. Each reason covers the grants below it,
 * written as `npm run grants` prints them.
 */
const GROUPS = [
  [
    "S3 responds 404 instead of 403 to the read of an object that does not exist only with this grant.",
    "archive s3:ListBucket StorageBucket",
    "dead-letter s3:ListBucket StorageBucket",
    "edge-keeper s3:ListBucket StorageBucket",
    "file-audit s3:ListBucket StorageBucket",
    "sweeper s3:ListBucket StorageBucket",
  ],
  [
    "Only plans with a retention of their own tag their files. No built-in plan has one. Unit tests store such files.",
    "api s3:PutObjectTagging StorageBucket/inputs/*",
    "render-now s3:PutObjectTagging StorageBucket/inputs/*",
    "render-now s3:PutObjectTagging StorageBucket/renders/*",
    "renderer s3:PutObjectTagging StorageBucket/renders/*",
  ],
  [
    "No built-in plan allows priorities above 6. A plan of the settings can.",
    "api sqs:SendMessage RenderingInteractiveQueue",
    "render-now sqs:SendMessage RenderingInteractiveQueue",
  ],
  [
    "A render in the request goes back to its queue when its process ends or a store fails for a while. `npm run test:faults` causes this.",
    "render-now sqs:SendMessage RenderingBulkQueue",
    "render-now sqs:SendMessage RenderingHeavyQueue",
    "render-now sqs:SendMessage RenderingStandardQueue",
    "image sqs:SendMessage RenderingHeavyQueue",
    "image sqs:SendMessage RenderingInteractiveQueue",
  ],
  [
    "Undoes the creation of a job or a batch when the queue has refused every message. `npm run test:faults` causes this.",
    "api dynamodb:DeleteItem StorageBatches",
    "image dynamodb:DeleteItem StorageJobs",
    "render-now s3:DeleteObject StorageBucket/inputs/*",
  ],
  [
    "Reads an upload that another request finalizes at the same moment.",
    "render-now dynamodb:GetItem StorageWorkspaces",
  ],
  [
    "Aborts the upload of a batch's archive that fails in the middle. `npm run test:faults` causes this.",
    "archive s3:AbortMultipartUpload StorageBucket/archives/*",
  ],
  [
    "Deletes a stack without protection, whose bucket can have files of each kind. Tests delete a stack with few of them.",
    "bootstrap s3:DeleteObject StorageBucket/archives/*",
    "bootstrap s3:DeleteObject StorageBucket/img/*",
    "bootstrap s3:DeleteObject StorageBucket/incoming/*",
    "bootstrap s3:DeleteObject StorageBucket/inputs/*",
    "bootstrap s3:DeleteObject StorageBucket/templates/*",
    "bootstrap s3:DeleteObject StorageBucket/thumbnails/*",
    "bootstrap s3:DeleteObject StorageBucket/uploads/*",
  ],
  [
    "A deployment that changes a starter writes its next version, and reads the version that a user has made of it.",
    "bootstrap dynamodb:UpdateItem StorageTemplates",
    "bootstrap s3:GetObject StorageBucket/templates/*",
  ],
  [
    "Ends a job that has lost all attempts: pays back, counts down its batch, publishes its end, or sends it once more. The jobs of end-to-end tests lose at most one attempt. `npm run test:alarms` and `npm run test:faults` cause the rest.",
    "dead-letter dynamodb:BatchGetItem StorageWorkspaces",
    "dead-letter dynamodb:PutItem StorageWorkspaces",
    "dead-letter dynamodb:UpdateItem StorageBatches",
    "dead-letter dynamodb:UpdateItem StorageWorkspaces",
    "dead-letter events:PutEvents RenderingBus",
    "dead-letter s3:GetObject StorageBucket/img/*",
    "dead-letter s3:GetObject StorageBucket/renders/*",
    "dead-letter sqs:ChangeMessageVisibility RenderingRenderDeadLetters",
    "dead-letter sqs:SendMessage RenderingBulkQueue",
    "dead-letter sqs:SendMessage RenderingHeavyQueue",
    "dead-letter sqs:SendMessage RenderingInteractiveQueue",
    "dead-letter sqs:SendMessage RenderingStandardQueue",
    "dead-letter dynamodb:GetItem StorageJobs",
    "dead-letter dynamodb:UpdateItem StorageJobs",
    "sweeper dynamodb:BatchGetItem StorageWorkspaces",
    "sweeper dynamodb:PutItem StorageWorkspaces",
    "sweeper dynamodb:UpdateItem StorageBatches",
    "sweeper dynamodb:UpdateItem StorageWorkspaces",
    "sweeper s3:GetObject StorageBucket/img/*",
    "sweeper s3:GetObject StorageBucket/renders/*",
    "sweeper sqs:SendMessage RenderingHeavyQueue",
    "sweeper sqs:SendMessage RenderingStandardQueue",
  ],
  [
    "Lambda needs it for each queue that a function reads. It calls it for messages whose invocation failed.",
    "archived-files sqs:ChangeMessageVisibility ArchivedFilesArchivedFilesQueue",
  ],
  [
    "Authenticates a session of the studio as each function with keys does. Tests rotate signing keys with an API key.",
    "edge-keeper dynamodb:BatchGetItem StorageApiKeys",
  ],
  [
    "Runs once a day and looks at pictures that are a month old. Unit tests run it with a table and a bucket.",
    "file-audit dynamodb:Scan StorageJobs",
    "file-audit s3:GetObject StorageBucket/renders/*",
    "file-audit sqs:SendMessage ArchivedFilesArchivedFilesQueue",
  ],
];

/** The reason for each grant. */
export const KNOWN_UNUSED = Object.fromEntries(
  GROUPS.flatMap(([reason, ...grants]) => grants.map((grant) => [grant, reason])),
);

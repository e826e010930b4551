/** The parts of the requests of contract-requests.ts. */

/** The parts of a request. A missing part is the same as in every valid request to the route. */
export interface Sent {
  /** The value of the path parameter. */
  readonly id?: string;
  readonly query?: string;
  readonly body?: unknown;
  readonly key?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** IDs and keys in the service under test that requests contain. */
export interface Things {
  readonly baseUrl: string;
  readonly key: string;
  readonly template: string;
  /** A template in which a layer name occurs twice. */
  readonly ambiguous: string;
  readonly render: string;
  readonly archived: string;
  /** A render that never ends. */
  readonly stuck: string;
  /** A batch whose jobs have ended. */
  readonly batch: string;
  /** Four batches, in this order: their archive is stored, is being made, could not be made, and has expired. */
  readonly archivedBatch: string;
  readonly makingBatch: string;
  readonly failedArchive: string;
  readonly expiredArchive: string;
  /** Each call copies a batch that has ended. */
  readonly newEndedBatch: () => Promise<Sent>;
  /** A batch that never ends. */
  readonly stuckBatch: string;
  /** A job that was canceled. */
  readonly canceled: string;
  readonly sig: string;
  readonly etag: string;
  /** An upload in the state `ready`. */
  readonly upload: string;
  /** The path parameter and the query of a signed image. The lines are the query's pairs in canonical form. */
  readonly sign: (template: string, lines: readonly string[]) => Required<Pick<Sent, "id" | "query">>;
  readonly imageEtag: string;
  /** The lines of a signed image whose stored picture is archived. */
  readonly archivedImage: readonly string[];
  readonly uploadEtag: string;
  readonly workspace: string;
  /** The API key of a workspace whose plan has no credits. */
  readonly brokeKey: string;
  readonly brokeTemplate: string;
  readonly brokeWorkspace: string;
  /** The only API key of a workspace that has the scope `admin`, and its ID. */
  readonly loneKey: string;
  readonly loneKeyId: string;
  /** Each call creates a new object, which the request consumes. */
  readonly newTemplate: () => Promise<string>;
  readonly newUpload: () => Promise<string>;
  readonly newKeyId: () => Promise<string>;
  readonly newCanceled: () => Promise<string>;
  /** Each call copies the item of a render that has ended, with changed attributes. */
  readonly newRender: (change: Readonly<Record<string, unknown>>) => Promise<string>;
  readonly newProject: () => Promise<string>;
  readonly newEndpoint: () => Promise<string>;
  readonly newWorkspace: () => Promise<string>;
  /** A render that has ended and has a `webhookUrl`. */
  readonly withWebhook: string;
}

/** The one operation of CloudFront's API that a running application calls: CreateInvalidation. */
import { randomBytes } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { callerOf } from "../denials.js";
import type { FaultPlan } from "../faults/fault-plan.js";
import { ALLOW_ALL, type Authorizer } from "../permissions/aws-call.js";
import { AwsError } from "./aws-error.js";
import { readBody, type RequestHandler, startHttpService } from "./http-service.js";
import { readElements, readText, type XmlElement, xmlDocument } from "./s3/xml.js";
import { LOCAL_ACCOUNT_ID, type Service } from "./service.js";

export interface CloudFrontOptions {
  /**
   * Removes cached responses for the paths. Returns false if the distribution does not exist, or does not exist yet.
   */
  readonly onInvalidation: (distributionId: string, paths: readonly string[]) => boolean;
  readonly port?: number;
  /** Refuses the calls for which a function lacks permission. By default, no call is refused. */
  readonly authorizer?: Authorizer | undefined;
  /** Puts planned faults into the calls of functions. By default, no call fails. */
  readonly faults?: FaultPlan | undefined;
}

const MAX_BODY_BYTES = 1024 * 1024;
/** CloudFront developer guide, "Quotas on invalidations". */
const MAX_PATH_CHARACTERS = 4_000;
const ACCESS_DENIED = { code: "AccessDenied", status: 403 };

/** Starts the service. An invalidation is complete when the response is sent. */
export async function startCloudFront({
  onInvalidation,
  port,
  authorizer = ALLOW_ALL,
  faults,
}: CloudFrontOptions): Promise<Service> {
  const serve: RequestHandler = async (request, response) => {
    try {
      const invalidation = await createInvalidation(request, onInvalidation, authorizer);
      send(response, 201, xmlDocument(invalidation, false));
    } catch (error) {
      if (!(error instanceof AwsError)) throw error;
      request.resume();
      const described: XmlElement = [
        "Error",
        [
          ["Code", error.code],
          ["Message", error.message],
        ],
      ];
      send(response, error.status, xmlDocument(["ErrorResponse", [described]], false));
    }
  };
  return startHttpService(faults?.wrap("cloudfront", serve) ?? serve, port);
}

async function createInvalidation(
  request: IncomingMessage,
  onInvalidation: CloudFrontOptions["onInvalidation"],
  authorizer: Authorizer,
): Promise<XmlElement> {
  const [, distributionId] = /^\/2020-05-31\/distribution\/([^/]+)\/invalidation$/.exec(request.url ?? "") ?? [];
  if (request.method !== "POST" || distributionId === undefined) {
    const message = `The local service does not implement ${request.method} ${request.url}.`;
    throw new AwsError("UnknownOperationException", message, 404);
  }
  const resource = `arn:aws:cloudfront::${LOCAL_ACCOUNT_ID}:distribution/${decodeURIComponent(distributionId)}`;
  authorizer.check({ action: "cloudfront:CreateInvalidation", resource }, callerOf(request.headers), ACCESS_DENIED);
  const { reference, paths } = readBatch((await readBody(request, MAX_BODY_BYTES)).toString("utf8"));
  if (!onInvalidation(decodeURIComponent(distributionId), paths)) {
    throw new AwsError("NoSuchDistribution", "The specified distribution does not exist.", 404);
  }
  return [
    "Invalidation",
    [
      ["Id", `I${randomBytes(8).toString("hex").toUpperCase()}`],
      ["Status", "Completed"],
      ["CreateTime", new Date().toISOString()],
      [
        "InvalidationBatch",
        [
          [
            "Paths",
            [
              ["Quantity", paths.length],
              ["Items", paths.map((path): XmlElement => ["Path", path])],
            ],
          ],
          ["CallerReference", reference],
        ],
      ],
    ],
  ];
}

function readBatch(xml: string): { readonly reference: string; readonly paths: readonly string[] } {
  const reference = readText(xml, "CallerReference") ?? "";
  const paths = readElements(xml, "Path").map((content) => readText(`<Path>${content}</Path>`, "Path") ?? "");
  if (reference === "") throw new AwsError("InvalidArgument", "The CallerReference is missing.", 400);
  if (paths.length === 0 || Number(readText(xml, "Quantity")) !== paths.length) {
    throw new AwsError("InconsistentQuantities", "The Quantity and the number of Items don't match.", 400);
  }
  if (paths.some((path) => !path.startsWith("/") || path.length > MAX_PATH_CHARACTERS)) {
    throw new AwsError("InvalidArgument", "A path begins with a slash and has 4,000 characters at most.", 400);
  }
  return { reference, paths };
}

function send(response: ServerResponse, status: number, xml: string): void {
  response.writeHead(status, { "content-type": "text/xml" }).end(xml);
}

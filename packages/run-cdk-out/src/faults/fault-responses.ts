/** The error responses of services, in the form of each service's protocol. */
import type { ServerResponse } from "node:http";
import type { ServiceName } from "./service-call.js";

type ErrorKind = "throttle" | "internal" | "conditional" | "conflict";

interface ErrorForm {
  readonly status: number;
  readonly code: string;
}

/** The service references of AWS, "Common errors" and the errors of each operation. */
const ERRORS: Readonly<Record<ServiceName, Readonly<Record<"throttle" | "internal", ErrorForm>>>> = {
  dynamodb: error(400, "ThrottlingException", "InternalServerError"),
  sqs: error(400, "ThrottlingException", "InternalFailure"),
  s3: error(503, "SlowDown", "InternalError"),
  events: error(400, "ThrottlingException", "InternalException"),
  secretsmanager: error(400, "ThrottlingException", "InternalServiceError"),
  cloudfront: error(400, "Throttling", "InternalFailure"),
  "cloudfront-keyvaluestore": error(429, "ThrottlingException", "InternalServerException"),
  cloudwatch: error(400, "ThrottlingException", "InternalServiceFault"),
  lambda: error(429, "TooManyRequestsException", "ServiceException"),
};

function error(status: number, throttle: string, internal: string) {
  return { throttle: { status, code: throttle }, internal: { status: 500, code: internal } };
}

const MESSAGE = "The local runner was asked to let this call fail.";

/** @param body the body of a transaction, whose error names a reason for each of its items */
export function respondWithFault(service: ServiceName, kind: ErrorKind, response: ServerResponse, body?: Buffer): void {
  if (service === "s3" || service === "cloudfront") {
    const { status, code } =
      kind === "conditional" ? { status: 412, code: "PreconditionFailed" } : formOf(service, kind);
    const element = `<Error><Code>${code}</Code><Message>${MESSAGE}</Message></Error>`;
    const text = service === "s3" ? element : `<ErrorResponse>${element}</ErrorResponse>`;
    response.writeHead(status, { "content-type": "application/xml" }).end(text);
    return;
  }
  const isTransaction = (kind === "conditional" || kind === "conflict") && hasTransactItems(body);
  const { status, code } = isTransaction
    ? { status: 400, code: "TransactionCanceledException" }
    : kind === "conditional"
      ? { status: 400, code: "ConditionalCheckFailedException" }
      : formOf(service, kind);
  const reasons = isTransaction ? { CancellationReasons: reasonsOf(kind, body) } : {};
  response.writeHead(status, { "content-type": "application/x-amz-json-1.0", "x-amzn-errortype": code });
  response.end(JSON.stringify({ __type: code, message: MESSAGE, Message: MESSAGE, ...reasons }));
}

function formOf(service: ServiceName, kind: ErrorKind): ErrorForm {
  return ERRORS[service][kind === "internal" ? "internal" : "throttle"];
}

interface TransactionBody {
  readonly TransactItems?: readonly Readonly<Record<string, { readonly ConditionExpression?: string }>>[];
}

function itemsOf(body: Buffer | undefined): NonNullable<TransactionBody["TransactItems"]> {
  if (body === undefined) return [];
  return (JSON.parse(body.toString("utf8")) as TransactionBody).TransactItems ?? [];
}

const hasTransactItems = (body: Buffer | undefined): boolean => itemsOf(body).length > 0;

function reasonsOf(kind: "conditional" | "conflict", body: Buffer | undefined): object[] {
  const items = itemsOf(body);
  if (kind === "conflict")
    return items.map((_, index) => (index === 0 ? { Code: "TransactionConflict" } : { Code: "None" }));
  return items.map((item) => {
    const failed = Object.values(item).some(({ ConditionExpression }) => ConditionExpression !== undefined);
    return { Code: failed ? "ConditionalCheckFailed" : "None" };
  });
}

/** Individual services, for tests that do not need a whole stack, and the hash that tells whether an app must be synthesized. */
export { LOCAL_CREDENTIALS } from "./credentials.js";
export { createRequestEvent } from "./fronts/edge/function-event.js";
export { createEdgeFunction } from "./fronts/edge/function-sandbox.js";
export { startDynamoDb } from "./services/dynamodb.js";
export { freePort } from "./services/free-port.js";
export { type S3Service, startS3 } from "./services/s3.js";
export { LOCAL_ACCOUNT_ID, LOCAL_REGION, type Service } from "./services/service.js";
export { startSecretsManager } from "./services/secrets-manager.js";
export { hashInputs } from "./synthesis/hash-inputs.js";

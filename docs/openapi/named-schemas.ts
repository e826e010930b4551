/** The schemas with a name in the OpenAPI document. Generated clients have a type for each of them. */
import type * as z from "zod";
import {
  callerBodySchema,
  createdKeySchema,
  createdWorkspaceSchema,
  createKeySchema,
  createSessionLinkSchema,
  createSessionSchema,
  createWorkspaceSchema,
  keyBodySchema,
  keyListSchema,
  sessionBodySchema,
  sessionLinkBodySchema,
  updateWorkspaceSchema,
  usageBodySchema,
  workspaceBodySchema,
  workspaceListSchema,
} from "../../core/contract/access-api.js";
import {
  archiveBodySchema,
  batchBodySchema,
  batchDryRunBodySchema,
  batchResultSchema,
  batchSummarySchema,
  checkedItemSchema,
} from "../../core/contract/batch-body.js";
import { createArchiveSchema, createBatchSchema } from "../../core/contract/batches-api.js";
import { createRenderSchema } from "../../core/contract/render-request.js";
import { errorBodySchema } from "../../core/contract/errors.js";
import { ledgerEntryBodySchema, ledgerPageSchema } from "../../core/contract/ledger-api.js";
import { dryRunBodySchema, jobBodySchema, renderResultSchema, stagesSchema } from "../../core/contract/job-body.js";
import { batchListSchema } from "../../core/contract/list-batches.js";
import { renderListSchema } from "../../core/contract/list-renders.js";
import {
  generationSchema,
  mintSchema,
  purgeImageSchema,
  revokeKeySchema,
  rotatedKeySchema,
  signingKeySchema,
  signResponseSchema,
  signBodySchema,
  signedUrlSchema,
} from "../../core/contract/sign-api.js";
import { rerenderSchema } from "../../core/contract/rerender.js";
import { storedRequestSchema } from "../../core/contract/stored-request.js";
import {
  ellipseMaskSchema,
  fieldSchema,
  gradientSchema,
  layerLayoutSchema,
  LAYERS,
  linearGradientSchema,
  maskSchema,
  polygonMaskSchema,
  radialGradientSchema,
  rectangleMaskSchema,
  templateDocumentSchema,
  variableSchema,
  warningSchema,
} from "@image-render/engine/document";
import { layerSchemaResponse } from "../../core/contract/layer-schema.js";
import {
  createProjectSchema,
  createTemplateSchema,
  previewBodySchema,
  previewDocumentSchema,
  previewPartSchema,
  previewSchema,
  projectListSchema,
  projectSchema,
  templateBodySchema,
  templateListSchema,
  templateSummarySchema,
  updateTemplateSchema,
  versionListSchema,
} from "../../core/contract/templates-api.js";
import {
  createdUploadSchema,
  createUploadSchema,
  uploadBodySchema,
  uploadListSchema,
} from "../../core/contract/uploads-api.js";
import {
  createdEndpointSchema,
  createEndpointSchema,
  deliveryBodySchema,
  deliveryListSchema,
  endpointBodySchema,
  endpointListSchema,
  eventBodySchema,
  recoveredSchema,
  renderDeliveriesSchema,
  resentWebhookSchema,
  testedEndpointSchema,
  updateEndpointSchema,
  webhookSecretBodySchema,
} from "../../core/contract/webhooks-api.js";
import { withDefaultTexts, withoutDefaults } from "./default-texts.js";
import { WEBHOOK_PAYLOADS } from "./webhook-payloads.js";
import {
  type Direction,
  DOCUMENT_NAME,
  type JsonObject,
  jsonSchemaOf,
  namedJsonSchemas,
  refTo,
} from "./json-schema-of.js";

const capitalized = (type: string): string => `${type.charAt(0).toUpperCase()}${type.slice(1)}`;

/** The schemas of all types of layers, by name: `TextLayer` and so on. */
const layerSchemas = Object.fromEntries(
  LAYERS.all.map(({ definition: { type }, schema }) => [`${capitalized(type)}Layer`, schema]),
);

/** The schemas of the types of layers that can be a background, by name: `ImageBackground`. */
const backgroundSchemas = Object.fromEntries(
  LAYERS.all
    .filter(({ definition: { background } }) => background !== undefined)
    .map(({ definition: { type } }, index) => [`${capitalized(type)}Background`, LAYERS.backgroundSchemas[index]]),
) as Readonly<Record<string, z.ZodType>>;

/** Returns the members of a union by name: `TextVariable` and so on. The names derive from `type`. */
function membersOf(
  options: readonly { readonly shape: { readonly type: z.ZodLiteral<string> } }[],
  suffix: string,
): Readonly<Record<string, z.ZodType>> {
  return Object.fromEntries(
    options.map((option) => [`${capitalized(option.shape.type.value)}${suffix}`, option as unknown as z.ZodType]),
  );
}

const NAMED: Readonly<Record<Direction, Readonly<Record<string, z.ZodType>>>> = {
  input: {
    CreateRender: createRenderSchema,
    Rerender: rerenderSchema,
    CreateBatch: createBatchSchema,
    CreateArchive: createArchiveSchema,
    SignImages: signBodySchema,
    SignImage: mintSchema,
    PurgeImage: purgeImageSchema,
    RevokeSigningKey: revokeKeySchema,
    CreateTemplate: createTemplateSchema,
    UpdateTemplate: updateTemplateSchema,
    Preview: previewSchema,
    PreviewDocument: previewDocumentSchema,
    CreateProject: createProjectSchema,
    CreateUpload: createUploadSchema,
    CreateWebhookEndpoint: createEndpointSchema,
    UpdateWebhookEndpoint: updateEndpointSchema,
    CreateKey: createKeySchema,
    CreateSession: createSessionSchema,
    CreateSessionLink: createSessionLinkSchema,
    CreateWorkspace: createWorkspaceSchema,
    UpdateWorkspace: updateWorkspaceSchema,
    [DOCUMENT_NAME]: templateDocumentSchema,
    Layer: LAYERS.layerSchema,
    ...layerSchemas,
    Gradient: gradientSchema,
    LinearGradient: linearGradientSchema,
    RadialGradient: radialGradientSchema,
    Mask: maskSchema,
    EllipseMask: ellipseMaskSchema,
    RectangleMask: rectangleMaskSchema,
    PolygonMask: polygonMaskSchema,
    ...backgroundSchemas,
    Variable: variableSchema,
    ...membersOf(variableSchema.options, "Variable"),
    ListField: fieldSchema,
    ...membersOf(fieldSchema.options, "Field"),
  },
  output: {
    ErrorBody: errorBodySchema,
    JobBody: jobBodySchema,
    RenderStages: stagesSchema,
    RenderList: renderListSchema,
    BatchSummary: batchSummarySchema,
    BatchList: batchListSchema,
    StoredRequest: storedRequestSchema,
    BatchBody: batchBodySchema,
    ArchiveBody: archiveBodySchema,
    Warning: warningSchema,
    PreviewBody: previewBodySchema,
    PreviewPart: previewPartSchema,
    LayerLayout: layerLayoutSchema,
    DryRunBody: dryRunBodySchema,
    BatchDryRunBody: batchDryRunBodySchema,
    BatchResult: batchResultSchema,
    CheckedItem: checkedItemSchema,
    RenderResult: renderResultSchema,
    SignedUrl: signedUrlSchema,
    SignedUrls: signResponseSchema,
    RotatedSigningKey: rotatedKeySchema,
    SignatureGeneration: generationSchema,
    TemplateSigningKey: signingKeySchema,
    TemplateSummary: templateSummarySchema,
    TemplateList: templateListSchema,
    TemplateBody: templateBodySchema,
    VersionList: versionListSchema,
    LayerSchema: layerSchemaResponse,
    ProjectBody: projectSchema,
    ProjectList: projectListSchema,
    CreatedUpload: createdUploadSchema,
    UploadBody: uploadBodySchema,
    UploadList: uploadListSchema,
    WebhookSecret: webhookSecretBodySchema,
    WebhookEndpoint: endpointBodySchema,
    CreatedWebhookEndpoint: createdEndpointSchema,
    WebhookEndpointList: endpointListSchema,
    WebhookDelivery: deliveryBodySchema,
    RenderDeliveries: renderDeliveriesSchema,
    WebhookDeliveryList: deliveryListSchema,
    ResentWebhook: resentWebhookSchema,
    TestedEndpoint: testedEndpointSchema,
    WebhookEventBody: eventBodySchema,
    RecoveredWebhooks: recoveredSchema,
    KeyBody: keyBodySchema,
    KeyList: keyListSchema,
    CreatedKey: createdKeySchema,
    SessionBody: sessionBodySchema,
    SessionLink: sessionLinkBodySchema,
    CallerBody: callerBodySchema,
    UsageBody: usageBodySchema,
    LedgerEntry: ledgerEntryBodySchema,
    LedgerPage: ledgerPageSchema,
    WorkspaceBody: workspaceBodySchema,
    WorkspaceList: workspaceListSchema,
    CreatedWorkspace: createdWorkspaceSchema,
    ...WEBHOOK_PAYLOADS,
  },
};

/** All named schemas, for the document's components. */
export function namedSchemas(): Record<string, JsonObject> {
  const sent = Object.entries(namedJsonSchemas(NAMED.input, "input"));
  const received = Object.entries(namedJsonSchemas(NAMED.output, "output"));
  return Object.fromEntries([
    ...sent.map(([name, schema]) => [name, withDefaultTexts(schema)] as const),
    ...received.map(([name, schema]) => [name, withoutDefaults(schema)] as const),
  ]);
}

/** Returns a reference to the schema if it has a name, otherwise the schema itself. */
export function schemaOrRef(schema: z.ZodType, io: Direction): JsonObject {
  const named = Object.entries(NAMED[io]).find(([, candidate]) => candidate === schema);
  return named === undefined ? jsonSchemaOf(schema, io) : { $ref: refTo(named[0]) };
}

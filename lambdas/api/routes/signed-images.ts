/** POST /api/v1/img/sign, /img/purge, /templates/{id}/revoke-signatures */
import { answerOnce, type Run } from "../../../core/idempotency/answer-once.js";
import { type IdempotencyRecorder, recordOf } from "../../../core/idempotency/idempotency-record.js";
import { type MintDependencies, mintImages } from "../../../core/signed-images/mint-images.js";
import { purgeImage, type PurgeImageDependencies } from "../../../core/signed-images/purge-image.js";
import { revokeTemplateSignatures } from "../../../core/signing/revoke-template-signatures.js";
import type { EdgeKeyStore, GenerationStore } from "../../../core/signing/signing-ports.js";
import { requireTemplateEver } from "../../../core/templates/require-template-ever.js";
import type { TemplateStore } from "../../../core/templates/template-version.js";
import type { RouteHandler, RouteHandlers } from "../../shared/http-request.js";
import { idempotentRequest, REPLAYED } from "../../shared/idempotent-request.js";

export interface SignedImageRoutesDependencies extends MintDependencies {
  readonly templates: Pick<TemplateStore, "find" | "findVersion">;
  readonly records: IdempotencyRecorder;
  readonly signedPictures: PurgeImageDependencies["pictures"];
  readonly edgeCopies: PurgeImageDependencies["edge"];
  readonly edgeKeys: EdgeKeyStore;
  readonly generations: GenerationStore;
}

export function signedImageRoutes(dependencies: SignedImageRoutesDependencies) {
  return {
    signImages: signImagesRoute(dependencies),
    purgeImage: purgeImageRoute(dependencies),
    revokeSignatures: revokeSignaturesRoute(dependencies),
  } satisfies RouteHandlers;
}

function signImagesRoute(dependencies: SignedImageRoutesDependencies): RouteHandler<"signImages"> {
  const { records, now } = dependencies;
  return async ({ event, name, body, caller, baseUrl, reply }) => {
    const once = idempotentRequest(event, caller.workspaceId, name);
    const run = async (): Promise<Run> => {
      const answer = { status: 200, body: await mintImages(dependencies, { caller, baseUrl }, body) };
      const first =
        once === undefined || (await records.keepFirst(recordOf(once, answer.status, answer.body, now()), now()));
      return first ? { kind: "answered", ...answer } : { kind: "recorded" };
    };
    const answer = await answerOnce(records, once, now(), run);
    return reply(200, answer.body, answer.replayed ? REPLAYED : {});
  };
}

function purgeImageRoute(dependencies: SignedImageRoutesDependencies): RouteHandler<"purgeImage"> {
  const { templates, signedPictures: pictures, edgeCopies: edge } = dependencies;
  return async ({ caller, body, reply }) => {
    await purgeImage({ templates, pictures, edge }, caller.workspaceId, body.url);
    return reply(204);
  };
}

function revokeSignaturesRoute(dependencies: SignedImageRoutesDependencies): RouteHandler<"revokeSignatures"> {
  const { templates, generations, edgeKeys: edge } = dependencies;
  return async ({ caller, params: { id = "" }, reply, log }) => {
    const templateId = await requireTemplateEver(templates, caller.workspaceId, id);
    const generation = await revokeTemplateSignatures({ generations, edge }, templateId);
    log.info("A template's signed URLs were revoked.", { templateId, generation, byKeyId: caller.keyId });
    return reply(200, { generation });
  };
}

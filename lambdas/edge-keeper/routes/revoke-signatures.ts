/** POST /api/v1/templates/{id}/revoke-signatures */
import { revokeTemplateSignatures } from "../../../core/signing/revoke-template-signatures.js";
import type { EdgeKeyStore, GenerationStore } from "../../../core/signing/signing-ports.js";
import { requireTemplateOrDeleted } from "../../../core/templates/require-template-or-deleted.js";
import type { TemplateStore } from "../../../core/templates/template-version.js";
import type { RouteHandler } from "../../shared/http-request.js";

export interface RevokeSignaturesDependencies {
  readonly templates: Pick<TemplateStore, "find" | "findVersion">;
  readonly generations: GenerationStore;
  readonly edge: EdgeKeyStore;
}

export function revokeSignaturesRoute(dependencies: RevokeSignaturesDependencies): RouteHandler<"revokeSignatures"> {
  const { templates, generations, edge } = dependencies;
  return async ({ caller, params: { id }, respond, log }) => {
    const templateId = await requireTemplateOrDeleted(templates, caller.workspaceId, id);
    const generation = await revokeTemplateSignatures({ generations, edge }, templateId);
    log.info("A template's signed URLs were revoked.", { templateId, generation, byKeyId: caller.keyId });
    return respond(200, { generation });
  };
}

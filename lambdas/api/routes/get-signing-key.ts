/** GET /api/v1/templates/{id}/signing-key */
import type { KeyRing } from "../../../core/signing/key-ring.js";
import { templateSigningKey } from "../../../core/signing/sign-image-url.js";
import type { GenerationStore } from "../../../core/signing/signing-ports.js";
import { requireTemplate } from "../../../core/templates/require-template.js";
import type { TemplateStore } from "../../../core/templates/template-version.js";
import type { RouteHandler } from "../../shared/http-request.js";

export interface GetSigningKeyDependencies {
  readonly keyRing: KeyRing;
  readonly templates: Pick<TemplateStore, "find">;
  readonly generations: Pick<GenerationStore, "find">;
}

/** A holder of the key can spend the workspace's credits. Each response with a key is logged. */
export function getSigningKeyRoute(dependencies: GetSigningKeyDependencies): RouteHandler<"getSigningKey"> {
  const { keyRing, templates, generations } = dependencies;
  return async ({ caller, params, log, respond }) => {
    const { head } = await requireTemplate(templates, caller.workspaceId, params.id, "highest");
    const signing = templateSigningKey(keyRing, head.id, await generations.find(head.id));
    const { templateId, keyId, generation, key } = signing;
    log.info("A template's signing key was returned to its owner.", {
      templateId,
      signingKeyId: keyId,
      byKeyId: caller.keyId,
    });
    return respond(200, { template: templateId, keyId, generation, key });
  };
}

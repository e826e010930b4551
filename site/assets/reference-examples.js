/* global structuredClone */

/**
 * The document of the API as the page shows it, so that “Try it out” sends what works here: with a template that exists, or
 * with an empty ID. Everything else of the document stays as it is.
 */
// eslint-disable-next-line no-unused-vars -- reference.js uses it
function prepareDocument(original, template) {
  const document = structuredClone(original);
  for (const { path, method, operation } of operationsOf(document)) {
    operation.parameters = (operation.parameters ?? []).map((parameter) =>
      prefilled(parameter, path, method, template),
    );
    const content = operation.requestBody?.content?.["application/json"];
    if (content?.example !== undefined) content.example = workingBody(content.example, path, template);
    if (operation.security?.some(({ signature }) => signature)) takeSignature(operation);
  }
  // The form to sign in has one field. Browsers send the cookie of a session themselves, and `sig` is a parameter.
  document.components.securitySchemes = { bearer: document.components.securitySchemes.bearer };
  return document;
}

const METHODS = ["get", "head", "post", "put", "patch", "delete"];

function operationsOf({ paths }) {
  return Object.entries(paths).flatMap(([path, item]) =>
    METHODS.filter((method) => item[method] !== undefined).map((method) => ({
      path,
      method,
      operation: item[method],
    })),
  );
}

/** The text of each example body by operation, as the viewer writes it into its field. */
// eslint-disable-next-line no-unused-vars -- reference.js uses it
function exampleTexts(document) {
  return operationsOf(document).flatMap(({ path, method, operation }) => {
    const example = operation.requestBody?.content?.["application/json"]?.example;
    return example === undefined ? [] : [{ path, method, text: JSON.stringify(example, undefined, 2) }];
  });
}

const CREATE_PATH = "/api/v1/render";
const WAIT_SECONDS = 30;
const TEMPLATE_PATH = /^\/api\/v1\/(templates\/\{id\}|img\/\{template\})/;

/**
 * The viewer sends the example of a parameter unless the reader removes it. IDs that do not exist would return 404, and the
 * example of a header would make a second request fail (`Idempotency-Key`) or a first one (`If-Match`).
 */
function prefilled({ example, ...parameter }, path, method, template) {
  if (parameter.in === "header" && example !== undefined) {
    return { ...parameter, description: `${parameter.description ?? ""} For example \`${example}\`.`.trim() };
  }
  // With a finished job, the reader sees the address of the picture. Without, only the ID of a queued job.
  if (path === CREATE_PATH && parameter.name === "wait") return { ...parameter, example: WAIT_SECONDS };
  if (parameter.in !== "path") return example === undefined ? parameter : { ...parameter, example };
  // Not for requests that change the template: nobody should delete theirs because a form was filled in.
  const isHarmless = method === "get" || method === "head" || path.endsWith("/preview");
  if (template === undefined || !isHarmless || !TEMPLATE_PATH.test(path)) return parameter;
  return { ...parameter, example: template.id };
}

function takeSignature(operation) {
  operation.security = operation.security.filter(({ signature }) => !signature);
  if (operation.parameters.some(({ name }) => name === "sig")) return;
  const description = "The signature, from the signed URL. All other keys of the URL are needed too.";
  operation.parameters.push({ name: "sig", in: "query", description, schema: { type: "string" } });
}

/** A body with the template of the reader. Without one its ID is empty, which the service refuses with a clear error. */
function workingBody(example, path, template) {
  const body = { ...example };
  if (Array.isArray(body.jobs)) body.jobs = body.jobs.map((job) => workingBody(job, path, template));
  if ("template" in body) body.template = template?.id ?? "";
  const isOfTemplate = "template" in body || TEMPLATE_PATH.test(path);
  if (isOfTemplate && "layers" in body && template !== undefined) body.layers = template.layers;
  // Nobody receives webhooks at the address of the example. The service would try for a day.
  delete body.webhookUrl;
  return body;
}

/** Enough to find one with a text, and few enough to stay below every rate limit. */
const LOOKED_AT = 3;

/**
 * The newest template in which a text can be changed, or else the newest one. `get` resolves to a JSON body. `undefined` if
 * there is no template.
 */
// eslint-disable-next-line no-unused-vars -- reference.js uses it
async function chooseTemplate(get) {
  const { templates } = await get(`/api/v1/templates?limit=${LOOKED_AT}`);
  for (const { id, name } of templates) {
    const { layers } = await get(`/api/v1/templates/${id}/schema`);
    const names = layers.map(({ layerName }) => layerName);
    const isUnique = new Set(names).size === names.length;
    const text = layers.find(({ attributes }) => attributes.some(({ key }) => key === "text"));
    if (isUnique && text !== undefined) {
      return { id, name, layers: { [text.layerName]: { text: "From the API reference" } } };
    }
  }
  const [newest] = templates;
  return newest && { id: newest.id, name: newest.name, layers: {} };
}

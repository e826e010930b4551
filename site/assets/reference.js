/* global SwaggerUIBundle, document, fetch, matchMedia */
/* global prepareDocument, exampleTexts, chooseTemplate, readWithKey, createSignIn, createSignInButton */

// The viewer has styles for dark mode, but it does not ask which scheme the reader prefers.
const dark = matchMedia("(prefers-color-scheme: dark)");
const applyScheme = () => document.documentElement.classList.toggle("dark-mode", dark.matches);
dark.addEventListener("change", applyScheme);
applyScheme();

/** The parts of the viewer that this page shows: the page has its own title, and the document has one server, this one. */
const PARTS = ["SvgAssets", "errors", "AuthorizeBtnContainer", "FilterContainer", "operations", "Models"];
const SIGNED_OUT = "Choose “Authorize” to enter an API key, and “Try it out” to send requests to this service.";

const status = document.querySelector("[data-status]");

/** Shows another version of the document. Bodies that the reader has not changed follow it. */
function showExamples(system, original, template) {
  const before = exampleTexts(system.specSelectors.specJson().toJS());
  const next = prepareDocument(original, template);
  const after = new Map(exampleTexts(next).map(({ path, method, text }) => [`${method} ${path}`, text]));
  system.specActions.updateJsonSpec(next);
  for (const { path, method, text } of before) {
    if (system.oas3Selectors.requestBodyValue(path, method) !== text) continue;
    system.oas3Actions.setRequestBodyValue({ value: after.get(`${method} ${path}`), pathMethod: [path, method] });
  }
}

async function signIn(system, original, apiKey) {
  const template = await readWithKey(apiKey, chooseTemplate);
  const [name, schema] = ["bearer", system.specSelectors.securityDefinitions().get("bearer")];
  system.authActions.authorize({ [name]: { name, schema, value: apiKey } });
  showExamples(system, original, template);
  status.textContent =
    template === undefined
      ? "Signed in. Your workspace has no template that the examples could use."
      : `Signed in. The examples use your template “${template.name}”.`;
}

function signOut(system, original) {
  system.authActions.logout(["bearer"]);
  showExamples(system, original, undefined);
  status.textContent = SIGNED_OUT;
}

const page = (original) => (system) => {
  const { React } = system;
  return {
    components: {
      Reference: ({ getComponent }) => {
        const parts = PARTS.map((name) => React.createElement(getComponent(name, true), { key: name }));
        return React.createElement("div", { className: "swagger-ui" }, parts);
      },
      authorizeBtn: createSignInButton(system),
      authorizationPopup: createSignIn({
        React,
        signIn: (apiKey) => signIn(system, original, apiKey),
        signOut: () => signOut(system, original),
        isSignedIn: () => system.authSelectors.authorized().size > 0,
        close: () => system.authActions.showDefinitions(false),
      }),
    },
    wrapComponents: {
      // The viewer puts this link into a button, which assistive technology cannot reach. The button works without it.
      DeepLink:
        () =>
        ({ text }) =>
          React.createElement("span", null, text),
    },
  };
};

/** The document, loaded here and not by the viewer, because the page changes its examples. */
async function start() {
  const place = document.querySelector("#reference");
  const response = await fetch("/api/v1/openapi.json").catch(() => undefined);
  if (response?.ok !== true) {
    place.textContent = "The OpenAPI document could not be loaded. Reload the page.";
    return;
  }
  const original = await response.json();
  SwaggerUIBundle({
    dom_id: "#reference",
    spec: prepareDocument(original, undefined),
    plugins: [page(original)],
    layout: "Reference",
    deepLinking: true,
    defaultModelsExpandDepth: 0,
    displayRequestDuration: true,
    filter: true,
    // Its colors are for a dark background only.
    syntaxHighlight: { activated: false },
    // No badge from validator.swagger.io.
    validatorUrl: null,
  });
}

void start();

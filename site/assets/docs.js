/* global SwaggerUIBundle, document, matchMedia */

// The viewer has styles for dark mode, but it does not ask which scheme the reader prefers.
const dark = matchMedia("(prefers-color-scheme: dark)");
const applyScheme = () => document.documentElement.classList.toggle("dark-mode", dark.matches);
dark.addEventListener("change", applyScheme);
applyScheme();

/** The parts of the viewer that this page shows: the page has its own title, and the document has one server, this one. */
const PARTS = ["SvgAssets", "errors", "AuthorizeBtnContainer", "FilterContainer", "operations", "Models"];

const reference = ({ React }) => ({
  components: {
    Reference: ({ getComponent, specSelectors }) => {
      const failed = specSelectors.loadingStatus() === "failed";
      if (failed || specSelectors.specStr() === "") {
        const text = failed ? "The OpenAPI document could not be loaded. Reload the page." : "Loading …";
        return React.createElement("p", { role: "status" }, text);
      }
      const parts = PARTS.map((name) => React.createElement(getComponent(name, true), { key: name }));
      return React.createElement("div", { className: "swagger-ui" }, parts);
    },
  },
  wrapComponents: {
    // The viewer puts this link into a button, which assistive technology cannot reach. The button works without it.
    DeepLink:
      () =>
      ({ text }) =>
        React.createElement("span", null, text),
  },
});

SwaggerUIBundle({
  dom_id: "#reference",
  url: "/api/v1/openapi.json",
  plugins: [reference],
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

/* global SwaggerUIBundle */

// The viewer has styles for dark mode, but does not ask for the viewer's preference.
const dark = matchMedia("(prefers-color-scheme: dark)");
const applyScheme = () => document.documentElement.classList.toggle("dark-mode", dark.matches);
dark.addEventListener("change", applyScheme);
applyScheme();

/** The document has one server: this one. The header of the page replaces the title. */
const withoutServersAndTitle = () => ({
  wrapComponents: { ServersContainer: () => () => null, InfoContainer: () => () => null },
});

SwaggerUIBundle({
  dom_id: "#reference",
  url: "/api/v1/openapi.json",
  plugins: [withoutServersAndTitle],
  deepLinking: true,
  defaultModelsExpandDepth: 0,
  displayRequestDuration: true,
  filter: true,
  // No badge from validator.swagger.io.
  validatorUrl: null,
});

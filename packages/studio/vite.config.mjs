/** Builds the pages at /studio, and serves them with hot reloading in front of a running stack (`npm run dev`). */
import { fileURLToPath } from "node:url";
import { defineConfig } from "vite";

const source = (path) => fileURLToPath(new URL(path, import.meta.url));
/** The address of the running stack, for the development server. */
const stack = process.env.IRS_URL;

export default defineConfig({
  root: source("."),
  base: "/studio/",
  cacheDir: source("../../.local/vite"),
  resolve: {
    // The first entry that matches the beginning of an import counts.
    alias: {
      "@image-render/client/formats": source("../client/src/generated/formats.ts"),
      "@image-render/client": source("../client/src/index.ts"),
    },
  },
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
  build: {
    target: "es2022",
    // The content security policy allows no data URIs for scripts, styles and fonts, so nothing is inlined.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    emptyOutDir: true,
    reportCompressedSize: false,
  },
  server: {
    host: "localhost",
    ...(stack !== undefined && {
      proxy: Object.fromEntries(
        ["/api", "/assets", "/docs"].map((path) => [
          path,
          // The service accepts changes with a session's cookie only from its own origin.
          { target: stack, changeOrigin: true, headers: { origin: new URL(stack).origin } },
        ]),
      ),
    }),
  },
});

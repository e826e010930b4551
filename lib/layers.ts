/** The Lambda layers of the functions that render: native libraries and fonts. */
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { Architecture, type AssetCode, Code, LayerVersion, Runtime } from "aws-cdk-lib/aws-lambda";
import { Construct } from "constructs";
import * as z from "zod";
import { assetHashedByInputs } from "./local-asset.js";
import type { Settings } from "./settings.js";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const NATIVE = join(ROOT, "layers/native");
const FONTS = join(ROOT, "layers/fonts");

/** The files of each package that the layer contains. `npm run generate` writes the manifest. */
const fontManifestSchema = z.object({
  packages: z.array(z.object({ name: z.string(), files: z.array(z.string()) })),
});

export class RenderingLayers extends Construct {
  readonly all: readonly LayerVersion[];
  /** The fonts, and HarfBuzz. */
  readonly fonts: LayerVersion;

  constructor(scope: Construct, id: string, settings: Settings) {
    super(scope, id);
    const runtime = { compatibleRuntimes: [Runtime.NODEJS_24_X], compatibleArchitectures: [Architecture.ARM_64] };
    const native = new LayerVersion(this, "Native", {
      ...runtime,
      description: "sharp and resvg for arm64",
      code: settings.nativeLayer === "target" ? nativeCode() : Code.fromAsset(NATIVE),
    });
    this.fonts = new LayerVersion(this, "Fonts", {
      ...runtime,
      description: "Selected weights of the built-in font families",
      code: fontCode(),
    });
    this.all = [native, this.fonts];
  }
}

/**
 * Installs the packages for Lambda's platform on any machine. Without the platform flags, npm installs the host's
 * binaries and reports no error.
 */
function nativeCode(): AssetCode {
  const inputs = ["package.json", "package-lock.json"].map((file) => readFileSync(join(NATIVE, file)));
  return assetHashedByInputs(NATIVE, ["linux-arm64-glibc", ...inputs], (outputDir) => {
    const target = join(outputDir, "nodejs");
    mkdirSync(target, { recursive: true });
    for (const file of ["package.json", "package-lock.json"]) cpSync(join(NATIVE, file), join(target, file));
    const platform = ["--os=linux", "--cpu=arm64", "--libc=glibc"];
    execFileSync("npm", ["ci", "--omit=dev", "--ignore-scripts", "--no-audit", "--no-fund", ...platform], {
      cwd: target,
      stdio: ["ignore", "ignore", "inherit"],
    });
  });
}

/** Copies the font files of the manifest to the folders where Node finds their packages. */
function fontCode(): AssetCode {
  const manifest = readFileSync(join(FONTS, "manifest.json"));
  const { packages } = fontManifestSchema.parse(JSON.parse(manifest.toString()));
  const versions = packages.map(({ name }) => readFileSync(join(ROOT, "node_modules", name, "package.json")));
  return assetHashedByInputs(FONTS, [manifest, ...versions], (outputDir) => {
    for (const { name, files } of packages) {
      for (const file of files) {
        const target = join(outputDir, "nodejs/node_modules", name, file);
        mkdirSync(dirname(target), { recursive: true });
        cpSync(join(ROOT, "node_modules", name, file), target);
      }
    }
  });
}

/** Assets that this process bundles itself, without Docker. */
import { createHash } from "node:crypto";
import { AssetHashType, DockerImage } from "aws-cdk-lib";
import { type AssetCode, Code } from "aws-cdk-lib/aws-lambda";

/** Writes the asset's files into a folder. */
type Bundle = (outputDir: string) => void;

/** Returns an asset that is bundled in each synthesis. Its hash is the hash of the output. */
export function assetHashedByOutput(source: string, bundle: Bundle): AssetCode {
  return Code.fromAsset(source, { assetHashType: AssetHashType.OUTPUT, bundling: bundlingBy(bundle) });
}

/** Returns an asset with the hash of `inputs`. It is bundled only when they change. Use it for slow bundles. */
export function assetHashedByInputs(source: string, inputs: readonly (string | Buffer)[], bundle: Bundle): AssetCode {
  const hash = createHash("sha256");
  for (const input of inputs) hash.update(input).update("\0");
  return Code.fromAsset(source, {
    assetHashType: AssetHashType.CUSTOM,
    assetHash: hash.digest("hex"),
    bundling: bundlingBy(bundle),
  });
}

function bundlingBy(bundle: Bundle) {
  const tryBundle = (outputDir: string): boolean => {
    bundle(outputDir);
    return true;
  };
  return { image: DockerImage.fromRegistry("unused: bundled locally"), local: { tryBundle } };
}

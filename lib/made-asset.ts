/** Assets that are made here, in this process, without Docker. */
import { createHash } from "node:crypto";
import { AssetHashType, DockerImage } from "aws-cdk-lib";
import { type AssetCode, Code } from "aws-cdk-lib/aws-lambda";

type Make = (outputDir: string) => void;

/** An asset that is made anew at each synth and known by what comes out. */
export function assetMadeAnew(source: string, make: Make): AssetCode {
  return Code.fromAsset(source, { assetHashType: AssetHashType.OUTPUT, bundling: bundlingBy(make) });
}

/** An asset that is made anew only when one of `inputs` changes: for what is slow to make. */
export function assetMadeFrom(source: string, inputs: readonly (string | Buffer)[], make: Make): AssetCode {
  const hash = createHash("sha256");
  for (const input of inputs) hash.update(input).update("\0");
  return Code.fromAsset(source, {
    assetHashType: AssetHashType.CUSTOM,
    assetHash: hash.digest("hex"),
    bundling: bundlingBy(make),
  });
}

function bundlingBy(make: Make) {
  const tryBundle = (outputDir: string): boolean => {
    make(outputDir);
    return true;
  };
  return { image: DockerImage.fromRegistry("unused: bundled locally"), local: { tryBundle } };
}

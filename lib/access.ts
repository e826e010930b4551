/** The secrets, and the store of the keys that the edge uses to verify signatures. */
import { RemovalPolicy } from "aws-cdk-lib";
import { KeyValueStore } from "aws-cdk-lib/aws-cloudfront";
import { type ISecret, Secret } from "aws-cdk-lib/aws-secretsmanager";
import { Construct } from "constructs";
import { globalName } from "./global-name.js";
import { dataRemovalPolicy } from "./removal-policy.js";
import type { Settings } from "./settings.js";

export class Access extends Construct {
  /** The ring of signing keys as a flat JSON object. Secrets Manager generates the first key. */
  readonly signingKeys: Pick<ISecret, "secretArn">;
  /** The secret that CloudFront sends to its origins, so that they can refuse all other requests. */
  readonly originSecret: Secret;
  /** Keys that are derived from the ring, and the lowest valid signing generation of templates. */
  readonly edgeKeys: KeyValueStore;

  constructor(scope: Construct, id: string, settings: Settings) {
    super(scope, id);
    const { adoptData } = settings;
    this.signingKeys = adoptData === undefined ? this.#makeSigningKeys(settings) : { secretArn: adoptData.signingKeys };
    this.originSecret = new Secret(this, "OriginSecret", {
      description: "Shared by CloudFront and its origins",
      generateSecretString: { passwordLength: 48, excludePunctuation: true },
      removalPolicy: RemovalPolicy.DESTROY,
    });
    this.edgeKeys = new KeyValueStore(this, "EdgeKeys", {
      keyValueStoreName: globalName(this, "EdgeKeys"),
      comment: "What the edge verifies signatures with",
    });
  }

  #makeSigningKeys(settings: Settings): Secret {
    return new Secret(this, "SigningKeys", {
      description: "Master keys of every signed URL; losing them breaks the URLs in circulation",
      generateSecretString: {
        secretStringTemplate: JSON.stringify({ current: "k1" }),
        generateStringKey: "k1",
        passwordLength: 64,
        excludePunctuation: true,
      },
      removalPolicy: dataRemovalPolicy(settings),
    });
  }
}

/** The parts of a distribution in the template that tests look at. */

export interface Behavior {
  PathPattern?: string;
  TargetOriginId: string;
  CachePolicyId: unknown;
  OriginRequestPolicyId: unknown;
  ResponseHeadersPolicyId: unknown;
  FunctionAssociations: { EventType: string; FunctionARN: unknown }[];
  AllowedMethods: string[];
  Compress: boolean;
}
export interface Origin {
  Id: string;
  OriginAccessControlId?: unknown;
  OriginCustomHeaders?: { HeaderName: string }[];
  ConnectionAttempts?: number;
  CustomOriginConfig?: { OriginReadTimeout?: number };
}

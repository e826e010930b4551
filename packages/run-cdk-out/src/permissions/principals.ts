/** The element `Principal` of a resource's policy. */
import { LOCAL_ACCOUNT_ID } from "../local-account.js";
import type { Principals } from "./policy.js";

/**
 * Returns whether the principals name the caller.
 *
 * @param service the service that calls; undefined if a role calls
 * @param arns the names of the caller as a principal of the kind `AWS`
 */
export function isNamed(
  { AWS = [], Service = [] }: Principals,
  service: string | undefined,
  arns: readonly string[],
): boolean {
  if (AWS.includes("*")) return true;
  if (service !== undefined) return Service.includes(service);
  return AWS.some((principal) => arns.includes(principal));
}

/**
 * The names of the account as a principal. In an allow, they leave the decision to the policies of the account's roles. In a
 * deny, they are all roles of the account (IAM user guide, "AWS JSON policy elements: Principal").
 */
export const ACCOUNT_PRINCIPALS: readonly string[] = [LOCAL_ACCOUNT_ID, `arn:aws:iam::${LOCAL_ACCOUNT_ID}:root`];

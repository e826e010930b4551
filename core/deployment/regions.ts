/** The regions without Lambda function URLs (Lambda developer guide, "Lambda function URLs", read in November 2026). */
export const REGIONS_WITHOUT_FUNCTION_URLS: readonly string[] = [
  "ap-east-2",
  "ap-south-2",
  "ap-southeast-4",
  "ap-southeast-5",
  "ap-southeast-6",
  "ap-southeast-7",
  "ca-west-1",
  "eu-central-2",
  "eu-south-2",
  "il-central-1",
  "me-central-1",
];

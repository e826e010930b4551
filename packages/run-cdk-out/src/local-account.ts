/** The only region of the local runner. */
export const LOCAL_REGION = "us-east-1";
/** The account ID in all local ARNs. */
export const LOCAL_ACCOUNT_ID = "000000000000";

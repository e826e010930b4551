/** Grants that no end-to-end test uses, with the reason why they stay. */
export const KNOWN_UNUSED = {};

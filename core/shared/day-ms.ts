/** The length of a UTC day, which has no leap seconds in Unix time. */
export const DAY_MS = 24 * 60 * 60 * 1000;

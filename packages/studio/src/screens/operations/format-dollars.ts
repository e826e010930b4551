const dollars = new Intl.NumberFormat(undefined, { style: "currency", currency: "USD" });
const small = new Intl.NumberFormat(undefined, { style: "currency", currency: "USD", maximumSignificantDigits: 2 });

/** Formats an amount in US dollars. An amount below ten cents keeps two digits, because most lines of a day are small. */
export const formatDollars = (amount: number): string =>
  amount > 0 && amount < 0.1 ? small.format(amount) : dollars.format(amount);

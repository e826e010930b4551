const dollars = new Intl.NumberFormat(undefined, { style: "currency", currency: "USD" });
const small = new Intl.NumberFormat(undefined, { style: "currency", currency: "USD", maximumFractionDigits: 4 });
const SMALLEST = 0.0001;

/** Formats an amount in US dollars. Most parts of the bill of a day are below a cent, so these keep four digits. */
export function formatDollars(amount: number): string {
  if (amount > 0 && amount < SMALLEST) return `< ${small.format(SMALLEST)}`;
  return amount < 0.1 ? small.format(amount) : dollars.format(amount);
}

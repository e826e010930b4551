/** Texts of the page about usage. */
import { count, formatNumber } from "../format.js";

export const usage = {
  failed: "The usage could not be loaded.",
  plan: "Plan",
  month: (name: string) => `Credits in ${name}`,
  spent: "spent",
  remaining: "left",
  granted: "per month",
  byDay: "By day",
  asChart: "Chart",
  asTable: "Table",
  view: "Form of the figures",
  day: "Day",
  daySpent: "Spent",
  dayRefunded: "Refunded",
  barLabel: (day: string, spent: number, refunded: number) =>
    `${day}: ${count(spent, "credit", "credits")}${refunded > 0 ? `, ${formatNumber(refunded)} refunded` : ""}`,
  emptyTitle: "No credits were spent this month",
  empty: "A render costs a credit when it is created. A failed one is refunded. Previews are free.",
  limits: "Limits of the plan",
  limitNames: {
    batch: "Renders in a batch",
    scale: "Largest scale",
    formats: "Formats",
    create: "Renders per second",
    previews: "Previews per second",
    previewTime: "Time for previews per day",
  },
  rate: (perSecond: number, burst: number) => `${formatNumber(perSecond)}, or ${formatNumber(burst)} at once`,
  ledger: "Ledger",
  ledgerPart: (number: number) =>
    `The first ${formatNumber(number)} entries of the month are sorted here. “Show more” reads further ones, and the CSV has all.`,
  ledgerMonth: "Month",
  ledgerCsv: "Download as CSV",
  ledgerFailed: "The ledger could not be loaded.",
  ledgerEmptyTitle: "Nothing was debited in this month",
  kinds: { debit: "Debit", refund: "Refund" },
  columns: { kind: "Entry", credits: "Credits", at: "When", job: "Render or batch", request: "Request" },
  csvFailed: "The CSV could not be downloaded.",
};

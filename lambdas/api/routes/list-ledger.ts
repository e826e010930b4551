/** GET /api/v1/usage/ledger */
import { type LedgerEntry, type LedgerList, listLedger, type LedgerStore } from "../../../core/billing/list-ledger.js";
import type { LedgerEntryBody } from "../../../core/contract/ledger-api.js";
import { header, type HttpEvent } from "../../shared/http-event.js";
import type { RouteHandler } from "../../shared/http-request.js";
import type { HttpResponse } from "../../shared/http-response.js";
import { preferredType } from "../../shared/preferred-type.js";

const COLUMNS = ["at", "kind", "credits", "jobId", "requestId"] as const satisfies (keyof LedgerEntryBody)[];

export function listLedgerRoute(ledger: LedgerStore, now: () => number): RouteHandler<"listLedger"> {
  return async ({ event, caller, query, respond }) => {
    const list = await listLedger({ ledger, now }, caller.workspaceId, query);
    const headers = linkOf(event, list.nextCursor);
    if (formatOf(event, query.format) === "csv") return csvResponse(list, headers);
    const { month, entries, nextCursor } = list;
    const body = { month, entries: entries.map(presentEntry), ...(nextCursor !== undefined && { nextCursor }) };
    return respond(200, body, headers);
  };
}

function formatOf(event: HttpEvent, format: "json" | "csv" | undefined): "json" | "csv" {
  if (format !== undefined) return format;
  return preferredType(header(event, "accept"), ["application/json", "text/csv"]) === "text/csv" ? "csv" : "json";
}

/** Returns a `Link` header (RFC 8288) with the next page, because CSV has no place for it. */
function linkOf(event: HttpEvent, nextCursor: string | undefined): Record<string, string> {
  if (nextCursor === undefined) return {};
  const query = new URLSearchParams(event.rawQueryString);
  query.set("cursor", nextCursor);
  return { link: `</api/v1/usage/ledger?${query.toString()}>; rel="next"` };
}

/** Returns a page as CSV (RFC 4180), with a line of column names on each page. */
function csvResponse({ month, entries }: LedgerList, headers: Record<string, string>): HttpResponse {
  const rows = entries.map((entry) => {
    const body = presentEntry(entry);
    return COLUMNS.map((column) => csvField(String(body[column]))).join(",");
  });
  return {
    statusCode: 200,
    headers: {
      "content-type": "text/csv; charset=utf-8; header=present",
      "content-disposition": `attachment; filename="ledger-${month}.csv"`,
      "cache-control": "no-store",
      ...headers,
    },
    body: [COLUMNS.join(","), ...rows, ""].join("\r\n"),
  };
}

function csvField(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function presentEntry({ kind, credits, atMs, jobId, requestId }: LedgerEntry): LedgerEntryBody {
  return { kind, credits, at: new Date(atMs).toISOString(), jobId, requestId };
}

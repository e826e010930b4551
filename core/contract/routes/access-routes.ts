/** Routes for keys, sessions, usage and workspaces. */
import {
  createdKeySchema,
  createdWorkspaceSchema,
  createKeySchema,
  createSessionSchema,
  createWorkspaceSchema,
  keyListSchema,
  sessionBodySchema,
  updateWorkspaceSchema,
  usageBodySchema,
  workspaceBodySchema,
  workspaceListSchema,
} from "../access-api.js";
import { CREDENTIAL_CACHE_SECONDS } from "../caching.js";
import type { Route } from "./route.js";

const common = { servedBy: "api", access: "key", tag: "Workspace" } as const;
const managing = { ...common, scopes: ["admin"], limit: "write" } as const;
const operating = { ...common, scopes: ["operator"], limit: "write" } as const;

export const ACCESS_ROUTES = {
  getUsage: {
    ...common,
    method: "GET",
    path: "/api/v1/usage",
    scopes: ["render", "admin"],
    limit: "read",
    summary: "Get the workspace's plan and credits, and the month by day",
    responses: { 200: usageBodySchema },
    errors: [],
  },
  listKeys: {
    ...managing,
    method: "GET",
    path: "/api/v1/keys",
    summary: "List the workspace's API keys",
    responses: { 200: keyListSchema },
    errors: [],
  },
  createKey: {
    ...managing,
    method: "POST",
    path: "/api/v1/keys",
    summary: "Create an API key; its text is returned only once",
    body: createKeySchema,
    responses: { 201: createdKeySchema },
    errors: ["FORBIDDEN"],
  },
  revokeKey: {
    ...managing,
    method: "DELETE",
    path: "/api/v1/keys/{id}",
    summary: `Revoke an API key; it and its sessions stop working within ${CREDENTIAL_CACHE_SECONDS} seconds`,
    responses: { 204: undefined },
    errors: ["NOT_FOUND", "VALIDATION_ERROR"],
  },
  createSession: {
    method: "POST",
    path: "/api/v1/session",
    servedBy: "api",
    access: "public",
    tag: "Workspace",
    summary: "Create a session from an API key, for pages on the service's own origin",
    headers: ["Origin"],
    body: createSessionSchema,
    responses: { 200: sessionBodySchema },
    errors: ["UNAUTHORIZED", "FORBIDDEN"],
  },
  endSession: {
    method: "DELETE",
    path: "/api/v1/session",
    servedBy: "api",
    access: "public",
    tag: "Workspace",
    summary: "End the session",
    headers: ["Origin"],
    responses: { 204: undefined },
    errors: ["FORBIDDEN"],
  },
  listWorkspaces: {
    ...operating,
    method: "GET",
    path: "/api/v1/workspaces",
    summary: "List the deployment's workspaces",
    responses: { 200: workspaceListSchema },
    errors: [],
  },
  createWorkspace: {
    ...operating,
    method: "POST",
    path: "/api/v1/workspaces",
    summary: "Create a workspace with its first API key",
    body: createWorkspaceSchema,
    responses: { 201: createdWorkspaceSchema },
    errors: [],
  },
  updateWorkspace: {
    ...operating,
    method: "PATCH",
    path: "/api/v1/workspaces/{id}",
    summary: `Rename a workspace or change its plan; the change takes effect within ${CREDENTIAL_CACHE_SECONDS} seconds`,
    body: updateWorkspaceSchema,
    responses: { 200: workspaceBodySchema },
    errors: ["NOT_FOUND"],
  },
} as const satisfies Record<string, Route>;

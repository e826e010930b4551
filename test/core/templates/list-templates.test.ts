import { describe, expect, test } from "@jest/globals";
import type { ListTemplatesQuery } from "../../../core/contract/templates-api.js";
import { createProject } from "../../../core/templates/create-project.js";
import { defaultProjectOf } from "../../../core/templates/default-project.js";
import { deleteTemplate } from "../../../core/templates/delete-template.js";
import { listProjects } from "../../../core/templates/list-projects.js";
import { listTemplates } from "../../../core/templates/list-templates.js";
import { updateTemplate } from "../../../core/templates/update-template.js";
import { createInMemoryProjects } from "../../support/in-memory-templates.js";
import { OTHER_WORKSPACE, START_MS, WORKSPACE } from "../../support/render-fixture.js";
import { author, type Authoring, createAuthoring, errorOf, PROJECT } from "./authoring-support.js";

/** Creates numbered templates. The last one is the newest. */
async function authorMany(authoring: Authoring, count: number): Promise<void> {
  for (let number = 1; number <= count; number += 1) {
    await author(authoring, `Card ${number}`, number % 2 === 0 ? { projectId: PROJECT } : {});
    authoring.clock.nowMs += 1000;
  }
}

async function list(authoring: Authoring, query: Partial<ListTemplatesQuery> = {}, workspaceId = WORKSPACE) {
  const { templates, hasMore, total } = await listTemplates(authoring, workspaceId, {
    limit: 50,
    offset: 0,
    sort: "updated",
    deleted: "false",
    ...query,
  });
  return { names: templates.map(({ name }) => name), hasMore, total, templates };
}

const names = (from: number, to: number) => Array.from({ length: from - to + 1 }, (_, index) => `Card ${from - index}`);

describe("the list of templates", () => {
  test("listTemplates returns pages with the newest update first, and whether more follow", async () => {
    const authoring = createAuthoring();
    await authorMany(authoring, 45);
    expect(await list(authoring, { limit: 20 })).toMatchObject({ names: names(45, 26), hasMore: true });
    expect(await list(authoring, { limit: 20, offset: 20 })).toMatchObject({ names: names(25, 6), hasMore: true });
    expect(await list(authoring, { limit: 20, offset: 40 })).toMatchObject({ names: names(5, 1), hasMore: false });
    expect(await list(authoring, { limit: 25, offset: 20 })).toMatchObject({ names: names(25, 1), hasMore: false });
    expect(await list(authoring, { offset: 1_000_000 })).toMatchObject({ names: [], hasMore: false });
  });

  test("listTemplates sorts templates with the same update time by ID, across pages", async () => {
    const authoring = createAuthoring();
    for (let number = 1; number <= 60; number += 1) await author(authoring, `Card ${number}`);
    const inOrder = Array.from({ length: 60 }, (_, index) => `Card ${index + 1}`);
    expect((await list(authoring, { limit: 100 })).names).toEqual(inOrder);
    const pages = await Promise.all([0, 7, 14, 21].map((offset) => list(authoring, { offset, limit: 7 })));
    expect(pages.flatMap((page) => page.names)).toEqual(inOrder.slice(0, 28));
  });

  test("listTemplates sorts by name in natural order, and by the time of creation", async () => {
    const authoring = createAuthoring();
    for (const name of ["card 10", "Card 9", "banner"]) {
      await author(authoring, name);
      authoring.clock.nowMs += 1000;
    }
    expect((await list(authoring, { sort: "name" })).names).toEqual(["banner", "Card 9", "card 10"]);
    expect((await list(authoring, { sort: "created" })).names).toEqual(["banner", "Card 9", "card 10"]);
    const [, oldest] = (await list(authoring, { sort: "name", offset: 1 })).templates;
    await updateTemplate(authoring, WORKSPACE, oldest?.id ?? "", undefined, { name: "Ticket" });
    expect((await list(authoring)).names).toEqual(["Ticket", "banner", "Card 9"]);
    expect((await list(authoring, { sort: "created" })).names).toEqual(["banner", "Card 9", "Ticket"]);
  });

  test("listTemplates says how many templates match if it has read all of them", async () => {
    const authoring = createAuthoring();
    await authorMany(authoring, 45);
    expect(await list(authoring, { limit: 5 })).toMatchObject({ total: undefined, hasMore: true });
    expect(await list(authoring, { limit: 5, sort: "name" })).toMatchObject({ total: 45, hasMore: true });
    expect(await list(authoring, { limit: 5, q: "card 1" })).toMatchObject({ total: 11, hasMore: true });
    expect(await list(authoring, { limit: 50 })).toMatchObject({ total: 45, hasMore: false });
  });

  test("listTemplates filters by project, by a part of the name in any case, and by both", async () => {
    const authoring = createAuthoring();
    await authorMany(authoring, 12);
    const inProject = await list(authoring, { project: PROJECT, limit: 2 });
    expect(inProject).toMatchObject({ names: ["Card 12", "Card 10"], hasMore: true });
    expect(inProject.templates[0]?.project.name).toBe("Spring");
    expect((await list(authoring, { q: "cARD 1" })).names).toEqual([...names(12, 10), "Card 1"]);
    expect((await list(authoring, { q: "1", project: PROJECT })).names).toEqual(["Card 12", "Card 10"]);
    expect((await list(authoring, { project: "5d0c9c1e-0b57-4b7a-9a1c-0f2f3a4b5c99" })).names).toEqual([]);
  });

  test("listTemplates finds templates without a project by the ID of the default project", async () => {
    const authoring = createAuthoring();
    await authorMany(authoring, 4);
    const { id, name } = defaultProjectOf(WORKSPACE);
    const found = await list(authoring, { project: id });
    expect(found.names).toEqual(["Card 3", "Card 1"]);
    expect(found.templates.map(({ project }) => project.name)).toEqual([name, name]);
    expect(defaultProjectOf(OTHER_WORKSPACE).id).not.toBe(id);
  });

  type Write = (authoring: Authoring, idOf: (name: string) => string) => Promise<unknown>;
  const update: (name: string) => Write = (name) => (authoring, idOf) =>
    updateTemplate(authoring, WORKSPACE, idOf(name), undefined, { description: "changed" });
  const remove: (name: string) => Write = (name) => (authoring, idOf) =>
    deleteTemplate(authoring, WORKSPACE, idOf(name));

  // The first page contains cards 8 to 5. docs/templates-api.md describes the same cases.
  test.each<[string, Write, string[]]>([
    ["no template changes, the second page continues the first", async () => undefined, names(4, 1)],
    ["a template is added, one repeats and none is missed", (authoring) => author(authoring, "Added"), names(5, 2)],
    ["a template of the first page is updated, nothing changes", update("Card 6"), names(4, 1)],
    ["a later template is updated, it is missed", update("Card 3"), ["Card 5", "Card 4", "Card 2", "Card 1"]],
    ["a template of the first page is deleted, one is missed", remove("Card 6"), names(3, 1)],
    ["a later template is deleted, none is missed", remove("Card 3"), ["Card 4", "Card 2", "Card 1"]],
  ])("if between two pages %s", async (_name, write, expected) => {
    const authoring = createAuthoring();
    await authorMany(authoring, 8);
    const first = await list(authoring, { limit: 4 });
    expect(first.names).toEqual(names(8, 5));
    const ids = new Map([...authoring.templates.heads.values()].map(({ name, id }) => [name, id]));
    await write(authoring, (name) => ids.get(name) ?? "");
    expect((await list(authoring, { limit: 4, offset: 4 })).names).toEqual(expected);
  });

  test("listTemplates returns a template once, even if it changes while the page is read", async () => {
    const authoring = createAuthoring();
    await authorMany(authoring, 700);
    const { templates } = authoring;
    const listPage = templates.listPage.bind(templates);
    templates.listPage = async (workspaceId, limit, from) => {
      const page = await listPage(workspaceId, limit, from);
      const oldest = page.templates.at(-1);
      // The last template of the first part moves to the top, so another one moves to the start of the next part.
      if (from === undefined)
        await updateTemplate(authoring, WORKSPACE, oldest?.id ?? "", undefined, { name: "Moved" });
      return page;
    };
    const { names: all } = await list(authoring, { q: "", limit: 100, offset: 450 });
    expect(new Set(all).size).toBe(100);
  });

  test("listTemplates reads at most 20,000 templates", async () => {
    const authoring = createAuthoring();
    await author(authoring, "Card");
    const [template] = (await authoring.templates.listPage(WORKSPACE, 1, undefined)).templates;
    if (template === undefined) throw new Error("not stored");
    let read = 0;
    authoring.templates.listPage = async (_workspaceId, limit) => {
      read += limit;
      return { templates: Array.from({ length: limit }, () => template), next: { more: true } };
    };
    expect(await list(authoring, { q: "no such name" })).toMatchObject({ names: [], hasMore: false });
    expect(read).toBe(20_000);
  });

  test("listTemplates returns no templates of another workspace", async () => {
    const authoring = createAuthoring();
    await authorMany(authoring, 3);
    expect((await list(authoring, {}, OTHER_WORKSPACE)).names).toEqual([]);
  });
});

describe("projects", () => {
  test("listProjects returns the default project first and sorts the others by name, and numbers in names by value", async () => {
    const authoring = { ...createAuthoring(), projects: createInMemoryProjects() };
    for (const name of ["Season 10", "season 9", "Autumn"]) await createProject(authoring, WORKSPACE, name);
    const found = await listProjects(authoring.projects, WORKSPACE);
    expect(found.map(({ name }) => name)).toEqual(["Default project", "Autumn", "season 9", "Season 10"]);
    expect(await listProjects(authoring.projects, OTHER_WORKSPACE)).toEqual([
      { id: expect.stringMatching(/^[0-9a-f-]{36}$/), name: "Default project", isDefault: true },
    ]);
  });

  test("createProject rejects the 501st project of a workspace", async () => {
    const full = Array.from({ length: 500 }, (_, index) => ({
      id: `5d0c9c1e-0b57-4b7a-9a1c-${String(index).padStart(12, "0")}`,
      workspaceId: WORKSPACE,
      name: `Project ${index}`,
      createdAtMs: START_MS,
    }));
    const authoring = { ...createAuthoring(), projects: createInMemoryProjects(...full) };
    expect((await errorOf(createProject(authoring, WORKSPACE, "One more")))[0]).toBe("VALIDATION_ERROR");
    expect(await createProject(authoring, OTHER_WORKSPACE, "The first")).toMatchObject({ name: "The first" });
  });
});

test("projects with the same name are sorted by age, and those of the same age by ID, after the default project", async () => {
  const project = (id: string, name: string, createdAtMs: number) => ({
    id,
    workspaceId: WORKSPACE,
    name,
    createdAtMs,
  });
  const stored = [project("d", "B", 1), project("c", "A 10", 1), project("b", "A 9", 2), project("a", "A 9", 2)];
  const projects = { list: async () => Promise.resolve([...stored, project("z", "A 9", 1)]) };
  const listed = await listProjects(projects, WORKSPACE);
  expect(listed.map(({ id, isDefault }) => [id, isDefault])).toEqual([
    [defaultProjectOf(WORKSPACE).id, true],
    ...["z", "a", "b", "c", "d"].map((id) => [id, false]),
  ]);
});

test("templates that were created at the same time are sorted by ID, the newest first", async () => {
  const template = (id: string, createdAtMs: number) => ({
    ...{ id, name: "Card", workspaceId: WORKSPACE, highestVersion: 1, createdAtMs, updatedAtMs: START_MS },
  });
  const stored = [template("b", 1), template("c", 1), template("a", 1), template("d", 2)];
  const templates = { listPage: async () => Promise.resolve({ templates: stored, next: undefined }) };
  const query = { limit: 50, offset: 0, deleted: "false" } as const;
  for (const [sort, ids] of [
    ["created", ["d", "a", "b", "c"]],
    ["name", ["a", "b", "c", "d"]],
    ["updated", ["a", "b", "c", "d"]],
  ] as const) {
    const { templates: page } = await listTemplates({ templates, projects: { list: async () => [] } }, WORKSPACE, {
      ...{ ...query, sort },
    });
    expect(page.map(({ id }) => id)).toEqual(ids);
  }
});

import { createHash, randomBytes } from "node:crypto";
import { readdir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { ListObjectsV2Command } from "@aws-sdk/client-s3";
import { describe, expect, test } from "@jest/globals";
import { spawnGuardedNode } from "../../../src/processes/guarded-child.js";
import { cleanups, temporaryFolder } from "../fixtures.js";
import { S3 } from "./s3-fixture.js";

const atEnd = cleanups();

describe("objects on disk", () => {
  test("S3 stores an object in a plain file with the path of its key", async () => {
    const s3 = await S3.start(atEnd);
    await s3.put("renders/2026/picture one.png", "abc");
    expect(await readFile(join(s3.dataDir, "pictures/renders/2026/picture%20one.png"), "utf8")).toBe("abc");
  });

  test("no key leads to a file outside the folder of the bucket", async () => {
    const s3 = await S3.start(atEnd);
    await s3.put("../../escaped.txt", "x");
    await s3.put("/absolute.txt", "x");
    expect((await readdir(s3.dataDir)).sort()).toEqual([".meta", ".staging", "pictures"]);
  });

  test("deleting the last object of a folder removes the folder", async () => {
    const s3 = await S3.start(atEnd);
    await s3.put("a/b/c.png", "x");
    await s3.service.expireObject("pictures", "a/b/c.png");
    expect(await readdir(join(s3.dataDir, "pictures"))).toEqual([]);
    expect(await readdir(join(s3.dataDir, ".meta/pictures"))).toEqual([]);
  });

  test("objects survive a restart with metadata, storage class and tags", async () => {
    const before = await S3.start(atEnd);
    await before.put("x.png", "abc", { Metadata: { a: "1" }, StorageClass: "STANDARD_IA", Tagging: "t=1" });
    await before.service.close();
    const after = await S3.start(atEnd, { dataDir: before.dataDir });
    expect(await after.get("x.png")).toMatchObject({ Metadata: { a: "1" }, StorageClass: "STANDARD_IA", TagCount: 1 });
    expect(await after.text("x.png")).toBe("abc");
  });
});

describe("a killed process", () => {
  const metadataOf = async (s3: S3): Promise<{ bodyId: string }> =>
    JSON.parse(await readFile(join(s3.dataDir, ".meta/pictures/x.png.json"), "utf8")) as { bodyId: string };

  test("a restart completes an object whose metadata was written but whose bytes were not moved", async () => {
    const before = await S3.start(atEnd);
    await before.put("x.png", "abc");
    await before.service.close();
    const staged = join(before.dataDir, ".staging", (await metadataOf(before)).bodyId);
    await rename(join(before.dataDir, "pictures/x.png"), staged);
    await writeFile(join(before.dataDir, "pictures/x.png"), "bytes of an older version");
    const after = await S3.start(atEnd, { dataDir: before.dataDir });
    expect(await after.text("x.png")).toBe("abc");
  });

  test("a restart deletes staged bytes that belong to no object", async () => {
    const before = await S3.start(atEnd);
    await before.put("x.png", "abc");
    await before.service.close();
    await writeFile(join(before.dataDir, ".staging", "5e1c0d3a-half"), "half an upload");
    const after = await S3.start(atEnd, { dataDir: before.dataDir });
    expect(await readdir(join(after.dataDir, ".staging"))).toEqual([]);
    expect(await after.text("x.png")).toBe("abc");
  });

  test("only complete objects remain when the process is killed while it writes and deletes", async () => {
    const dataDir = await temporaryFolder(atEnd);
    const script = fileURLToPath(new URL("./put-forever.ts", import.meta.url));
    for (let kill = 0; kill < 3; kill++) {
      let begun = (): void => undefined;
      const ready = new Promise<void>((resolve) => (begun = resolve));
      const child = spawnGuardedNode(script, [dataDir], {
        env: { PATH: process.env["PATH"] ?? "" },
        nodeArgs: ["--import", "tsx"],
        onLine: (line) => line === "begun" && begun(),
      });
      atEnd(() => child.kill());
      await Promise.race([ready, child.exited]);
      await child.kill();

      const s3 = await S3.start(atEnd, { dataDir });
      const { Contents = [] } = await s3.client.send(new ListObjectsV2Command({ Bucket: "pictures" }));
      for (const { Key = "", ETag, Size } of Contents) {
        const bytes = Buffer.from((await (await s3.get(Key)).Body?.transformToByteArray()) ?? []);
        expect([bytes.length, `"${createHash("md5").update(bytes).digest("hex")}"`]).toEqual([Size, ETag]);
      }
      expect(Contents.length).toBeGreaterThan(0);
      await s3.put("a.bin", randomBytes(10));
      await s3.service.close();
    }
  });
});

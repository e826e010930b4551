/** Makes `docs/gallery` from `examples`: `npm run gallery`. */
import { fileURLToPath } from "node:url";
import { Workshop } from "../workshop.js";
import { writeGallery } from "./write-gallery.js";

const root = new URL("../../", import.meta.url);
const folder = fileURLToPath(new URL("docs/gallery", root));
await writeGallery(fileURLToPath(new URL("examples", root)), folder, new Workshop({ allowLoopback: false }));
console.log(`The gallery is in ${folder}/index.html.`);

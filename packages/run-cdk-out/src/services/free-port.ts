/** Checks whether a port of this machine is free, and finds a free one. */
import { createServer } from "node:net";
import { UserError } from "../user-error.js";

/**
 * This range lies below the ports that Linux gives to outgoing connections. Such a port could be taken before the
 * caller opens it.
 */
const FIRST_PORT = 20_000;
const PORT_COUNT = 12_000;

/** Returns whether nothing listens on the loopback port. */
export async function isPortFree(port: number): Promise<boolean> {
  const probe = createServer();
  return new Promise((resolve, reject) => {
    probe.once("error", (error: NodeJS.ErrnoException) => {
      if (error.code === "EADDRINUSE" || error.code === "EACCES") resolve(false);
      else reject(error);
    });
    probe.listen(port, "127.0.0.1", () => probe.close(() => resolve(true)));
  });
}

/**
 * Returns a port on which nothing listens. The caller opens it later, so the port is random: two callers at the same
 * time rarely get the same one.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = FIRST_PORT + Math.floor(Math.random() * PORT_COUNT);
    if (await isPortFree(port)) return port;
  }
}

/** Throws a UserError if the port is not free. `other` returns the setting with which a person chooses another port. */
export async function requireFreePort(port: number, other: (port: number) => string): Promise<void> {
  if (await isPortFree(port)) return;
  throw new UserError(
    `Port ${port} cannot be used. Is another program using it? Choose another port, for example with ${other(port + 1)}.`,
  );
}

export interface Machine {
  readonly rootDir: string;
  readonly platform: string;
  readonly arch: string;
  readonly version: string;
  readonly execPath: string;
}
export const NODE_MAJOR: number;
export function findNode(machine: Machine): string;
export function majorOf(version: string): number;

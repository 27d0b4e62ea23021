import { cpus, loadavg, release, type, version } from 'node:os';

export interface Machine {
  cores: number;
  cpu: string;
  system: string;
  node: string;
  /** Mean number of running processes over the last minute, before the bench began. */
  loadBefore: number;
}

/** What the figures were measured on. */
export function describeMachine(): Machine {
  const [load = 0] = loadavg();
  return {
    cores: cpus().length,
    cpu: cpus()[0]?.model ?? 'unknown',
    system: `${type()} ${release()} (${version()})`,
    node: process.version,
    loadBefore: Math.round(load * 100) / 100,
  };
}

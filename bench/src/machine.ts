import { existsSync, readFileSync } from 'node:fs';
import { cpus, loadavg, release, type, version } from 'node:os';

export interface Machine {
  cores: number;
  cpu: string;
  system: string;
  node: string;
  /** Load average over the last minute, before the bench began. */
  loadBefore: number;
  /**
   * How long an idle core of a virtual machine polls for work before it is given back to the host, in
   * nanoseconds; undefined if the kernel has no such polling. The kernel's default is 200,000; at 0 every
   * isolated call pays for getting the core back.
   */
  haltPollNs: number | undefined;
}

const HALT_POLL = '/sys/module/haltpoll/parameters/guest_halt_poll_ns';

/** Describes the machine that the figures were measured on. */
export function describeMachine(): Machine {
  const [load = 0] = loadavg();
  return {
    cores: cpus().length,
    cpu: cpus()[0]?.model ?? 'unknown',
    system: `${type()} ${release()} (${version()})`,
    node: process.version,
    loadBefore: Math.round(load * 100) / 100,
    haltPollNs: existsSync(HALT_POLL) ? Number(readFileSync(HALT_POLL, 'utf8')) : undefined,
  };
}

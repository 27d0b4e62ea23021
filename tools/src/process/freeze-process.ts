import { readdirSync, readFileSync } from 'node:fs';

/** Stops a process and all that it started, as a machine that hangs; answers how to go on. */
export function freezeProcess(pid: number): () => void {
  const pids = [pid, ...childrenOf(pid)];
  const send = (signal: NodeJS.Signals) => {
    for (const one of pids) {
      try {
        process.kill(one, signal);
      } catch {
        // A child that has ended meanwhile.
      }
    }
  };
  send('SIGSTOP');
  return () => send('SIGCONT');
}

function childrenOf(pid: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && readParent(name) === pid)
    .map(Number);
}

function readParent(pid: string): number | undefined {
  try {
    const [, parent] = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
    return Number(parent);
  } catch {
    return undefined;
  }
}

/** The members of a V8 CPU profile that are used here. */
export interface CpuProfile {
  nodes: { id: number; callFrame: { functionName: string; url: string; lineNumber: number } }[];
  /** Microseconds, by the same clock as process.hrtime. */
  startTime: number;
  samples: number[];
  /** Microseconds since the previous sample (for the first: since the start). */
  timeDeltas: number[];
}

const ENGINE = '(engine)';

export interface ProfileRow {
  functionName: string;
  /** 1-based, as in an editor; 0 for the engine itself. */
  line: number;
  selfMs: number;
  /** Share of the busy time. */
  share: number;
}

export interface ProfileFile {
  file: string;
  selfMs: number;
  rows: ProfileRow[];
}

export interface Window {
  fromMicroseconds: number;
  toMicroseconds: number;
}

export interface FileShare {
  /** A file, or the engine's own work. */
  file: string;
  /** Share of the busy time. */
  share: number;
}

interface ProfileSums {
  rows: (ProfileRow & { file: string })[];
  busyMs: number;
}

/** Returns the files with the most self time within a window, heaviest first; shares are of all busy time. */
export function readFileShares(profile: CpuProfile, window: Window, count: number): FileShare[] {
  const { rows, busyMs } = sumFunctions(profile, window);
  const sums = new Map<string, number>();
  for (const { file, functionName, selfMs } of rows) {
    const name = file === ENGINE ? `${ENGINE} ${functionName.replace(/[()]/g, '')}` : file;
    sums.set(name, (sums.get(name) ?? 0) + selfMs);
  }
  return [...sums]
    .map(([file, selfMs]) => ({ file, share: selfMs / busyMs }))
    .sort((one, other) => other.share - one.share)
    .slice(0, count);
}

/**
 * Returns the functions with the most self time within a window, grouped by file, heaviest first. Idle time
 * is ignored.
 */
export function readProfile(profile: CpuProfile, window: Window, count: number): ProfileFile[] {
  const { rows, busyMs } = sumFunctions(profile, window);
  const top = rows.sort((a, b) => b.selfMs - a.selfMs).slice(0, count);
  return groupByFile(top.map((row) => ({ ...row, share: row.selfMs / busyMs })));
}

function sumFunctions(profile: CpuProfile, window: Window): ProfileSums {
  const frames = new Map(profile.nodes.map(({ id, callFrame }) => [id, callFrame]));
  const rows = new Map<string, ProfileRow & { file: string }>();
  let now = profile.startTime;
  let busyMs = 0;
  profile.samples.forEach((id, index) => {
    const deltaMs = (profile.timeDeltas[index] ?? 0) / 1000;
    now += profile.timeDeltas[index] ?? 0;
    const frame = frames.get(id);
    if (
      !frame ||
      frame.functionName === '(idle)' ||
      now < window.fromMicroseconds ||
      now > window.toMicroseconds
    )
      return;
    busyMs += deltaMs;
    const file = nameFile(frame.url);
    const name = frame.functionName || '(anonymous)';
    const key = `${file}:${frame.lineNumber}:${name}`;
    const row = rows.get(key) ?? {
      file,
      functionName: name,
      line: frame.url ? frame.lineNumber + 1 : 0,
      selfMs: 0,
      share: 0,
    };
    row.selfMs += deltaMs;
    rows.set(key, row);
  });
  return { rows: [...rows.values()], busyMs };
}

function groupByFile(rows: readonly (ProfileRow & { file: string })[]): ProfileFile[] {
  const files = new Map<string, ProfileFile>();
  for (const { file, ...row } of rows) {
    const group = files.get(file) ?? { file, selfMs: 0, rows: [] };
    group.selfMs += row.selfMs;
    group.rows.push(row);
    files.set(file, group);
  }
  return [...files.values()].sort((a, b) => b.selfMs - a.selfMs);
}

/** Shortens a URL: relative to the repository or, in a package, starting with the package name. */
function nameFile(url: string): string {
  if (url === '') return ENGINE;
  const path = url.replace(/^file:\/\//, '');
  return (
    /node_modules\/(?!.*node_modules\/)(.+)$/.exec(path)?.[1] ??
    /\/((?:apps|packages|bench)\/.+)$/.exec(path)?.[1] ??
    path
  );
}

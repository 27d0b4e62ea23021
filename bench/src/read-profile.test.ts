import { expect, test } from 'vitest';
import { type CpuProfile, readFileShares, readProfile } from './read-profile.ts';

const node = (id: number, functionName: string, url: string, lineNumber: number) => ({
  id,
  callFrame: { functionName, url, lineNumber },
});
const profile: CpuProfile = {
  startTime: 1000,
  nodes: [
    node(1, '(idle)', '', -1),
    node(2, 'handle', 'file:///home/x/apps/gateway/src/relay/relay.ts', 9),
    node(3, '', 'file:///home/x/apps/gateway/src/relay/relay.ts', 20),
    node(4, 'dispatch', 'file:///home/x/node_modules/undici/lib/pool.js', 4),
    // The same function called from elsewhere.
    node(5, 'handle', 'file:///home/x/apps/gateway/src/relay/relay.ts', 9),
    node(6, '(garbage collector)', '', -1),
  ],
  samples: [2, 4, 1, 5, 3, 6, 4],
  timeDeltas: [1000, 5000, 9000, 2000, 1000, 1000, 50_000],
};
const everything = { fromMicroseconds: 0, toMicroseconds: 1e9 };
const upToGarbage = { fromMicroseconds: 0, toMicroseconds: 1000 + 19_000 };

test('self time is summed by function over all callers and grouped by file, heaviest first', () => {
  const files = readProfile(profile, upToGarbage, 25);
  expect(files.map(({ file, selfMs }) => [file, selfMs])).toEqual([
    ['undici/lib/pool.js', 5],
    ['apps/gateway/src/relay/relay.ts', 4],
    ['(engine)', 1],
  ]);
  expect(files[1]?.rows).toEqual([
    { functionName: 'handle', line: 10, selfMs: 3, share: 0.3 },
    { functionName: '(anonymous)', line: 21, selfMs: 1, share: 0.1 },
  ]);
  expect(files[2]?.rows[0]?.line).toBe(0);
});

test('only samples within the window count', () => {
  const [first] = readProfile(
    profile,
    { fromMicroseconds: 1000 + 19_001, toMicroseconds: 1e9 },
    25,
  );
  expect(first).toMatchObject({ file: 'undici/lib/pool.js', selfMs: 50 });
});

test('only `count` functions are shown, and shares remain relative to all busy time', () => {
  const files = readProfile(profile, everything, 1);
  expect(files.flatMap(({ rows }) => rows)).toHaveLength(1);
  expect(files[0]?.rows[0]?.share).toBeCloseTo(55 / 60);
});

test('a file has the time of all its functions, and engine time is named by its work', () => {
  expect(readFileShares(profile, upToGarbage, 3)).toEqual([
    { file: 'undici/lib/pool.js', share: 0.5 },
    { file: 'apps/gateway/src/relay/relay.ts', share: 0.4 },
    { file: '(engine) garbage collector', share: 0.1 },
  ]);
});

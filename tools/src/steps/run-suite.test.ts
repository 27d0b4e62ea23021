import { expect, onTestFinished, test, vi } from 'vitest';
import { judge, runSuites, type Suite } from './run-suite.ts';

const counted = { passed: 3, failed: 0, skipped: 1 };

test('a suite that exited successfully has the counts of its report', () => {
  expect(judge(0, counted)).toEqual(counted);
});

test('a nonzero exit code is a failure even if the report has none', () => {
  expect(judge(1, counted)).toEqual({ passed: 3, failed: 1, skipped: 1 });
});

test('failures are not counted twice', () => {
  expect(judge(1, { ...counted, failed: 2 }).failed).toBe(2);
});

test('a suite that ran nothing, or wrote no report, has failed', () => {
  expect(judge(0, { passed: 0, failed: 0, skipped: 4 }).failed).toBe(1);
  expect(judge(0, undefined).failed).toBe(1);
});

/** A suite with one test that prints its name and passes, or not. */
const suite = (name: string, passes: boolean, output: Suite['output'] = 'capture'): Suite => ({
  name,
  command: 'node',
  args: (report) => [
    '-e',
    `fs.writeFileSync(${JSON.stringify(report)}, ''); console.log('${name} says')`,
  ],
  env: () => ({}),
  read: () => ({ passed: passes ? 1 : 0, failed: passes ? 0 : 1, skipped: 0 }),
  output,
});

/** Runs suites and returns what they print. */
async function print(...suites: Suite[]): Promise<string[]> {
  const written: string[] = [];
  const spy = vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    written.push(String(text));
    return true;
  });
  onTestFinished(() => spy.mockRestore());
  const tally = await runSuites(suites);
  expect(tally).toEqual({ passed: suites.length - 1, failed: 1, skipped: 0 });
  return written;
}

test("a quiet suite's output is shown after all suites have ended, if it failed", async () => {
  const written = await print(suite('first', false), suite('second', true));
  expect(written.slice(0, 2).join('')).toMatch(/FAILED .* first/);
  expect(written.slice(0, 2).join('')).toMatch(/ok .* second/);
  expect(written.slice(2).join('')).toBe('\n── first\nfirst says\n');
});

test('the output of a suite that prints only failures is shown before it ends, and again last', async () => {
  const written = await print(suite('first', false, 'both'));
  expect(written[0]).toBe('first says\n');
  expect(written[1]).toMatch(/FAILED .* first/);
  expect(written.slice(2).join('')).toBe('\n── first\nfirst says\n');
});

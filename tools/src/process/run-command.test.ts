import { existsSync } from 'node:fs';
import { expect, onTestFinished, test, vi } from 'vitest';
import { runCommand } from './run-command.ts';

const script = (source: string) =>
  runCommand('node', ['-e', source], { output: 'capture', limitMs: 20_000 });

test('the exit code and both streams are returned', async () => {
  const result = await script("console.log('out'); console.error('err'); process.exit(3)");
  expect(result.code).toBe(3);
  expect(result.output).toContain('out');
  expect(result.output).toContain('err');
});

test('with `both`, stdout is passed through as well, without the warnings in stderr', async () => {
  const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  onTestFinished(() => write.mockRestore());
  const script = "console.log('out'); console.error('err')";
  const { output } = await runCommand('node', ['-e', script], { output: 'both' });
  expect(write.mock.calls).toEqual([['out\n']]);
  expect(output).toContain('err');
});

test('commands run on the Node that package.json pins', async () => {
  const { output } = await script('console.log(process.versions.node)');
  expect(output.trim()).toMatch(/^24\./);
});

test('a command that does not exist fails with its name', async () => {
  const result = await runCommand('no-such-command', [], { output: 'capture' });
  expect(result.code).toBe(1);
  expect(result.output).toContain('no-such-command');
});

test('a command that hangs is killed with everything it started and fails', async () => {
  const hang = "require('node:child_process').spawnSync('sleep', ['60'])";
  const result = await runCommand('node', ['-e', hang], { output: 'capture', limitMs: 200 });
  expect(result.code).toBe(1);
  expect(result.output).toContain('ended after 0.2 s');
});

test.runIf(existsSync('/proc/self/autogroup'))(
  'a command and what it starts get the nice value requested for them',
  async () => {
    const script = 'until grep -q "nice 4" /proc/self/autogroup; do sleep 0.05; done; echo yes';
    const options = { output: 'capture', niceness: 4, limitMs: 20_000 } as const;
    expect(await runCommand('sh', ['-c', script], options)).toMatchObject({ output: 'yes\n' });
  },
);

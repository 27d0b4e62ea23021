import { describe, expect, test } from 'vitest';
import { commandTable } from './command-table.ts';
import { runCommand } from './run-command.ts';

async function run(...args: string[]) {
  const said: string[] = [];
  const noted: string[] = [];
  const env = { DATA_DIR: '/dev/null/none' };
  const code = await runCommand(args, {
    env,
    say: (line) => said.push(line),
    note: (line) => noted.push(line),
  });
  return { code, said: said.join('\n'), noted: noted.join('\n') };
}

describe('the command line', () => {
  test('lists every command with what it is for', async () => {
    const { code, said } = await run('help');
    expect(code).toBe(0);
    for (const [name, { summary }] of Object.entries(commandTable)) {
      expect(said).toContain(name);
      expect(said).toContain(summary);
    }
  });

  test.each(Object.keys(commandTable))('describes %s without running it', async (name) => {
    const { code, said } = await run(name, '--help');
    expect(code).toBe(0);
    expect(said).toMatch(new RegExp(`^Usage: tollgate ${name}`));
  });

  test('refuses a command that does not exist, also one that objects have by nature', async () => {
    expect(await run('bakcup')).toMatchObject({ code: 2, said: '' });
    expect(await run('toString')).toMatchObject({ code: 2 });
  });

  test('refuses an unknown option and a word too many, and says how the command is written', async () => {
    expect(await run('recover', '--force')).toMatchObject({
      code: 2,
      noted: expect.stringContaining('Usage: tollgate recover') as string,
    });
    expect(await run('recover', 'now')).toMatchObject({ code: 2 });
  });

  test('tells a failure in the words of a failed start', async () => {
    const { code, noted } = await run('recover');
    expect(code).toBe(1);
    expect(noted).toContain('No database in /dev/null/none');
  });
});

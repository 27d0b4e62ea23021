import { describe, expect, test } from 'vitest';
import { displayWidth } from './remote/display-width.ts';
import { commandTable } from './command-table.ts';
import { runCommand } from './run-command.ts';

const LOCALES = { en: 'en_US.UTF-8', zh: 'zh_CN.UTF-8' } as const;

async function run(args: readonly string[], language: keyof typeof LOCALES = 'en') {
  const said: string[] = [];
  const noted: string[] = [];
  const env = { DATA_DIR: '/dev/null/none', LANG: LOCALES[language] };
  const code = await runCommand(args, {
    env,
    print: (line) => said.push(line),
    printStatus: (line) => noted.push(line),
  });
  return { code, said: said.join('\n'), noted: noted.join('\n') };
}

/** Every command, including actions of groups: `channels list`. */
const commands = await Promise.all(
  Object.entries(commandTable).map(async ([name, load]) => {
    const loaded = await load();
    return 'actions' in loaded
      ? [name, ...Object.keys(loaded.actions).map((action) => `${name} ${action}`)]
      : [name];
  }),
).then((all) => all.flat());

const hasHan = (line: string) => /\p{Script=Han}/u.test(line);

describe('the command line', () => {
  test('lists every command with its purpose, in the language of the terminal', async () => {
    for (const language of ['en', 'zh'] as const) {
      const { code, said } = await run(['help'], language);
      expect(code).toBe(0);
      for (const name of ['start', ...Object.keys(commandTable)]) {
        const line = said.split('\n').find((each) => each.startsWith(`  ${name} `)) ?? '';
        expect([line, line.trim() !== name, hasHan(line)]).toEqual([line, true, language === 'zh']);
      }
      expect(hasHan(said.split('\n').at(-1) ?? '')).toBe(language === 'zh');
    }
  });

  test.each(commands)('describes %s in both languages without running it', async (name) => {
    const args = name.split(' ');
    const [english, chinese] = [await run([...args, '--help']), await run([...args, '-h'], 'zh')];
    expect([english.code, chinese.code]).toEqual([0, 0]);
    expect(english.said).toMatch(new RegExp(`^Usage: tollgate ${name}\\b`));
    expect(english.said).not.toMatch(/\p{Script=Han}/u);
    expect(chinese.said.startsWith(`用法：tollgate ${name}`)).toBe(true);
    const lines = chinese.said.split('\n').filter((line) => line !== '');
    expect(lines.length).toBeGreaterThan(1);
    expect(lines.filter((line) => !hasHan(line))).toEqual([]);
    for (const line of [...english.said.split('\n'), ...lines].slice(1))
      expect([line, displayWidth(line) <= 120]).toEqual([line, true]);
  });

  test('refuses a command that does not exist, even if it is a built-in property of objects', async () => {
    expect(await run(['bakcup'])).toMatchObject({ code: 2, said: '' });
    expect(await run(['toString'])).toMatchObject({ code: 2 });
    expect((await run(['bakcup'], 'zh')).noted).toBe(
      '未知命令“bakcup”。运行 `tollgate help` 查看列表。',
    );
  });

  const MISTAKES: [string[], string, string][] = [
    [['recover', '--force'], 'Unknown option --force.', '未知选项 --force。'],
    [['recover', '--toString'], 'Unknown option --toString.', '未知选项 --toString。'],
    [['recover', '-f'], 'Unknown option -f.', '未知选项 -f。'],
    [['recover', 'now'], 'Unexpected argument: now', '多余的参数：now'],
    [['restore'], 'An argument is missing.', '缺少参数。'],
    [['backup', '--keep'], '--keep needs a value.', '--keep 需要一个值。'],
    [['backup', '--keep='], '--keep needs a value.', '--keep 需要一个值。'],
    [['codes', 'create', '--usd', ''], '--usd needs a value.', '--usd 需要一个值。'],
    [['backup', '--keep', '--json'], '--keep needs a value.', '--keep 需要一个值。'],
    [['migrate', '--dry-run=yes'], '--dry-run takes no value.', '--dry-run 不带值。'],
  ];
  test.each(MISTAKES)('says in both languages what is wrong with %j', async (args, en, zh) => {
    for (const [language, said] of [['en', en] as const, ['zh', zh] as const]) {
      const { code, noted } = await run(args, language);
      const [first, usage = ''] = noted.split('\n');
      expect([code, first]).toEqual([2, said]);
      expect(usage).toContain(`tollgate ${args[0]}`);
    }
  });

  test.each(['0', '-1', 'seven', '1.5', ' 7'])(
    'refuses to keep %j backups before it creates one',
    async (count) => {
      const { code, said, noted } = await run(['backup', `--keep=${count}`]);
      expect([code, said]).toEqual([2, '']);
      expect(noted).toBe(`--keep takes a whole number of at least 1, not "${count}".`);
      const chinese = await run(['backup', `--keep=${count}`], 'zh');
      expect(chinese.noted).toBe(`--keep 应为不小于 1 的整数，不能是“${count}”。`);
    },
  );

  test('treats an empty number as a mistake, not as missing', async () => {
    const { code, noted } = await run(['codes', 'create', '--usd=1', '--count=']);
    expect([code, noted.split('\n')[0]]).toEqual([2, '--count needs a value.']);
  });

  test('reports a failure like a failed start, in the language of the terminal', async () => {
    const english = await run(['recover']);
    expect(english.code).toBe(1);
    expect(english.noted).toContain('No database in /dev/null/none');
    expect((await run(['recover'], 'zh')).noted).toContain('/dev/null/none 中没有数据库');
  });
});

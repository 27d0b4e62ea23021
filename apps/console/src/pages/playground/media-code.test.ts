import { spawnSync } from 'node:child_process';
import { runInThisContext } from 'node:vm';
import { expect, test } from 'vitest';
import { mediaCode } from './media-code.ts';
import { type MediaInput, mediaRequest } from './media-call.ts';

const FILLED = { site: 'https://g.example', secret: 'sk-x' };
const base = { model: "o'neil", input: 'A "gate"', choices: {}, group: '', files: [] };
const file = (name: string) => new File(['bytes'], name);
const INPUTS = [
  { ...base, kind: 'pictures', choices: { size: '1024x1024', n: '2', quality: '' } },
  { ...base, kind: 'pictures', files: [file('a gate.png')] },
  { ...base, kind: 'pictures', files: [file('1.png'), file('2.png')] },
  { ...base, kind: 'speech', choices: { voice: 'ash', speed: '1.25' } },
  { ...base, kind: 'transcription', files: [file('a talk.mp3')] },
] as const satisfies readonly MediaInput[];
const codeOf = (params: MediaInput) => mediaCode(params, FILLED).map(({ code }) => code);

test.each(INPUTS)('the Node sample of $kind parses, and its call contains the input', (params) => {
  const [, , node = ''] = codeOf(params);
  const body = node.replaceAll(/^import .*$/gm, '').replace('await client.', 'give.');
  const received: Record<string, unknown>[] = [];
  const give = new Proxy(() => undefined, {
    get: (_target, name) => (name === 'then' ? undefined : give),
    apply: (_target, _self, [input]) => void received.push(input as Record<string, unknown>),
  }) as never;
  const run = runInThisContext(
    `(async (OpenAI, give, createReadStream) => {${body.split('\n').slice(0, -1).join('\n')}})`,
  ) as (...input: unknown[]) => void;
  run(
    function OpenAI() {},
    give,
    (name: string) => name,
  );
  expect(received[0]).toMatchObject({ model: "o'neil" });
  expect(Object.values(received[0] ?? {})).toContain('A "gate"');
});

test('an edit goes to the edits endpoint with each image, and unset options are not sent', () => {
  const { path, fields, fileField, files } = mediaRequest(INPUTS[2]);
  expect([path, fileField, files.length]).toEqual(['/v1/images/edits', 'image[]', 2]);
  expect(mediaRequest(INPUTS[0]).fields).toEqual({
    model: "o'neil",
    prompt: 'A "gate"',
    size: '1024x1024',
    n: 2,
  });
  expect(fields).not.toHaveProperty('n');
});

test.each(INPUTS)('the shell sample of $kind quotes the input', (params) => {
  const [curl = ''] = codeOf(params);
  const words = spawnSync('sh', ['-c', `curl() { printf '%s\\n' "$@"; }\n${curl}`], {
    encoding: 'utf8',
  });
  expect(words.stderr).toBe('');
  expect(words.stdout).toContain('https://g.example/v1/');
  const [name] = params.files.map((each) => each.name);
  expect(words.stdout).toContain(name === undefined ? `"o'neil"` : `=@${name}`);
});

const hasPython = spawnSync('python3', ['--version']).status === 0;
test.runIf(hasPython).each(INPUTS)('the Python sample of $kind is valid Python', (params) => {
  const [, python = ''] = codeOf(params);
  const checked = spawnSync('python3', ['-c', 'import ast, sys; ast.parse(sys.stdin.read())'], {
    input: python,
    encoding: 'utf8',
  });
  expect(checked.stderr).toBe('');
});

import { buildTransportFault } from '@tollgate/dialects';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { translateError } from './error-texts.ts';
import { refusalInChinese } from './refusal-texts.ts';

const ROOT = join(import.meta.dirname, '../../../..');
const READERS = ['packages/dialects/src', 'apps/gateway/src/relay'];
/** Matches code that refuses a request, with its sentence; a line number may come before it. */
const REFUSAL =
  /\b(?:reject|refused?|invalid|invalidRequest|lineFault|fail|FormFault|PathologicalInput)\(\s*(?:number,\s*)?(`[^`]*`|'[^']*'|"[^"]*")|(?:const (?:message|reason) =|reason:)\s*(`[^`]*`|'[^']*'|"[^"]*")/g;
/** Files that quote vendors, describe upstreams, or report nothing to callers. */
const OTHER =
  /state-members|\/(?:faults|http1|tracing|transports|errors|testing|openai-chat\/(?:parse-)?stream)\b/;

function listRefusals(): string[] {
  const sentences = READERS.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
      .filter((file) => !OTHER.test(`/${file}`))
      .flatMap((file) => [...readFileSync(join(ROOT, folder, file), 'utf8').matchAll(REFUSAL)]),
  ).map(([, direct, named]) => (direct ?? named ?? '').slice(1, -1).replace(/\$\{[^}]*\}/g, 'x'));
  return [...new Set(sentences)].filter((sentence) => sentence.includes(' '));
}

test('every reason why a reader refuses a request has a Chinese translation', () => {
  const all = listRefusals();
  expect(all.length).toBeGreaterThan(90);
  // A reason may be only part of a sentence.
  const untranslated = all.filter((one) => refusalInChinese(one) === undefined);
  const parts = untranslated.filter(
    (one) => refusalInChinese(`The form can't be read: ${one}.`)?.endsWith(one) ?? true,
  );
  expect(parts).toEqual([]);
});

const inChinese = (reason: string) => translateError('relay_invalid_request', { reason }, 'zh');

test.each([
  ['The request body is not valid JSON.', '请求无效：请求内容不是有效的 JSON'],
  ['messages must be an array, not null.', '请求无效：messages 必须是数组，不能是 null'],
  [
    "Line 7 of the input file: missing required parameter: 'body'.",
    '请求无效：输入文件第 7 行：缺少参数 body',
  ],
  [
    'The multipart body is malformed: it has more than 9 parts.',
    '请求无效：multipart 内容格式有误：超过 9 个部分',
  ],
])('%s is translated into Chinese as a whole', (reason, text) => {
  expect(inChinese(reason)).toBe(text);
});

test("our description of a silent upstream is translated like the rest; the upstream's own text stays", () => {
  const test = (reason: string) => translateError('channel_test_failed', { reason }, 'zh');
  expect(test('The upstream answered with status 500.')).toBe('测试失败：上游返回状态码 500');
  for (const kind of ['network', 'timeout', 'bad-response'] as const)
    expect(test(buildTransportFault(kind, '').message)).not.toMatch(/upstream/);
  expect(test('Incorrect API key')).toBe('测试失败：Incorrect API key');
});

test('a reason without a Chinese translation is given entirely in English, however long it is', () => {
  const reason = 'Something new is wrong.';
  expect(inChinese(reason)).toBe(`Invalid request: ${reason}`);
  const long = `${'x must be y, not '.repeat(5000)}.`;
  expect(inChinese(long)).toBe(`Invalid request: ${long.slice(0, 600)}…`);
});

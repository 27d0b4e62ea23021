import { describe, expect, it } from 'vitest';
import { buildFault } from '../faults/build-fault.ts';
import { readErrorObject } from '../faults/read-error-object.ts';
import { DIALECTS, type UpstreamFormat } from '../ir/dialect.ts';
import { readPredictCall } from '../images/predict-call.ts';
import { encodeText } from '../json/encode-text.ts';
import { decodeText } from '../json/parse-json.ts';
import { createStreamReader } from '../openai-chat/stream.ts';
import { openUseMeter } from '../server-tools/use-meter.ts';
import { RICH_REQUESTS } from '../testing/rich-requests.ts';
import { tryTranslation } from '../testing/translate-call.ts';

/** Members of Object.prototype: a table of ours that is not asked with hasOwn has them all. */
const NAMES = ['constructor', '__proto__'];

const FORMATS: readonly UpstreamFormat[] = [
  ...DIALECTS,
  'baidu-chat',
  'cohere-chat',
  'dify-chat',
  'hunyuan-chat',
  'ollama-chat',
  'spark-chat',
];

/** Returns a copy for each text in a value, with that text replaced. */
function replaceEach(value: unknown, text: string): unknown[] {
  if (typeof value === 'string') return [text];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) =>
    replaceEach(inner, text).map((changed) =>
      Array.isArray(value)
        ? value.map((item: unknown, index) => (index === Number(name) ? changed : item))
        : { ...value, [name]: changed },
    ),
  );
}

describe.each(NAMES)('the name %s', (name) => {
  it.each(DIALECTS.flatMap((from) => FORMATS.map((to) => [from, to] as const)))(
    'anywhere in a request of %s to %s is a text like any other',
    (from, to) => {
      for (const body of replaceEach(RICH_REQUESTS[from], name)) {
        const opened = tryTranslation({ from, to, body: body as object });
        if (opened.ok) expect(decodeText(opened.translation.body)).not.toContain('[native code]');
        else expect(opened.fault.message).not.toContain('[native code]');
      }
    },
  );

  it('as the type of a tool’s member is a text like any other', () => {
    const schema = { type: 'object', properties: { a: { type: name, format: name } } };
    for (const to of DIALECTS) {
      const tools = [{ type: 'function', function: { name: 'f', parameters: schema } }];
      const body = { model: 'm', messages: [{ role: 'user', content: 'x' }], tools };
      expect(tryTranslation({ from: 'openai-chat', to, body }).ok).toBe(true);
    }
  });

  it('as an upstream’s error code is a text like any other', () => {
    const errors = [
      { sid: 'x', code: name, message: 'm' },
      { error_code: name, error_msg: 'm' },
      { base_resp: { status_code: name, status_msg: 'm' } },
      { success: false, errors: [{ code: name, message: 'm' }] },
      { error: { code: name, type: name, message: 'm' } },
    ];
    for (const error of errors) {
      const { type, code } = buildFault(400, readErrorObject(error, true));
      expect([typeof type, code]).toEqual(['string', name]);
      const reader = createStreamReader({ hideUsageChunk: false });
      reader.push(encodeText(`data: ${JSON.stringify(error)}\n\n`));
      expect(reader.fault?.message).toBe('m');
    }
  });

  it('as the shape of a picture is refused', () => {
    const parameters = { aspectRatio: name, sampleImageSize: '2K' };
    const bytes = encodeText(JSON.stringify({ instances: [{ prompt: 'x' }], parameters }));
    expect(readPredictCall({ bytes, model: 'imagen' })).toMatchObject({ ok: false });
  });

  it('as the name of a tool that an upstream ran is counted as that tool', () => {
    const meter = openUseMeter('anthropic-messages');
    const content = [{ type: 'server_tool_use', name }];
    meter?.take({ type: 'message', content });
    expect(Object.entries(meter?.use.tools ?? {})).toEqual([[name, 1]]);
  });
});

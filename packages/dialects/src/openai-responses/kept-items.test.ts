import { describe, expect, it } from 'vitest';
import { encodeText } from '../json/encode-text.ts';
import { readCall } from '../translate/client-call.ts';

/** The most tokens of a prompt with this input, as JSON. */
function most(input: string, more = '') {
  const bytes = encodeText(`{"model":"gpt-5","max_output_tokens":50,"input":${input}${more}}`);
  const read = readCall({ dialect: 'openai-responses', bytes });
  if (!read.ok) throw new Error(read.fault.message);
  return read.call.request.promptTokensMax - bytes.length;
}

describe('an input that names items which only the provider keeps counts as the longest prompt', () => {
  it.each([
    '[{"type":"item_reference","id":"msg_1"}]',
    '[{"id":"msg_1"}]',
    '[ {"type" : null, "id":"msg_1"} ]',
    '[{"id":"msg_1","type":"item\\u005freference"}]',
    '[{"\\u0069d":"msg_1"}]',
    '["x",{"role":"user","content":"hi"},{"id":"msg_1"}]',
  ])('%s', (input) => {
    expect(most(input)).toBeGreaterThanOrEqual(272_000);
    // A body so large is not parsed.
    expect(most(input, `,"instructions":"${'x'.repeat(20_000)}"`)).toBeGreaterThanOrEqual(272_000);
  });

  it.each([
    '"item_reference"',
    '[{"role":"user","content":"the type \\"item_reference\\" has an \\"id\\""}]',
    '[{"id":"msg_1","role":"assistant","content":[]}]',
    '[{"type":"reasoning","id":"rs_1","summary":[],"encrypted_content":"gAAA"}]',
    '[{"type":"image_generation_call","id":"ig_1","result":"iVBORw0KGgo="}]',
    '[{"type":"function_call","id":"fc_1","call_id":"c","name":"f","arguments":"{}"}]',
  ])('but not %s', (input) => {
    expect(most(input, ',"metadata":{"id":"x"}')).toBeLessThan(1000);
  });
});

it('thoughts that come by their ids alone count as the longest answer of a model, pictures as large ones, all together as the longest prompt', () => {
  const thought = '{"type":"reasoning","id":"rs_1","summary":[],"encrypted_content":null}';
  const picture = '{"id":"ig_1","type":"image_generation_call"}';
  expect(most(`[${thought},${picture}]`)).toBeGreaterThanOrEqual(128_000 + 7700);
  expect(most(`[${Array.from({ length: 200 }, () => thought).join(',')}]`)).toBeLessThan(273_000);
});

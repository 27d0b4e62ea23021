import { describe, expect, it } from 'vitest';
import { encodeText } from '../json/encode-text.ts';
import { readCall } from '../translate/client-call.ts';

/** Returns the upper bound of prompt tokens for this input, given as JSON. */
function most(input: string, more = '', model = 'gpt-5') {
  const bytes = encodeText(`{"model":"${model}","max_output_tokens":50,"input":${input}${more}}`);
  const read = readCall({ dialect: 'openai-responses', bytes });
  if (!read.ok) throw new Error(read.fault.message);
  return read.call.request.promptTokensMax - bytes.length;
}

describe('an input that references items stored only at the provider counts as the longest prompt', () => {
  it.each([
    '[{"type":"item_reference","id":"msg_1"}]',
    '[{"id":"msg_1"}]',
    '[ {"type" : null, "id":"msg_1"} ]',
    '[{"id":"msg_1","type":"item\\u005freference"}]',
    '[{"\\u0069d":"msg_1"}]',
    '["x",{"role":"user","content":"hi"},{"id":"msg_1"}]',
  ])('%s', (input) => {
    expect(most(input)).toBeGreaterThanOrEqual(272_000);
    // A body of this size is not parsed.
    expect(most(input, `,"instructions":"${'x'.repeat(20_000)}"`)).toBeGreaterThanOrEqual(272_000);
  });

  it.each([
    '"item_reference"',
    '[{"role":"user","content":"the type \\"item_reference\\" has an \\"id\\""}]',
    '[{"id":"msg_1","role":"assistant","content":[]}]',
    '[{"type":"reasoning","id":"rs_1","summary":[],"encrypted_content":"gAAA"}]',
    '[{"type":"image_generation_call","id":"ig_1","result":"iVBORw0KGgo="}]',
    '[{"type":"function_call","id":"fc_1","call_id":"c","name":"f","arguments":"{}"}]',
    '[{"type":"function_call_output","id":"fco_1","call_id":"c","output":"22 degrees"}]',
    '[{"type":"custom_tool_call","id":"ctc_1","call_id":"c","name":"f","input":"x"}]',
    '[{"type":"message","id":"msg_1","content":[{"type":"output_text","text":"hi"}]}]',
    '[{"type":"code_interpreter_call","id":"ci_1","code":"1","outputs":[{"type":"logs","logs":"1"}]}]',
    '[{"type":"mcp_call","id":"mcp_1","name":"f","arguments":"{}","output":"22 degrees"}]',
    '[{"type":"mcp_list_tools","id":"mcpl_1","tools":[{"name":"f","input_schema":{}}]}]',
    '[{"type":"computer_call","id":"cu_1","call_id":"c","action":{"type":"screenshot"}}]',
    '[{"type":"web_search_call","status":"completed","action":{"type":"search"}}]',
    '[{"type":"compaction","id":"cmp_1","encrypted_content":"gAAA"}]',
  ])('but not %s', (input) => {
    expect(most(input, ',"metadata":{"id":"x"}')).toBeLessThan(1000);
  });
});

describe('an item referenced by id and sent without its content is reserved', () => {
  it.each([
    ['10,000 tokens of a search', 10_000, '{"type":"web_search_call","id":"ws_1"}'],
    [
      'the same, told what was looked for',
      10_000,
      '{"type":"web_search_call","id":"ws_1","action":{"type":"open_page"}}',
    ],
    ['50 pieces of files', 40_000, '{"type":"file_search_call","id":"fs_1","queries":["a"]}'],
    ['the same', 40_000, '{"type":"file_search_call","id":"fs_1","results":null}'],
    [
      'the same, with an empty list',
      40_000,
      '{"type":"file_search_call","id":"fs_1","results":[]}',
    ],
    ['a large picture', 7700, '{"type":"computer_call_output","id":"cuo_1","call_id":"c"}'],
    [
      'the longest answer for what a program wrote',
      128_000,
      '{"type":"code_interpreter_call","id":"ci_1","outputs":null}',
    ],
    [
      'the same of a shell',
      128_000,
      '{"type":"shell_call_output","id":"sh_1","call_id":"c","output":[ ]}',
    ],
    ['the longest answer for a summary', 128_000, '{"type":"compaction","id":"cmp_1"}'],
    [
      'the longest prompt for what a tool server returned',
      272_000,
      '{"type":"mcp_call","id":"mcp_1","output":null}',
    ],
    ['the same of its tools', 272_000, '{"type":"mcp_list_tools","id":"mcpl_1"}'],
    [
      'the same of what a client’s tool returned',
      272_000,
      '{"type":"function_call_output","id":"fco_1"}',
    ],
    ['the same of a message', 272_000, '{"type":"message","id":"msg_1"}'],
    [
      'the same of a reference, whatever role it has',
      272_000,
      '{"type":"item_reference","id":"msg_1","role":"user"}',
    ],
    [
      'the same of what has two types',
      272_000,
      '{"type":"item_reference","type":"message","id":"msg_1","content":"hi"}',
    ],
    ['the same of what nobody knows', 272_000, '{"type":"dream_call","id":"dr_1","output":"x"}'],
  ])('as %s', (_what, tokens, item) => {
    expect(most(`[${item}]`)).toBeGreaterThanOrEqual(tokens);
    expect(most(`[${item}]`)).toBeLessThan(tokens + 1000);
  });
});

it("the longest prompt is the model's context window", () => {
  const reference = '[{"type":"item_reference","id":"msg_1"}]';
  expect(most(reference, '', 'gpt-4.1')).toBeGreaterThanOrEqual(1_047_576);
  expect(most(reference, '', 'gpt-4.1')).toBeLessThan(1_049_000);
  // A channel may map a small model's name to a larger model.
  expect(most(reference, '', 'gpt-4o')).toBeGreaterThanOrEqual(272_000);
});

it("thoughts referenced only by id count as the model's longest output, images as large ones, and their sum at most as the longest prompt", () => {
  const thought = '{"type":"reasoning","id":"rs_1","summary":[],"encrypted_content":null}';
  const imageCall = '{"id":"ig_1","type":"image_generation_call"}';
  expect(most(`[${thought},${imageCall}]`)).toBeGreaterThanOrEqual(128_000 + 7700);
  expect(most(`[${Array.from({ length: 200 }, () => thought).join(',')}]`)).toBeLessThan(273_000);
});

import { expect, test } from 'vitest';
import { sendUpstream, warningsOf } from '../testing/translate-call.ts';

const USER = { role: 'user', content: 'Fix it.' };
const upstreams = ['openai-chat', 'anthropic-messages', 'gemini-generate'] as const;

test.each(upstreams)(
  'what a client did with OpenAI’s shell and patch tools reaches a model behind %s, each call with its output',
  (to) => {
    const input = [
      USER,
      { type: 'local_shell_call', id: 'l1', call_id: 'a', action: { command: ['ls', 'src'] } },
      { type: 'local_shell_call_output', call_id: 'a', output: 'one.ts' },
      { type: 'shell_call', call_id: 'b', action: { commands: ['npm test'] }, status: 'completed' },
      { type: 'shell_call_output', call_id: 'b', output: [{ stdout: 'red', stderr: '' }] },
      { type: 'apply_patch_call', call_id: 'c', operation: { type: 'update_file', diff: '+ok' } },
      { type: 'apply_patch_call_output', call_id: 'c', status: 'failed' },
      USER,
    ];
    const call = {
      from: 'openai-responses',
      to,
      model: 'other',
      body: { model: 'm', input },
    } as const;
    const sent = JSON.stringify(sendUpstream(call));
    for (const text of [
      'local_shell',
      'apply_patch',
      'src',
      'one.ts',
      'npm test',
      'red',
      '+ok',
      'failed',
    ])
      expect(sent).toContain(text);
    expect(warningsOf(call).filter((warning) => warning.startsWith('unknown'))).toEqual([]);
  },
);

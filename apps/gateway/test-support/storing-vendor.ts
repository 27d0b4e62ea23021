// What providers answer, with the ids of all that they store of it.

let count = 0;
/** Returns an id as long and unique as a vendor's. */
export const newId = (prefix: string) => `${prefix}_${'0'.repeat(24)}${(count += 1)}`;
const usage = { input_tokens: 10, output_tokens: 5, total_tokens: 15 };

/** Creates a response of OpenAI's with an item of every kind that later requests may name. */
export function response() {
  const container_id = newId('cntr');
  const file = { type: 'container_file_citation', container_id, file_id: newId('cfile') };
  const content = [{ type: 'output_text', text: 'Hi.', annotations: [file] }];
  const output = [
    { type: 'reasoning', id: newId('rs'), summary: [] },
    {
      type: 'code_interpreter_call',
      id: newId('ci'),
      status: 'completed',
      code: '1',
      container_id,
    },
    { type: 'message', id: newId('msg'), role: 'assistant', status: 'completed', content },
  ];
  return { id: newId('resp'), object: 'response', status: 'completed', model: 'm', output, usage };
}

/** Creates a message of Anthropic's whose program wrote a file in a container. */
export function message() {
  const result = { type: 'bash_code_execution_output', file_id: newId('file') };
  const content = [
    { type: 'server_tool_use', id: newId('srvtoolu'), name: 'bash_code_execution', input: {} },
    {
      type: 'bash_code_execution_tool_result',
      tool_use_id: 't',
      content: { type: 'bash_code_execution_result', stdout: '', content: [result] },
    },
    { type: 'text', text: 'Hi.' },
  ];
  const container = { id: newId('container'), expires_at: 'later' };
  const head = { id: newId('msg'), type: 'message', role: 'assistant', model: 'm', container };
  return { ...head, content, stop_reason: 'end_turn', stop_sequence: null, usage };
}

/** Creates a chat completion with audio. */
export function completion() {
  const audio = { id: newId('audio'), data: 'AAAA', expires_at: 1, transcript: 'Hi.' };
  const choices = [
    { index: 0, message: { role: 'assistant', content: null, audio }, finish_reason: 'stop' },
  ];
  const counts = { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 };
  return { id: 'c', object: 'chat.completion', model: 'm', choices, usage: counts };
}

const events = (list: readonly object[]) =>
  list.map((event) => `data: ${JSON.stringify(event)}\n\n`).join('');

/** Returns a response as a stream. */
export function responseStream(answer: ReturnType<typeof response>): string {
  return events([
    { type: 'response.created', sequence_number: 0, response: { ...answer, output: [] } },
    ...answer.output.flatMap((item, output_index) => [
      { type: 'response.output_item.added', output_index, item },
      { type: 'response.output_item.done', output_index, item },
    ]),
    { type: 'response.completed', sequence_number: 1, response: answer },
  ]);
}

/** Returns a message as a stream. */
export function messageStream({
  content,
  stop_reason,
  container,
  ...head
}: ReturnType<typeof message>) {
  return events([
    { type: 'message_start', message: { ...head, content: [], container: null } },
    ...content.flatMap((content_block, index) => [
      { type: 'content_block_start', index, content_block },
      { type: 'content_block_stop', index },
    ]),
    { type: 'message_delta', delta: { stop_reason, container }, usage },
    { type: 'message_stop' },
  ]);
}

import type { Dialect } from '../ir/dialect.ts';

const SCHEMA = {
  type: 'object',
  properties: { city: { type: 'string', description: 'A city' }, n: { type: 'integer' } },
  required: ['city', 'n'],
  additionalProperties: false,
};
const PNG = 'iVBORw0KGgo=';

/** For each dialect, a request that uses all it can express. */
export const RICH_REQUESTS: Readonly<Record<Dialect, Readonly<Record<string, unknown>>>> = {
  'openai-chat': {
    model: 'm',
    messages: [
      { role: 'system', content: 'Be kind.' },
      { role: 'user', name: 'ann', content: 'Hi' },
      {
        role: 'assistant',
        content: 'Looking.',
        tool_calls: [
          {
            id: 'call_1',
            type: 'function',
            function: { name: 'get', arguments: '{"city":"Paris"}' },
          },
          { id: 'call_2', type: 'custom', custom: { name: 'patch', input: 'free text' } },
        ],
      },
      { role: 'tool', tool_call_id: 'call_1', content: 'rain' },
      {
        role: 'tool',
        tool_call_id: 'call_2',
        content: [
          { type: 'text', text: 'a' },
          { type: 'text', text: 'b' },
        ],
      },
      {
        role: 'user',
        content: [
          { type: 'text', text: 'And these?' },
          { type: 'image_url', image_url: { url: `data:image/png;base64,${PNG}`, detail: 'low' } },
          { type: 'image_url', image_url: { url: 'https://example.com/a.png' } },
          {
            type: 'file',
            file: { filename: 'a.pdf', file_data: 'data:application/pdf;base64,AAAA' },
          },
          { type: 'input_audio', input_audio: { data: 'AAAA', format: 'wav' } },
        ],
      },
      { role: 'assistant', content: null, refusal: 'No.' },
      { role: 'user', content: 'Please' },
    ],
    stream: true,
    stream_options: { include_usage: true },
    max_tokens: 100,
    temperature: 0.5,
    top_p: 0.9,
    frequency_penalty: 0.1,
    presence_penalty: 0.2,
    stop: ['a', 'b'],
    seed: 7,
    logit_bias: { '50256': -100 },
    logprobs: true,
    top_logprobs: 2,
    tools: [
      {
        type: 'function',
        function: { name: 'get', description: 'Gets', parameters: SCHEMA, strict: true },
      },
      { type: 'custom', custom: { name: 'patch', description: 'Patches' } },
    ],
    tool_choice: { type: 'function', function: { name: 'get' } },
    parallel_tool_calls: false,
    response_format: {
      type: 'json_schema',
      json_schema: { name: 'x', description: 'X', schema: SCHEMA, strict: true },
    },
    reasoning_effort: 'high',
    user: 'u1',
    prompt_cache_key: 'k1',
    service_tier: 'flex',
    verbosity: 'low',
    store: true,
  },
  'openai-responses': {
    model: 'm',
    instructions: 'Be kind.',
    input: [
      { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Hi' }] },
      {
        type: 'reasoning',
        id: 'rs_1',
        summary: [{ type: 'summary_text', text: 'Hm' }],
        encrypted_content: 'gAAA',
      },
      { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'Looking.' }] },
      { type: 'function_call', call_id: 'call_1', name: 'get', arguments: '{"city":"Paris"}' },
      { type: 'custom_tool_call', call_id: 'call_2', name: 'patch', input: 'free text' },
      { type: 'function_call_output', call_id: 'call_1', output: 'rain' },
      { type: 'custom_tool_call_output', call_id: 'call_2', output: 'done' },
      {
        type: 'message',
        role: 'user',
        content: [
          { type: 'input_text', text: 'And these?' },
          { type: 'input_image', image_url: `data:image/png;base64,${PNG}`, detail: 'low' },
          { type: 'input_file', filename: 'a.pdf', file_data: 'data:application/pdf;base64,AAAA' },
          { type: 'input_file', file_url: 'https://example.com/a.pdf' },
        ],
      },
      {
        type: 'message',
        role: 'developer',
        content: [{ type: 'input_text', text: 'Now be brief.' }],
      },
      { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Please' }] },
    ],
    stream: true,
    max_output_tokens: 100,
    temperature: 0.5,
    top_p: 0.9,
    top_logprobs: 2,
    tools: [
      { type: 'function', name: 'get', description: 'Gets', parameters: SCHEMA, strict: true },
      { type: 'custom', name: 'patch', description: 'Patches' },
    ],
    tool_choice: { type: 'function', name: 'get' },
    parallel_tool_calls: false,
    text: {
      format: { type: 'json_schema', name: 'x', schema: SCHEMA, strict: true },
      verbosity: 'low',
    },
    reasoning: { effort: 'high', summary: 'auto' },
    include: ['reasoning.encrypted_content', 'message.output_text.logprobs'],
    store: false,
    user: 'u1',
    metadata: { a: 'b' },
    prompt_cache_key: 'k1',
    service_tier: 'flex',
  },
  'anthropic-messages': {
    model: 'm',
    max_tokens: 4000,
    system: [{ type: 'text', text: 'Be kind.', cache_control: { type: 'ephemeral', ttl: '1h' } }],
    messages: [
      {
        role: 'user',
        content: [{ type: 'text', text: 'Hi', cache_control: { type: 'ephemeral' } }],
      },
      {
        role: 'assistant',
        content: [
          { type: 'thinking', thinking: 'Hm', signature: 'c2ln' },
          { type: 'redacted_thinking', data: 'cmVk' },
          { type: 'text', text: 'Looking.' },
          { type: 'tool_use', id: 'toolu_1', name: 'get', input: { city: 'Paris' } },
        ],
      },
      {
        role: 'user',
        content: [
          {
            type: 'tool_result',
            tool_use_id: 'toolu_1',
            content: [
              { type: 'text', text: 'rain' },
              { type: 'image', source: { type: 'base64', media_type: 'image/png', data: PNG } },
            ],
            is_error: true,
          },
          { type: 'image', source: { type: 'url', url: 'https://example.com/a.png' } },
          {
            type: 'document',
            source: { type: 'base64', media_type: 'application/pdf', data: 'AAAA' },
            title: 'a.pdf',
          },
          { type: 'document', source: { type: 'text', media_type: 'text/plain', data: 'Plain' } },
        ],
      },
    ],
    stream: true,
    stop_sequences: ['a', 'b'],
    tools: [
      {
        name: 'get',
        description: 'Gets',
        input_schema: SCHEMA,
        cache_control: { type: 'ephemeral' },
      },
    ],
    tool_choice: { type: 'auto', disable_parallel_tool_use: true },
    thinking: { type: 'enabled', budget_tokens: 2048 },
    metadata: { user_id: 'u1' },
    output_config: { format: { type: 'json_schema', schema: SCHEMA } },
  },
  'gemini-generate': {
    systemInstruction: { parts: [{ text: 'Be kind.' }] },
    contents: [
      { role: 'user', parts: [{ text: 'Hi' }] },
      {
        role: 'model',
        parts: [
          { text: 'Hm', thought: true, thoughtSignature: 'c2ln' },
          { text: 'Looking.' },
          {
            functionCall: { id: 'fc1', name: 'get', args: { city: 'Paris' } },
            thoughtSignature: 'c2ln',
          },
        ],
      },
      {
        role: 'user',
        parts: [
          { functionResponse: { id: 'fc1', name: 'get', response: { output: 'rain' } } },
          { inlineData: { mimeType: 'image/png', data: PNG } },
          { inlineData: { mimeType: 'audio/wav', data: 'AAAA' } },
          { inlineData: { mimeType: 'application/pdf', data: 'AAAA' } },
          { fileData: { mimeType: 'image/png', fileUri: 'https://example.com/a.png' } },
        ],
      },
    ],
    tools: [
      {
        functionDeclarations: [
          {
            name: 'get',
            description: 'Gets',
            parameters: { type: 'object', properties: { city: { type: 'string' } } },
          },
        ],
      },
    ],
    toolConfig: { functionCallingConfig: { mode: 'ANY', allowedFunctionNames: ['get'] } },
    generationConfig: {
      temperature: 0.5,
      topP: 0.9,
      topK: 40,
      seed: 7,
      presencePenalty: 0.1,
      frequencyPenalty: 0.2,
      maxOutputTokens: 100,
      stopSequences: ['a', 'b'],
      responseLogprobs: true,
      logprobs: 2,
      responseMimeType: 'application/json',
      responseSchema: { type: 'object', properties: { city: { type: 'string' } } },
      thinkingConfig: { thinkingBudget: 2048, includeThoughts: true },
    },
  },
};

import type { Target } from './target.ts';

export const BENCH_MODEL = 'gpt-4o-mini';

export interface Workload {
  name: 'non-stream' | 'streams' | 'large-bodies';
  title: string;
  upstream: 'plain' | 'stream';
  connections: number;
  body: string;
  targets: readonly Target['name'][];
  /** Whether a response is complete. */
  isWhole(text: string): boolean;
}

const isWholeResponse = (text: string) => text.includes('"total_tokens":16') && text.endsWith('}');
const question = {
  role: 'user',
  content: 'Say hello to the mock upstream in one short sentence, please.',
};

/** The measured workloads, in order. */
export const WORKLOADS: readonly Workload[] = [
  {
    name: 'non-stream',
    title: 'Calls that are not streamed, answers of about 340 bytes',
    upstream: 'plain',
    connections: 64,
    body: JSON.stringify({ model: BENCH_MODEL, max_tokens: 100, messages: [question] }),
    targets: ['nginx', 'skeleton', 'portkey', 'tollgate'],
    isWhole: isWholeResponse,
  },
  {
    name: 'streams',
    title: 'Streams of 40 tokens in 10 writes, usage at the end',
    upstream: 'stream',
    connections: 64,
    body: JSON.stringify({
      model: BENCH_MODEL,
      max_tokens: 100,
      stream: true,
      stream_options: { include_usage: true },
      messages: [question],
    }),
    targets: ['skeleton', 'tollgate'],
    isWhole: (text) =>
      text.includes('tok39 ') &&
      text.includes('"total_tokens":50') &&
      text.endsWith('data: [DONE]\n\n'),
  },
  {
    name: 'large-bodies',
    title: 'Request bodies of 110 kB, not streamed',
    upstream: 'plain',
    connections: 16,
    body: buildLargeBody(110_000),
    targets: ['skeleton', 'tollgate'],
    isWhole: isWholeResponse,
  },
];

/** Builds the first turn of a coding agent: a long system prompt, many tools, files in the messages. */
function buildLargeBody(bytes: number): string {
  const tools = Array.from({ length: 25 }, (_, index) => ({
    type: 'function',
    function: {
      name: `tool_${index}`,
      description: 'Reads a file of the project and returns its lines with numbers. '.repeat(8),
      parameters: {
        type: 'object',
        properties: {
          path: { type: 'string', description: 'The path of the file.' },
          line: { type: 'integer' },
        },
        required: ['path'],
      },
    },
  }));
  const build = (file: string) =>
    JSON.stringify({
      model: BENCH_MODEL,
      max_tokens: 100,
      messages: [
        { role: 'system', content: 'You are a careful engineer. '.repeat(700) },
        { role: 'user', content: file },
        question,
      ],
      tools,
    });
  // Each character is one byte of JSON, except newlines, which take two.
  const line = "  const value = read('some/file', 42);\n";
  const missing = bytes - build('').length;
  return build(line.repeat(Math.floor(missing / (line.length + 1))));
}

import { serveRaw, toRawResponse } from '../serve-raw.ts';
import { buildStreamWrites } from '../stream-events.ts';
import { DIALECTS, type Dialect } from './dialects.ts';
import { UPSTREAMS } from './upstream-shapes.ts';

/**
 * Run as a program: the upstreams of the four dialects on PORT, distinguished by path. A call with another
 * dialect's model gets nothing, so that no pair is measured under a wrong name.
 */
const ANSWERS = new Map(
  DIALECTS.map((dialect) => [
    dialect,
    {
      whole: toRawResponse(UPSTREAMS[dialect].response),
      stream: buildStreamWrites(UPSTREAMS[dialect].stream),
    },
  ]),
);
const NOTHING = toRawResponse('{}');

function dialectOf(line: string): Dialect {
  if (line.includes('enerateContent')) return 'gemini-generate';
  if (line.includes('/messages')) return 'anthropic-messages';
  return line.includes('/responses') ? 'openai-responses' : 'openai-chat';
}

serveRaw((request) => {
  const line = request.toString('latin1', 0, request.indexOf('\r\n'));
  const dialect = dialectOf(line);
  const shapes = ANSWERS.get(dialect);
  if (!shapes || !request.includes(UPSTREAMS[dialect].model)) return NOTHING;
  const streams = line.includes(':stream') || request.includes('"stream":true');
  return streams ? shapes.stream : shapes.whole;
});

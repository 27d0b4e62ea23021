import { expect, test } from 'vitest';
import { createLogger } from './logger.ts';

function logOf(format: 'json' | 'ecs'): Record<string, unknown> {
  const lines: string[] = [];
  const log = createLogger('info', format, { write: (line) => void lines.push(line) });
  const err = new TypeError('no such thing');
  log.error({ err, requestId: 'call-1', traceId: 'ab', channel: 7, token: 'sk-secret' }, 'failed');
  return JSON.parse(lines[0] ?? '') as Record<string, unknown>;
}

test('a log line has the fields of pino, and no credential', () => {
  expect(logOf('json')).toMatchObject({
    level: 50,
    time: expect.stringMatching(/^\d{4}-\d\d-\d\dT/) as string,
    msg: 'failed',
    err: { type: 'TypeError', message: 'no such thing' },
    requestId: 'call-1',
    channel: 7,
    token: '[redacted]',
  });
});

test('with LOG_FORMAT=ecs it has the fields of the Elastic Common Schema, and no credential', () => {
  const line = logOf('ecs');
  expect(line).toMatchObject({
    '@timestamp': expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/) as string,
    'log.level': 'error',
    message: 'failed',
    'ecs.version': expect.any(String) as string,
    'service.name': 'tollgate',
    'http.request.id': 'call-1',
    'trace.id': 'ab',
    error: {
      type: 'TypeError',
      message: 'no such thing',
      stack_trace: expect.stringContaining('logger.test.ts') as string,
    },
    channel: 7,
    token: '[redacted]',
  });
  for (const name of ['level', 'time', 'msg', 'err', 'requestId', 'traceId'])
    expect(line).not.toHaveProperty(name);
});

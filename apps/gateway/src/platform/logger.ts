import {
  type DestinationStream,
  pino,
  type Logger,
  type LoggerOptions,
  stdSerializers,
} from 'pino';
import { LogOutput } from './log-output.ts';
import { recordRecentError } from './recent-errors.ts';

export type { Logger };

type LogFormat = 'json' | 'ecs';

const ownFields: LoggerOptions = {
  base: undefined,
  timestamp: pino.stdTimeFunctions.isoTime,
};

/** Fields of the Elastic Common Schema, which log collectors understand without configuration. */
const ecsFields: LoggerOptions = {
  base: { 'ecs.version': '8.17.0', 'service.name': 'tollgate' },
  timestamp: () => `,"@timestamp":"${new Date().toISOString()}"`,
  messageKey: 'message',
  formatters: {
    level: (label) => ({ 'log.level': label }),
    log({ err, requestId, traceId, ...further }) {
      return {
        ...further,
        ...(requestId === undefined ? {} : { 'http.request.id': requestId }),
        ...(traceId === undefined ? {} : { 'trace.id': traceId }),
        ...(err instanceof Error ? { error: describeError(err) } : {}),
      };
    },
  },
};

function describeError(error: Error): Record<string, unknown> {
  const { type, message, stack } = stdSerializers.err(error);
  return { type, message, stack_trace: stack };
}

const standardOutput = new LogOutput();
process.once('exit', () => standardOutput.end());

/** Creates a logger that writes JSON to standard output. Fields that could hold a credential are redacted. */
export function createLogger(
  level: string,
  format: LogFormat = 'json',
  destination: DestinationStream = standardOutput,
): Logger {
  let current = 0;
  const options: LoggerOptions = {
    level,
    hooks: {
      // Both hooks run per line, one after the other: the first knows its level, the second its redacted
      // text.
      logMethod(args, method, number) {
        current = number;
        method.apply(this, args);
      },
      streamWrite(line) {
        recordRecentError(current, line);
        return line;
      },
    },
    ...(format === 'ecs' ? ecsFields : ownFields),
    redact: {
      paths: [
        'authorization',
        '*.authorization',
        'cookie',
        '*.cookie',
        'key',
        '*.key',
        'password',
        '*.password',
        'token',
        '*.token',
        'secret',
        '*.secret',
      ],
      censor: '[redacted]',
    },
  };
  return pino(options, destination);
}

import { type DestinationStream, pino, type Logger, type LoggerOptions } from 'pino';
import { keepRecentError } from './recent-errors.ts';

export type { Logger };

/** Structured log on standard output. Fields that could hold a credential never reach it. */
export function createLogger(
  level: string,
  destination: DestinationStream = pino.destination(1),
): Logger {
  let current = 0;
  const options: LoggerOptions = {
    level,
    hooks: {
      // Both run for one line after the other: the first knows its level, the second its redacted text.
      logMethod(args, method, number) {
        current = number;
        method.apply(this, args);
      },
      streamWrite(line) {
        keepRecentError(current, line);
        return line;
      },
    },
    base: undefined,
    timestamp: pino.stdTimeFunctions.isoTime,
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

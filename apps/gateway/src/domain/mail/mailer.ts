import { emailField } from '@tollgate/contract';
import type { SentMessageInfo } from 'nodemailer';
import { isIP, type Socket } from 'node:net';
import { AddressNotAllowed } from '../../platform/ssrf-guard.ts';
import { refusalCode } from '../refusal-code.ts';
import { AppError } from '../../platform/app-error.ts';
import { openGuardedConnection } from '../../platform/guarded-connection.ts';
import type { Logger } from '../../platform/logger.ts';
import { createSemaphore } from '../../platform/semaphore.ts';
import type { OptionStore } from '../options/options.ts';
import type { Mail, Mailer } from './mail.ts';

/** Timeouts of connecting to the server, and of its next response. */
const CONNECT_MS = 10_000;
const SILENT_MS = 15_000;
/** Pauses between attempts to send a mail in the background. */
const RETRY_MS = [5000, 30_000];
const IMPLICIT_TLS_PORT = 465;

export interface MailerOptions {
  options: Pick<OptionStore, 'text' | 'boolean' | 'number'>;
  log: Logger;
  /** Whether the server may have a private address. */
  allowPrivate: boolean;
}

/** Creates a mailer without connecting: each mail uses its own connection, a few at once. */
// tidy-ignore: a closure over shared state, made of short functions
export function createMailer({ options, log, allowPrivate }: MailerOptions): Mailer {
  const sendSemaphore = createSemaphore({
    maxConcurrent: 4,
    maxQueued: 500,
    retryAfterSeconds: 30,
  });
  const running = new Set<Promise<boolean>>();
  const ending = new AbortController();

  async function deliver(mail: Mail): Promise<string> {
    if (!options.text('SMTPServer')) throw new AppError('mail_not_set_up');
    // An address with whitespace or control characters could inject headers.
    const to = emailField.safeParse(mail.to);
    if (!to.success) throw new AppError('email_invalid');
    const connection = await connectTo(options, allowPrivate);
    const transport = await openTransport(options, connection);
    try {
      const { response } = await (transport.sendMail({
        from: { name: options.text('SystemName'), address: senderOf(options) },
        to: { name: '', address: to.data },
        subject: mail.subject,
        text: mail.text,
        html: mail.html,
        // No content of a mail may be loaded from files or URLs.
        disableFileAccess: true,
        disableUrlAccess: true,
      }) as Promise<SentMessageInfo>);
      return String(response);
    } catch (error) {
      throw new AppError('mail_failed', {}, { cause: error });
    } finally {
      transport.close();
      connection.destroy();
    }
  }

  async function send(mail: Mail): Promise<string> {
    try {
      return await sendSemaphore(() => deliver(mail));
    } catch (error) {
      log.warn({ err: describeFailure(error) }, 'sending mail failed');
      throw error;
    }
  }

  async function retry(mail: Mail): Promise<boolean> {
    for (const pauseMs of [...RETRY_MS, undefined]) {
      try {
        await send(mail);
        return true;
      } catch (error) {
        if (pauseMs === undefined || !isRetryable(error)) return false;
        if (!(await pause(pauseMs, ending.signal))) return false;
      }
    }
    return false;
  }

  return {
    isSetUp: () => options.text('SMTPServer') !== '',
    send,
    sendInBackground(mail) {
      const sending = retry(mail).finally(() => running.delete(sending));
      running.add(sending);
      return sending;
    },
    async close() {
      ending.abort();
      await Promise.all(running);
    },
  };
}

/**
 * Connects to the server in the options, through the SSRF guard. Throws AppError mail_failed or
 * mail_address_not_allowed.
 */
async function connectTo(
  options: MailerOptions['options'],
  allowPrivate: boolean,
): Promise<Socket> {
  const host = options.text('SMTPServer').trim();
  const port = options.number('SMTPPort');
  const target = { host, port, allowPrivate, timeoutMs: CONNECT_MS };
  return openGuardedConnection(target).catch((cause: unknown) => {
    const isRefused = cause instanceof AddressNotAllowed;
    const code = isRefused ? refusalCode(cause, { isMail: true }) : 'mail_failed';
    throw new AppError(code, {}, { cause });
  });
}

/** Loads the library with the first mail, to keep it out of the startup. */
async function openTransport(options: MailerOptions['options'], connection: Socket) {
  const { createTransport } = await import('nodemailer');
  const host = options.text('SMTPServer').trim();
  const port = options.number('SMTPPort');
  const user = options.text('SMTPAccount').trim();
  const secure = options.boolean('SMTPSSLEnabled') || port === IMPLICIT_TLS_PORT;
  return createTransport({
    connection,
    host,
    port,
    secure,
    // A password never leaves the machine unencrypted.
    requireTLS: !secure && user !== '' && !isLoopback(host),
    ...(user === '' ? {} : { auth: { user, pass: options.text('SMTPToken') } }),
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    socketTimeout: SILENT_MS,
  });
}

function senderOf(options: MailerOptions['options']): string {
  return (options.text('SMTPFrom') || options.text('SMTPAccount')).trim();
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));
}

/** Returns whether a retry may succeed: replies of 500 and above and errors on our side are final. */
function isRetryable(error: unknown): boolean {
  if (!(error instanceof AppError) || error.code !== 'mail_failed') return false;
  const { responseCode = 0, code = '' } = error.cause as { responseCode?: number; code?: string };
  return responseCode < 500 && code !== 'EAUTH' && code !== 'EENVELOPE';
}

/** Describes a server's error without the mail, whose texts contain codes and links. */
function describeFailure(error: unknown) {
  const cause = error instanceof AppError ? (error.cause ?? error) : error;
  const { message, code, responseCode } = cause as {
    message?: string;
    code?: string;
    responseCode?: number;
  };
  return { message, code, responseCode };
}

/** Resolves to false if aborted. */
function pause(milliseconds: number, signal: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve(false);
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', end);
      resolve(true);
    }, milliseconds);
    timer.unref();
    function end() {
      clearTimeout(timer);
      resolve(false);
    }
    signal.addEventListener('abort', end, { once: true });
  });
}

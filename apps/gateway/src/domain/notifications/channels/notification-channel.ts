import type { Outbound, OutboundResponse } from '../../../platform/outbound.ts';

/** What is sent: plain text. Each channel escapes it as its format needs. */
export interface NotificationMessage {
  /** The same at every attempt. */
  readonly id: string;
  readonly event: string;
  readonly title: string;
  readonly body: string;
  /** What the texts name, for programs. */
  readonly params: Readonly<Record<string, string | number>>;
  /** Seconds: when it happened, the same at every attempt. */
  readonly happenedAt: number;
  /** Seconds: when it is sent. */
  readonly at: number;
}

export interface SendOutcome {
  ok: boolean;
  /** What came back, as it is. */
  answer: string;
  /** How long the provider asks to wait. */
  retryAfterSeconds?: number;
  /** Nobody takes anything there any more. */
  isGone?: boolean;
}

export type ChannelSettings = Readonly<Record<string, string | undefined>>;

/** A way to people over HTTP. Throws where nothing came back. */
export interface NotificationChannel {
  send(
    outbound: Outbound,
    settings: ChannelSettings,
    message: NotificationMessage,
  ): Promise<SendOutcome>;
}

const TIMEOUT_MS = 10_000;
const ANSWER_BYTES_MAX = 64 * 1024;

/** Posts JSON to an address. */
export function postJson(
  outbound: Outbound,
  url: string,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<OutboundResponse> {
  return outbound({
    url,
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
    timeoutMs: TIMEOUT_MS,
    maxBytes: ANSWER_BYTES_MAX,
  });
}

/** What a provider says, with the status before it; `gone` are the statuses of an address that is no more. */
export function outcomeOf(
  { status, text, headers }: OutboundResponse,
  isOk: (said: Record<string, unknown>) => boolean,
  gone: readonly number[] = [410],
): SendOutcome {
  let said: Record<string, unknown> = {};
  try {
    said = (JSON.parse(text) ?? {}) as Record<string, unknown>;
  } catch {
    // Some answer in plain text.
  }
  const retryAfter = Number(headers['retry-after']);
  return {
    ok: status >= 200 && status < 300 && isOk(said),
    answer: `HTTP ${status} ${text}`.trim(),
    ...(gone.includes(status) ? { isGone: true } : {}),
    ...(retryAfter > 0 ? { retryAfterSeconds: Math.min(retryAfter, 3600) } : {}),
  };
}

/** Title and text as one, cut to a number of characters. */
export function asText({ title, body }: NotificationMessage, max: number): string {
  const text = body === '' ? title : `${title}\n${body}`;
  return text.length > max ? `${text.slice(0, max - 1)}…` : text;
}

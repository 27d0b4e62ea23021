import type { Outbound, OutboundResponse } from '../../../platform/outbound.ts';

/** A message in plain text. Each channel escapes it as its format requires. */
export interface NotificationMessage {
  /** The same for every attempt. */
  readonly id: string;
  readonly event: string;
  readonly title: string;
  readonly body: string;
  /** The params of the texts, for programs. */
  readonly params: Readonly<Record<string, string | number>>;
  /** When it happened, in Unix seconds; the same for every attempt. */
  readonly happenedAt: number;
  /** When it is sent, in Unix seconds. */
  readonly at: number;
}

export interface SendOutcome {
  ok: boolean;
  /** The raw response. */
  answer: string;
  /** How long the provider asks to wait. */
  retryAfterSeconds?: number;
  /** Whether the destination no longer exists. */
  isGone?: boolean;
}

export type ChannelSettings = Readonly<Record<string, string | undefined>>;

/** A channel that sends messages over HTTP. Throws if no response arrives. */
export interface NotificationChannel {
  send(
    outbound: Outbound,
    settings: ChannelSettings,
    message: NotificationMessage,
  ): Promise<SendOutcome>;
}

const TIMEOUT_MS = 10_000;
const RESPONSE_BYTES_MAX = 64 * 1024;

/** Posts JSON to a URL. */
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
    maxBytes: RESPONSE_BYTES_MAX,
  });
}

/**
 * Returns the provider's response, preceded by the status; `goneStatuses` are the statuses of a destination that no
 * longer exists.
 */
export function outcomeOf(
  { status, text, headers }: OutboundResponse,
  isOk: (body: Record<string, unknown>) => boolean,
  goneStatuses: readonly number[] = [410],
): SendOutcome {
  let body: Record<string, unknown> = {};
  try {
    body = (JSON.parse(text) ?? {}) as Record<string, unknown>;
  } catch {
    // Some providers respond in plain text.
  }
  const retryAfter = Number(headers['retry-after']);
  return {
    ok: status >= 200 && status < 300 && isOk(body),
    answer: `HTTP ${status} ${text}`.trim(),
    ...(goneStatuses.includes(status) ? { isGone: true } : {}),
    ...(retryAfter > 0 ? { retryAfterSeconds: Math.ceil(Math.min(retryAfter, 3600)) } : {}),
  };
}

/** Joins title and text, truncated to a number of characters. */
export function asText({ title, body }: NotificationMessage, max: number): string {
  return truncate(body === '' ? title : `${title}\n${body}`, max);
}

/**
 * Shortens a text so that its measure, by default its number of characters, is at most `max`. No character is
 * cut in two, as services refuse such texts.
 */
export function truncate(
  text: string,
  max: number,
  measure: (text: string) => number = ({ length }) => length,
): string {
  if (measure(text) <= max) return text;
  let fitting = 0;
  let tooLong = Math.min(text.length, max + 1);
  const cut = (length: number) => {
    const isInside = /[\ud800-\udbff]/.test(text[length - 1] ?? '');
    return `${text.slice(0, isInside ? length - 1 : length)}…`;
  };
  while (tooLong - fitting > 1) {
    const middle = Math.floor((fitting + tooLong) / 2);
    if (measure(cut(middle)) <= max) fitting = middle;
    else tooLong = middle;
  }
  return cut(fitting);
}

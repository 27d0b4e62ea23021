import { createHmac } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ReceivedNotification {
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
  json: Record<string, unknown>;
}

interface Failure {
  status: number;
  body: string;
  headers?: Record<string, string>;
}

export interface NotificationSimulator {
  readonly url: string;
  /** Accepted notifications, oldest first. */
  readonly received: ReceivedNotification[];
  /** Refused ones: a wrong signature, or a scripted failure. */
  readonly refused: string[];
  /** The next requests get these responses instead of being accepted. */
  fail(...responses: Failure[]): void;
  close(): Promise<void>;
}

const SKEW_SECONDS = 3600;

/**
 * Starts all notification services on one port: WeCom, DingTalk and Feishu robots, Slack, Discord, Telegram,
 * Bark, and a receiver of Standard Webhooks. Signatures and timestamps are checked as by the real services.
 */
export async function startNotificationSimulator({
  secret,
  nowSeconds,
}: {
  /** Signing secret for DingTalk, Feishu and the webhook receiver; `whsec_…` for the last. */
  secret: string;
  nowSeconds: () => number;
}): Promise<NotificationSimulator> {
  const received: ReceivedNotification[] = [];
  const refused: string[] = [];
  const failures: Failure[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString();
      const url = new URL(request.url ?? '/', 'http://simulator');
      const notification = {
        path: url.pathname,
        headers: request.headers,
        body,
        json: JSON.parse(body) as Record<string, unknown>,
      };
      const failure = failures.shift();
      const answer = failure ?? answerTo(url, notification, { secret, now: nowSeconds() });
      if (failure || 'fault' in answer) refused.push(`${url.pathname} ${answer.body}`);
      else received.push(notification);
      response
        .writeHead(answer.status, { 'content-type': 'application/json', ...failure?.headers })
        .end(answer.body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    refused,
    fail: (...responses) => void failures.push(...responses),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

interface Reply {
  status: number;
  body: string;
  fault?: true;
}

function answerTo(
  url: URL,
  { headers, body, json }: ReceivedNotification,
  { secret, now }: { secret: string; now: number },
): Reply {
  const isRecent = (seconds: number) => Math.abs(now - seconds) <= SKEW_SECONDS;
  const { pathname: path, searchParams: query } = url;
  if (path === '/cgi-bin/webhook/send')
    return query.get('key') === 'wecom-key'
      ? { status: 200, body: '{"errcode":0,"errmsg":"ok"}' }
      : { status: 200, body: '{"errcode":93000,"errmsg":"invalid webhook url"}', fault: true };
  if (path === '/robot/send') {
    const timestamp = query.get('timestamp') ?? '';
    const sign = createHmac('sha256', secret).update(`${timestamp}\n${secret}`).digest('base64');
    return query.get('sign') === sign && isRecent(Number(timestamp) / 1000)
      ? { status: 200, body: '{"errcode":0,"errmsg":"ok"}' }
      : { status: 200, body: '{"errcode":310000,"errmsg":"sign not match"}', fault: true };
  }
  if (path.startsWith('/open-apis/bot/v2/hook/')) {
    const timestamp = String(json['timestamp']);
    const sign = createHmac('sha256', `${timestamp}\n${secret}`).update('').digest('base64');
    return json['sign'] === sign && isRecent(Number(timestamp))
      ? { status: 200, body: '{"code":0,"msg":"success","data":{}}' }
      : { status: 200, body: '{"code":19021,"msg":"sign match fail"}', fault: true };
  }
  if (path === '/hook') {
    const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
    const { 'webhook-id': id, 'webhook-timestamp': at, 'webhook-signature': signature } = headers;
    const sign = createHmac('sha256', key)
      .update(`${String(id)}.${String(at)}.${body}`)
      .digest('base64');
    return signature === `v1,${sign}` && isRecent(Number(at))
      ? { status: 204, body: '' }
      : { status: 401, body: 'signature mismatch', fault: true };
  }
  if (/^\/bot[^/]+\/sendMessage$/.test(path))
    return path === '/bot7:telegram-token/sendMessage'
      ? { status: 200, body: '{"ok":true,"result":{"message_id":1}}' }
      : {
          status: 401,
          body: '{"ok":false,"error_code":401,"description":"Unauthorized"}',
          fault: true,
        };
  if (path === '/push')
    return json['device_key'] === 'bark-device'
      ? { status: 200, body: '{"code":200,"message":"success"}' }
      : { status: 400, body: '{"code":400,"message":"device key is empty"}', fault: true };
  if (path === '/services/T/B/X') return { status: 200, body: 'ok' };
  if (path.startsWith('/api/webhooks/'))
    return path === '/api/webhooks/1/discord'
      ? { status: 204, body: '' }
      : { status: 404, body: '{"message":"Unknown Webhook","code":10015}', fault: true };
  return { status: 404, body: 'no_service', fault: true };
}

import { AppError } from '../../platform/app-error.ts';
import { createOutbound, type Outbound } from '../../platform/outbound.ts';
import { AddressNotAllowed } from '../../platform/ssrf-guard.ts';
import { refusalCode } from '../refusal-code.ts';
import type { TargetRow } from '../../store/notification-targets-repository.ts';
import type { Domain } from '../domain.ts';
import { translateError } from '../error-texts.ts';
import { formatMail } from '../mail/compose-mail.ts';
import { httpChannels } from './channels/index.ts';
import type { NotificationMessage, SendOutcome } from './channels/notification-channel.ts';
import { maskResponse, openSettings } from './target-settings.ts';

export type SendContext = Pick<Domain, 'config' | 'keyring' | 'mailer'>;

const outbounds = new Map<string, Outbound>();

/** Users' URLs are treated like callers', the site's are the operator's own. */
function outboundFor({ config }: Pick<Domain, 'config'>, ownerId: number): Outbound {
  const forCallers = ownerId !== 0;
  const isAllowed = forCallers ? config.ALLOW_PRIVATE_MEDIA : config.ALLOW_PRIVATE_UPSTREAMS;
  const key = `${forCallers} ${isAllowed}`;
  let outbound = outbounds.get(key);
  if (!outbound) outbounds.set(key, (outbound = createOutbound(isAllowed, { forCallers })));
  return outbound;
}

/** Sends a message to a target. Never throws: failures are part of the outcome. */
export async function sendToTarget(
  context: SendContext,
  target: TargetRow,
  message: NotificationMessage,
): Promise<SendOutcome> {
  const settings = openSettings(context.keyring, target);
  if (target.channel === 'email')
    return sendByMail(context, settings['email'] ?? '', [
      { language: target.language, ...message },
    ]);
  const channel = httpChannels[target.channel as keyof typeof httpChannels] as
    | (typeof httpChannels)['bark']
    | undefined;
  if (!channel) return { ok: false, answer: `unknown channel ${target.channel}` };
  const outcome = await channel
    .send(outboundFor(context, Number(target.owner_id)), settings, message)
    .catch((error: unknown): SendOutcome => ({ ok: false, answer: describeFault(error) }));
  return { ...outcome, answer: maskResponse(target.channel, settings, outcome.answer) };
}

/** Sends a text by mail, in one or several languages, one below the other. */
export async function sendByMail(
  { mailer }: Pick<Domain, 'mailer'>,
  to: string,
  texts: readonly { language: string; title: string; body: string }[],
): Promise<SendOutcome> {
  const parts = texts.map(({ title, body }) => ({ subject: title, lines: body.split('\n') }));
  const content = formatMail(parts, texts[0]?.language === 'en' ? 'en' : 'zh');
  try {
    return { ok: true, answer: await mailer.send({ to, ...content }) };
  } catch (error) {
    return { ok: false, answer: describeFault(error) };
  }
}

function describeFault(error: unknown): string {
  if (error instanceof AddressNotAllowed) return translateError(refusalCode(error), {}, 'en');
  const cause = error instanceof AppError ? (error.cause ?? error) : error;
  const {
    message = '',
    code = '',
    response = '',
  } = cause as {
    message?: string;
    code?: string;
    response?: string;
  };
  return [response || message, code].filter(Boolean).join(' · ') || String(error);
}

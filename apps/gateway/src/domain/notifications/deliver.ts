import { nowSeconds } from '../../platform/clock.ts';
import { parseJson } from '../../platform/parse-json.ts';
import {
  type DeliveryRow,
  finishDelivery,
  leaseDelivery,
  listDueDeliveries,
} from '../../store/notification-deliveries-repository.ts';
import {
  findTarget,
  listTemplates,
  type TargetRow,
  type TemplateRow,
} from '../../store/notification-targets-repository.ts';
import { findUserById } from '../../store/users-repository.ts';
import { texts } from '@tollgate/i18n';
import type { Domain } from '../domain.ts';
import { fillIn, type Language } from '../error-texts.ts';
import type { SendOutcome } from './channels/notification-channel.ts';
import { composeNotification, type ComposedText } from './compose-notification.ts';
import { emailOf, type NoticeParams, OWN_EMAIL } from './notify.ts';
import { sendByMail, sendToTarget } from './send-notification.ts';

export type DeliverContext = Pick<
  Domain,
  'config' | 'keyring' | 'mailer' | 'store' | 'clock' | 'options' | 'log'
>;

const AT_ONCE = 8;
const PER_RUN = 100;
/** Longer than any provider may take: what is leased is being sent, or its node is dead. */
const LEASE_SECONDS = 60;
const FIRST_PAUSE_SECONDS = 10;
const PAUSE_FACTOR = 4;
const PAUSE_MAX_SECONDS = 6 * 3600;
const ATTEMPTS_MAX = 8;

/** Sends what is due, each at least once and always under the same id. */
export async function deliverDue(
  context: DeliverContext,
  { random, signal }: { random: () => number; signal: AbortSignal },
): Promise<void> {
  const { store, clock } = context;
  const due = await listDueDeliveries(store.db, { now: nowSeconds(clock), limit: PER_RUN });
  if (due.length === 0) return;
  const templates = await listTemplates(store.db);
  const bundles = await bundle(context, due);
  const worker = async () => {
    for (let next = bundles.shift(); next && !signal.aborted; next = bundles.shift())
      await deliver(context, next, { templates, random });
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}

interface Bundle {
  /** Undefined for an owner's e-mail address, and for a target that is gone. */
  target: TargetRow | undefined;
  rows: DeliveryRow[];
}

/** What goes out as one message: several for a target that wants digests. */
async function bundle({ store }: DeliverContext, due: readonly DeliveryRow[]): Promise<Bundle[]> {
  const bundles: Bundle[] = [];
  const digests = new Map<number, Bundle>();
  const targets = new Map<number, TargetRow | undefined>();
  for (const row of due) {
    const { owner_id: ownerId, target_id: id } = row;
    if (id !== OWN_EMAIL && !targets.has(id))
      targets.set(id, await findTarget(store.db, ownerId, id));
    const target = targets.get(id);
    const open = digests.get(id);
    if (open) open.rows.push(row);
    else {
      const made = { target, rows: [row] };
      bundles.push(made);
      if (target && target.digest !== 'none') digests.set(id, made);
    }
  }
  return bundles;
}

async function deliver(
  context: DeliverContext,
  { target, rows: wanted }: Bundle,
  { templates, random }: { templates: readonly TemplateRow[]; random: () => number },
): Promise<void> {
  const { store, clock, log } = context;
  const now = nowSeconds(clock);
  const rows: DeliveryRow[] = [];
  for (const row of wanted)
    if (await leaseDelivery(store.db, row.id, { now, until: now + LEASE_SECONDS })) rows.push(row);
  const [first] = rows;
  if (!first) return;
  const outcome = await send(context, { target, rows, first, templates });
  const attempts = first.attempts + 1;
  const isLast = attempts >= ATTEMPTS_MAX;
  const at = nowSeconds(clock);
  await finishDelivery(
    store.db,
    rows.map(({ id }) => id),
    {
      state: outcome.ok ? 'sent' : isLast ? 'failed' : 'pending',
      answer: outcome.answer,
      nextAt: at + pauseAfter(attempts, outcome, random),
      sentAt: outcome.ok ? at : 0,
    },
  );
  if (!outcome.ok && isLast)
    log.warn({ delivery: first.id, answer: outcome.answer }, 'notification delivery abandoned');
}

async function send(
  context: DeliverContext,
  {
    target,
    rows,
    first,
    templates,
  }: {
    target: TargetRow | undefined;
    rows: readonly DeliveryRow[];
    first: DeliveryRow;
    templates: readonly TemplateRow[];
  },
): Promise<SendOutcome> {
  const { store, clock, options } = context;
  const owner = first.owner_id === 0 ? undefined : await findUserById(store.db, first.owner_id);
  const shared = { site: options.text('SystemName'), username: owner?.username ?? '' };
  const say = (language: Language) => composeAll(rows, language, { shared, templates });
  if (first.target_id === OWN_EMAIL) {
    const to = await emailOf(store.db, first.owner_id);
    // The reader's language is unknown.
    const both = (['zh', 'en'] as const).map((language) => ({ language, ...say(language) }));
    return sendByMail(context, to, both);
  }
  if (!target) return { ok: false, answer: 'the target is gone' };
  const text = say(target.language === 'en' ? 'en' : 'zh');
  return sendToTarget(context, target, {
    ...text,
    id: first.id,
    event: rows.length > 1 ? 'digest' : first.event,
    params: rows.length > 1 ? { count: rows.length } : paramsOf(first),
    at: nowSeconds(clock),
  });
}

function composeAll(
  rows: readonly DeliveryRow[],
  language: Language,
  { shared, templates }: { shared: NoticeParams; templates: readonly TemplateRow[] },
): ComposedText {
  const composed = rows.map((row) =>
    composeNotification(row.event, language, {
      params: { ...paramsOf(row), ...shared, times: row.repeats + 1 },
      templates,
      repeats: row.repeats,
    }),
  );
  const [only] = composed;
  if (only && composed.length === 1) return only;
  return {
    title: fillIn(texts[language].notifications.digestTitle, { ...shared, count: rows.length }),
    body: composed.map(({ title, body }) => `• ${title}\n${body}`).join('\n'),
  };
}

const paramsOf = ({ params }: DeliveryRow) => (parseJson(params) ?? {}) as NoticeParams;

/** Longer each time, and not all at the same moment; at least what the provider asks for. */
function pauseAfter(
  attempts: number,
  { retryAfterSeconds = 0 }: SendOutcome,
  random: () => number,
) {
  const pause = Math.min(FIRST_PAUSE_SECONDS * PAUSE_FACTOR ** (attempts - 1), PAUSE_MAX_SECONDS);
  return Math.max(Math.round(pause * (0.5 + random())), retryAfterSeconds);
}

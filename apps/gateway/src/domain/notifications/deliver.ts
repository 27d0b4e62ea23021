import { randomUUID } from 'node:crypto';
import { nowSeconds } from '../../platform/clock.ts';
import { parseJson } from '../../platform/parse-json.ts';
import {
  type DeliveryRow,
  finishDelivery,
  leaseDeliveries,
  listBundle,
  listDueDeliveries,
  postponeDeliveries,
} from '../../store/notification-deliveries-repository.ts';
import {
  findTarget,
  listTemplates,
  type TargetRow,
  type TemplateRow,
  updateTarget,
} from '../../store/notification-targets-repository.ts';
import { findOwnMail } from '../../store/own-mail-repository.ts';
import { findUserById } from '../../store/users-repository.ts';
import { texts } from '@tollgate/i18n';
import type { Domain } from '../domain.ts';
import type { Language } from '../error-texts.ts';
import { fillIn } from '../../platform/fill-in.ts';
import type { SendOutcome } from './channels/notification-channel.ts';
import { composeNotification, type ComposedText } from './compose-notification.ts';
import { emailOf, type NoticeParams, OWN_EMAIL } from './notify.ts';
import { sendByMail, sendToTarget } from './send-notification.ts';
import type { SlowOwners } from './slow-owners.ts';

export type DeliverContext = Pick<
  Domain,
  'config' | 'keyring' | 'mailer' | 'store' | 'clock' | 'options' | 'log'
>;

const AT_ONCE = 8;
const PER_RUN = 100;
/**
 * Longer than any attempt may take: until it expires, a leased delivery is being sent, or its node is dead.
 */
const LEASE_SECONDS = 60;
const FIRST_PAUSE_SECONDS = 10;
const PAUSE_FACTOR = 4;
const PAUSE_MAX_SECONDS = 6 * 3600;
const ATTEMPTS_MAX = 8;

/**
 * Sends the deliveries that are due, each at least once and always under the same id. Those to a user's own
 * targets are sent one after the other, and rest after a slow one.
 */
export async function deliverDue(
  context: DeliverContext,
  {
    random,
    signal,
    slowOwners,
  }: { random: () => number; signal: AbortSignal; slowOwners: SlowOwners },
): Promise<void> {
  const { store, clock } = context;
  const dueDeliveries = await listDueDeliveries(store.db, {
    now: nowSeconds(clock),
    limit: PER_RUN,
  });
  if (dueDeliveries.length === 0) return;
  const templates = await listTemplates(store.db);
  const bundles = await bundle(context, dueDeliveries);
  const groups = [...Map.groupBy(bundles, (each) => userOf(each) ?? each).values()];
  const worker = async () => {
    for (let group = groups.shift(); group && !signal.aborted; group = groups.shift())
      for (const each of group)
        await deliverOrPostpone(context, each, { templates, random, slowOwners });
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}

interface Bundle {
  /** Undefined for an owner's email address, and for a target that no longer exists. */
  target: TargetRow | undefined;
  /** The owner's preferences for mail to their own address, if set. */
  ownMail: TargetRow | undefined;
  /** The id under which it was sent before; undefined for a single delivery or the first attempt. */
  id: string | undefined;
  isDigest: boolean;
  rows: DeliveryRow[];
}

/**
 * Bundles deliveries into messages: several per message for subscribers of digests. A digest that was sent
 * before stays unchanged.
 */
async function bundle(
  { store }: DeliverContext,
  dueDeliveries: readonly DeliveryRow[],
): Promise<Bundle[]> {
  const bundles = new Map<string, Bundle>();
  const recipients = new Map<string, Pick<Bundle, 'target' | 'ownMail'>>();
  for (const row of dueDeliveries) {
    const recipientKey = `${row.owner_id}:${row.target_id}`;
    const recipient = recipients.get(recipientKey) ?? (await findRecipient(store.db, row));
    recipients.set(recipientKey, recipient);
    const { bundle_id: id } = row;
    const isDigest = id !== '' || isDigested(recipient);
    const key = isDigest ? `${recipientKey}:${id}` : row.id;
    const open = bundles.get(key);
    if (open && id === '') open.rows.push(row);
    if (open) continue;
    const rows = id === '' ? [row] : await listBundle(store.db, id);
    bundles.set(key, { ...recipient, id: id || undefined, isDigest, rows });
  }
  return [...bundles.values()];
}

async function findRecipient(
  db: DeliverContext['store']['db'],
  { owner_id: ownerId, target_id: id }: DeliveryRow,
): Promise<Pick<Bundle, 'target' | 'ownMail'>> {
  if (id !== OWN_EMAIL) return { target: await findTarget(db, ownerId, id), ownMail: undefined };
  return { target: undefined, ownMail: await findOwnMail(db, ownerId) };
}

const isDigested = ({ target, ownMail }: Pick<Bundle, 'target' | 'ownMail'>) =>
  ((target ?? ownMail)?.digest ?? 'none') !== 'none';

/** In the order of events, the same for every attempt. */
const inTime = (left: DeliveryRow, right: DeliveryRow) =>
  left.created_at - right.created_at || (left.id < right.id ? -1 : 1);

/**
 * Leases the rows of a bundle, or those that no other node has leased; returns them with the id they are sent
 * under.
 */
async function lease(
  { store }: DeliverContext,
  { id, isDigest, rows: bundledRows }: Bundle,
  now: number,
): Promise<{ id: string; rows: DeliveryRow[] } | undefined> {
  const inOrder = bundledRows.toSorted(inTime);
  const singleId = inOrder.length === 1 ? inOrder[0]?.id : undefined;
  const bundleId = isDigest ? (id ?? singleId ?? randomUUID()) : '';
  const leasedIds = await leaseDeliveries(
    store.db,
    inOrder.map((row) => row.id),
    { now, until: now + LEASE_SECONDS, bundleId },
  );
  const rows = inOrder.filter((row) => leasedIds.has(row.id));
  // An id must always stand for the same rows.
  if (id !== undefined && rows[0] !== inOrder[0]) return undefined;
  const [first] = rows;
  return first && { id: bundleId || first.id, rows };
}

/** Returns the user whose own target gets a bundle; undefined for mail, and for the site's targets. */
function userOf({ rows: [first] }: Bundle): number | undefined {
  const isOwn = first && first.owner_id !== 0 && first.target_id !== OWN_EMAIL;
  return isOwn ? first.owner_id : undefined;
}

async function deliverOrPostpone(
  context: DeliverContext,
  bundled: Bundle,
  { slowOwners, ...tools }: DeliveryTools & { slowOwners: SlowOwners },
): Promise<void> {
  const userId = userOf(bundled);
  if (userId === undefined) return deliver(context, bundled, tools);
  const restMs = slowOwners.restOf(userId);
  if (restMs === 0) return slowOwners.send(userId, () => deliver(context, bundled, tools));
  const ids = bundled.rows.map(({ id }) => id);
  const nextAt = nowSeconds(context.clock) + Math.ceil(restMs / 1000);
  return postponeDeliveries(context.store.db, ids, nextAt);
}

interface DeliveryTools {
  templates: readonly TemplateRow[];
  random: () => number;
}

async function deliver(
  context: DeliverContext,
  bundled: Bundle,
  { templates, random }: DeliveryTools,
): Promise<void> {
  const { store, clock, log } = context;
  const leased = await lease(context, bundled, nowSeconds(clock));
  const first = leased?.rows[0];
  if (!leased || !first) return;
  const { id, rows } = leased;
  const { target, ownMail } = bundled;
  const outcome = await send(context, { target, ownMail, id, rows, first, templates });
  const attempts = first.attempts + 1;
  const isLast = attempts >= ATTEMPTS_MAX || outcome.isGone === true;
  const at = nowSeconds(clock);
  await finishDelivery(
    store.db,
    rows.map((row) => row.id),
    {
      state: outcome.ok ? 'sent' : isLast ? 'failed' : 'pending',
      answer: outcome.answer,
      nextAt: at + pauseAfter(attempts, outcome, random),
      sentAt: outcome.ok ? at : 0,
    },
  );
  if (outcome.isGone && target) await updateTarget(store.db, Number(target.id), { enabled: 0 });
  if (!outcome.ok && isLast)
    log.warn({ delivery: first.id, answer: outcome.answer }, 'notification delivery abandoned');
}

async function send(
  context: DeliverContext,
  {
    target,
    ownMail,
    id,
    rows,
    first,
    templates,
  }: Pick<Bundle, 'target' | 'ownMail'> & {
    id: string;
    rows: readonly DeliveryRow[];
    first: DeliveryRow;
    templates: readonly TemplateRow[];
  },
): Promise<SendOutcome> {
  const { store, clock, options } = context;
  const owner = first.owner_id === 0 ? undefined : await findUserById(store.db, first.owner_id);
  const shared = { site: options.text('SystemName'), username: owner?.username ?? '' };
  const compose = (language: Language) => composeAll(rows, language, { shared, templates });
  if (first.target_id === OWN_EMAIL) {
    const to = await emailOf(store.db, first.owner_id);
    const mailTexts = languagesOf(ownMail).map((language) => ({ language, ...compose(language) }));
    return sendByMail(context, to, mailTexts);
  }
  if (!target) return { ok: false, answer: 'the target is gone' };
  const text = compose(target.language === 'en' ? 'en' : 'zh');
  return sendToTarget(context, target, {
    ...text,
    id,
    event: rows.length > 1 ? 'digest' : first.event,
    params: rows.length > 1 ? { count: rows.length } : paramsOf(first),
    happenedAt: first.created_at,
    at: nowSeconds(clock),
  });
}

/** Both languages if the reader's is unknown. */
const languagesOf = (ownMail: TargetRow | undefined): Language[] =>
  ownMail?.language === 'zh' || ownMail?.language === 'en' ? [ownMail.language] : ['zh', 'en'];

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

/**
 * Returns the pause before the next attempt: longer each time, with jitter, and at least what the provider
 * asks for.
 */
function pauseAfter(
  attempts: number,
  { retryAfterSeconds = 0 }: SendOutcome,
  random: () => number,
) {
  const pause = Math.min(FIRST_PAUSE_SECONDS * PAUSE_FACTOR ** (attempts - 1), PAUSE_MAX_SECONDS);
  return Math.max(Math.round(pause * (0.5 + random())), retryAfterSeconds);
}

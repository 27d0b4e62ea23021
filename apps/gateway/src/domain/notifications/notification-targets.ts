import {
  isOptionSet,
  MAIL_REQUIREMENT,
  missingRequirements,
  notificationEvents,
  type NotificationSubscription,
  type NotificationTarget,
  type notificationTargetInput,
  NOTIFICATION_TARGET_DEFAULTS,
  NOTIFICATION_TARGETS_MAX,
} from '@tollgate/contract';
import { texts } from '@tollgate/i18n';
import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import { AppError } from '../../platform/app-error.ts';
import { nowSeconds } from '../../platform/clock.ts';
import { isUrlAllowed } from '../../platform/ssrf-guard.ts';
import {
  deleteTarget,
  findTarget,
  insertTarget,
  listSubscriptions,
  listTargets,
  replaceSubscription,
  type TargetRow,
  updateTarget,
} from '../../store/notification-targets-repository.ts';
import { lockUser } from '../../store/users-repository.ts';
import { noteAudited } from '../audit/audit-scope.ts';
import type { Domain } from '../domain.ts';
import { fillIn } from '../../platform/fill-in.ts';
import { optionNames } from '../error-texts.ts';
import type { SendOutcome } from './channels/notification-channel.ts';
import { defaultThresholds, emailOf } from './notify.ts';
import { readMailSettings } from './own-mail-settings.ts';
import { sendToTarget } from './send-notification.ts';
import { fieldsOf, isAddress, isSecret, openSettings } from './target-settings.ts';

type TargetContext = Pick<Domain, 'store' | 'keyring' | 'config' | 'clock' | 'options' | 'mailer'>;
type TargetInput = z.output<typeof notificationTargetInput>;

/** Returns an owner's targets and subscriptions; owner 0 is the site. */
export async function readNotifications(domain: TargetContext, ownerId: number) {
  const { db } = domain.store;
  const [targets, subscriptions, email] = await Promise.all([
    listTargets(db, ownerId),
    listSubscriptions(db, ownerId),
    emailOf(db, ownerId),
  ]);
  return {
    email: domain.mailer.isSetUp() ? email : '',
    can_mail: domain.mailer.isSetUp(),
    default_thresholds: defaultThresholds(domain.options),
    ...(ownerId === 0 ? {} : { email_settings: await readMailSettings(domain, ownerId) }),
    targets: targets.map((row) => presentTarget(domain, row)),
    subscriptions: subscriptions.map(({ owner_id: _owner, enabled, event, ...row }) => ({
      ...row,
      event: event as NotificationSubscription['event'],
      enabled: enabled === 1,
    })),
  };
}

/** Returns a target as its owner sees it: of secrets, only that they are set. */
export function presentTarget(
  { keyring }: Pick<Domain, 'keyring'>,
  row: TargetRow,
): NotificationTarget {
  const settings = openSettings(keyring, row);
  const fields = fieldsOf(row.channel);
  const open = fields
    .filter((field) => !isSecret(field))
    .map(({ key }) => [key, settings[key] ?? '']);
  return {
    id: Number(row.id),
    channel: row.channel as NotificationTarget['channel'],
    name: row.name,
    enabled: row.enabled === 1,
    digest: row.digest as NotificationTarget['digest'],
    language: row.language as NotificationTarget['language'],
    settings: Object.fromEntries(open) as Record<string, string>,
    secrets: fields.filter((field) => isSecret(field) && settings[field.key]).map(({ key }) => key),
  };
}

/**
 * Creates or edits a target; an edit keeps what it leaves out. An empty secret keeps the stored one, unless the URL changes: a secret must be
 * entered again before it is sent elsewhere. Throws an AppError.
 */
export async function saveTarget(
  domain: TargetContext,
  ownerId: number,
  input: TargetInput,
): Promise<NotificationTarget> {
  if (input.channel === 'email' && ownerId !== 0)
    throw new AppError('notification_channel_refused');
  return domain.store.transaction(async (trx) => {
    // Serializes concurrent requests, so that each counts those before it.
    if (ownerId !== 0) await lockUser(trx, ownerId);
    const before = input.id === undefined ? undefined : await findTarget(trx, ownerId, input.id);
    if (input.id !== undefined && before?.channel !== input.channel)
      throw new AppError('notification_target_not_found');
    if (!before && (await listTargets(trx, ownerId)).length >= NOTIFICATION_TARGETS_MAX)
      throw new AppError('notification_targets_max', { limit: NOTIFICATION_TARGETS_MAX });
    const next = withDefaults(input, before && presentTarget(domain, before));
    if (next.channel === 'email' && next.enabled) requireMailSetup(domain);
    const settings = checkSettings(domain, ownerId, next, before);
    const fields = {
      name: next.name,
      enabled: next.enabled ? 1 : 0,
      digest: next.digest,
      language: next.language,
      settings_cipher: domain.keyring.encrypt(JSON.stringify(settings)),
    };
    const row = before
      ? await updateTarget(trx, Number(before.id), fields)
      : await insertTarget(trx, {
          ...fields,
          owner_id: ownerId,
          channel: input.channel,
          created_at: nowSeconds(domain.clock),
        });
    if (!row) throw new AppError('notification_target_not_found');
    const after = presentTarget(domain, row);
    noteAudited({
      id: after.id,
      name: after.name || after.channel,
      before: before && { ...presentTarget(domain, before) },
      after: { ...after },
    });
    return after;
  });
}

/** Completes an input with what is stored, or the defaults of a new target. */
function withDefaults(input: TargetInput, stored: NotificationTarget | undefined) {
  const { name, enabled, digest, language, settings } = stored ?? NOTIFICATION_TARGET_DEFAULTS;
  return {
    channel: input.channel,
    name: input.name ?? name,
    enabled: input.enabled ?? enabled,
    digest: input.digest ?? digest,
    language: input.language ?? language,
    settings: { ...settings, ...input.settings },
  };
}

function requireMailSetup({ options }: Pick<Domain, 'options'>): void {
  const missing = missingRequirements(MAIL_REQUIREMENT, (key) => isOptionSet(options.raw(key)));
  if (missing.length === 0) return;
  const params = { missing: optionNames(...missing) };
  throw new AppError('notification_mail_not_set_up', params, { field: 'channel', missing });
}

function checkSettings(
  domain: TargetContext,
  ownerId: number,
  { channel, settings: typed }: ReturnType<typeof withDefaults>,
  before: TargetRow | undefined,
): Record<string, string> {
  const stored = before ? openSettings(domain.keyring, before) : {};
  const fields = fieldsOf(channel);
  const settings: Record<string, string> = {};
  for (const field of fields) {
    const value = (typed[field.key] ?? '').trim();
    settings[field.key] = value === '' && isSecret(field) ? (stored[field.key] ?? '') : value;
    if (settings[field.key] === '' && !('optional' in field))
      throw new AppError('notification_field_required', { field: field.key }, { field: field.key });
    if (isAddress(field) && value !== '') checkAddress(domain, ownerId, value, field.key);
  }
  const isMoved = fields.some(
    (field) => isAddress(field) && settings[field.key] !== (stored[field.key] ?? ''),
  );
  const keptSecret = fields.find(
    ({ key, kind }) => kind === 'secret' && (typed[key] ?? '') === '' && stored[key],
  );
  if (before && isMoved && keptSecret)
    throw new AppError('notification_secret_again', {}, { field: keptSecret.key });
  return settings;
}

function checkAddress(
  { config }: Pick<Domain, 'config'>,
  ownerId: number,
  text: string,
  field: string,
): void {
  const url = URL.parse(text);
  const isAllowed = ownerId === 0 ? config.ALLOW_PRIVATE_UPSTREAMS : config.ALLOW_PRIVATE_MEDIA;
  if (
    !url ||
    !/^https?:$/.test(url.protocol) ||
    url.username ||
    url.password ||
    !isUrlAllowed(url, isAllowed)
  )
    throw new AppError('notification_address_invalid', {}, { field });
}

export async function removeTarget(
  { store }: Pick<Domain, 'store'>,
  ownerId: number,
  id: number,
): Promise<void> {
  await store.transaction(async (trx) => {
    const before = await findTarget(trx, ownerId, id);
    if (!before || !(await deleteTarget(trx, ownerId, id)))
      throw new AppError('notification_target_not_found');
    noteAudited({ id, name: before.name || before.channel, before: { channel: before.channel } });
  });
}

/** Sends a test to a target; returns the outcome. */
export async function testTarget(
  domain: TargetContext,
  ownerId: number,
  id: number,
): Promise<SendOutcome> {
  const target = await findTarget(domain.store.db, ownerId, id);
  if (!target) throw new AppError('notification_target_not_found');
  const { testTitle, testBody } = texts[target.language === 'en' ? 'en' : 'zh'].notifications;
  const { ok, answer } = await sendToTarget(domain, target, {
    id: randomUUID(),
    event: 'test',
    title: fillIn(testTitle, { site: domain.options.text('SystemName') }),
    body: testBody,
    params: {},
    happenedAt: nowSeconds(domain.clock),
    at: nowSeconds(domain.clock),
  });
  return { ok, answer };
}

/** Sets which events are sent where. Throws an AppError for a target or event that is not the owner's. */
export async function saveSubscriptions(
  { store }: Pick<Domain, 'store'>,
  ownerId: number,
  requested: readonly NotificationSubscription[],
): Promise<void> {
  const scope = ownerId === 0 ? 'site' : 'user';
  await store.transaction(async (trx) => {
    const targetIds = new Set((await listTargets(trx, ownerId)).map(({ id }) => Number(id)));
    for (const { target_id: targetId, event, enabled, threshold } of requested) {
      if (targetId !== 0 && !targetIds.has(targetId))
        throw new AppError('notification_target_not_found');
      if (notificationEvents.find(({ id }) => id === event)?.scope !== scope)
        throw new AppError('notification_channel_refused');
      await replaceSubscription(trx, {
        owner_id: ownerId,
        target_id: targetId,
        event,
        enabled: enabled ? 1 : 0,
        threshold: threshold === null ? null : Math.round(threshold),
      });
    }
  });
}

import type { NotificationDelivery } from '@tollgate/contract';
import { AppError } from '../../platform/app-error.ts';
import { nowSeconds } from '../../platform/clock.ts';
import { parseJson } from '../../platform/parse-json.ts';
import {
  type DeliveryFilter,
  type DeliveryRow,
  listDeliveries,
  requeueDelivery,
} from '../../store/notification-deliveries-repository.ts';
import { listTargets, listTemplates } from '../../store/notification-targets-repository.ts';
import type { Domain } from '../domain.ts';
import type { Language } from '../error-texts.ts';
import { composeNotification } from './compose-notification.ts';
import { type NoticeParams, OWN_EMAIL } from './notify.ts';

/** Returns one page of an owner's deliveries that match, newest first. */
export async function readDeliveries(
  { store, options }: Pick<Domain, 'store' | 'options'>,
  filter: DeliveryFilter,
  { page, language }: { page: { page: number; pageSize: number }; language: Language },
) {
  const [deliveries, targets, templates] = await Promise.all([
    listDeliveries(store.db, filter, page),
    listTargets(store.db, filter.ownerId),
    listTemplates(store.db),
  ]);
  const byId = new Map(targets.map((target) => [Number(target.id), target]));
  const site = options.text('SystemName');
  const present = (row: DeliveryRow): NotificationDelivery => {
    const target = byId.get(row.target_id);
    const params = { ...((parseJson(row.params) ?? {}) as NoticeParams), site };
    return {
      id: row.id,
      created_at: row.created_at,
      event: row.event,
      target: target?.name ?? '',
      channel: row.target_id === OWN_EMAIL ? 'email' : (target?.channel ?? ''),
      title: composeNotification(row.event, language, { params, templates }).title,
      state: row.state,
      attempts: row.attempts,
      next_at: row.next_at,
      sent_at: row.sent_at,
      answer: row.answer,
      repeats: row.repeats,
    };
  };
  return { ...deliveries, items: deliveries.items.map(present) };
}

/** Schedules a delivery to be sent again, under the same id. Throws an AppError. */
export async function resendDelivery(
  { store, clock }: Pick<Domain, 'store' | 'clock'>,
  ownerId: number,
  id: string,
): Promise<void> {
  if (!(await requeueDelivery(store.db, ownerId, { id, now: nowSeconds(clock) })))
    throw new AppError('notification_delivery_not_found');
}

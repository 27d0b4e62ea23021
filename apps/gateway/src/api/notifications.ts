import { type DataOf, endpoints, type NotificationDelivery } from '@tollgate/contract';
import { texts } from '@tollgate/i18n';
import { readDeliveries, resendDelivery } from '../domain/notifications/notification-deliveries.ts';
import {
  readNotifications,
  removeTarget,
  saveSubscriptions,
  saveTarget,
  testTarget,
} from '../domain/notifications/notification-targets.ts';
import { saveMailSettings } from '../domain/notifications/own-mail-settings.ts';
import { readTemplates, saveTemplate } from '../domain/notifications/notification-templates.ts';
import { sendByMail } from '../domain/notifications/send-notification.ts';
import { fillIn } from '../platform/fill-in.ts';
import { type Call, callerOf, implement } from './context.ts';

/** The owner id of the site. */
const SITE = 0;
const ownerIdOf = (call: Pick<Call<unknown>, 'caller'>) => callerOf(call).user.id;

async function deliveriesOf(
  { domain, language }: Pick<Call<unknown>, 'domain' | 'language'>,
  ownerId: number,
  query: { p: number; page_size: number; state: NotificationDelivery['state'] | ''; event: string },
): Promise<DataOf<(typeof endpoints)['listOwnDeliveries']>> {
  const page = { page: query.p, pageSize: query.page_size };
  const deliveries = await readDeliveries(
    domain,
    { ownerId, state: query.state, event: query.event },
    { page, language },
  );
  const items: NotificationDelivery[] = deliveries.items;
  return {
    items,
    page: deliveries.page,
    page_size: deliveries.pageSize,
    total: deliveries.total,
    total_is_exact: deliveries.totalIsExact,
  };
}

const ownRoutes = [
  implement(endpoints.getOwnNotifications, (call) =>
    readNotifications(call.domain, ownerIdOf(call)),
  ),
  implement(endpoints.saveOwnNotificationTarget, (call) =>
    saveTarget(call.domain, ownerIdOf(call), call.body),
  ),
  implement(endpoints.deleteOwnNotificationTarget, async (call) => {
    await removeTarget(call.domain, ownerIdOf(call), call.params.id);
    return null;
  }),
  implement(endpoints.testOwnNotificationTarget, (call) =>
    testTarget(call.domain, ownerIdOf(call), call.params.id),
  ),
  implement(endpoints.saveOwnMailSettings, async (call) => {
    await saveMailSettings(call.domain, ownerIdOf(call), call.body);
    return null;
  }),
  implement(endpoints.saveOwnSubscriptions, async (call) => {
    await saveSubscriptions(call.domain, ownerIdOf(call), call.body.subscriptions);
    return null;
  }),
  implement(endpoints.listOwnDeliveries, (call) => deliveriesOf(call, ownerIdOf(call), call.query)),
  implement(endpoints.resendOwnDelivery, async (call) => {
    await resendDelivery(call.domain, ownerIdOf(call), call.params.id);
    return null;
  }),
];

const siteRoutes = [
  implement(endpoints.getSiteNotifications, ({ domain }) => readNotifications(domain, SITE)),
  implement(endpoints.saveSiteNotificationTarget, ({ domain, body }) =>
    saveTarget(domain, SITE, body),
  ),
  implement(endpoints.deleteSiteNotificationTarget, async ({ domain, params }) => {
    await removeTarget(domain, SITE, params.id);
    return null;
  }),
  implement(endpoints.testSiteNotificationTarget, ({ domain, params }) =>
    testTarget(domain, SITE, params.id),
  ),
  implement(endpoints.saveSiteSubscriptions, async ({ domain, body }) => {
    await saveSubscriptions(domain, SITE, body.subscriptions);
    return null;
  }),
  implement(endpoints.listSiteDeliveries, (call) => deliveriesOf(call, SITE, call.query)),
  implement(endpoints.resendSiteDelivery, async ({ domain, params }) => {
    await resendDelivery(domain, SITE, params.id);
    return null;
  }),
  implement(endpoints.listNotificationTemplates, ({ domain }) => readTemplates(domain)),
  implement(endpoints.saveNotificationTemplate, async ({ domain, body }) => {
    await saveTemplate(domain, body);
    return null;
  }),
  implement(endpoints.sendTestMail, ({ domain, body, language }) => {
    const { testTitle, testBody } = texts[language].notifications;
    const title = fillIn(testTitle, { site: domain.options.text('SystemName') });
    return sendByMail(domain, body.email, [{ language, title, body: testBody }]);
  }),
];

/** Targets and deliveries: a user's own, and the site's. */
export const notificationRoutes = [...ownRoutes, ...siteRoutes];

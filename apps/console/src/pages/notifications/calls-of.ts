import { calls } from 'virtual:calls';
import type { NotificationOwner } from './query.ts';

const ownCalls = {
  read: calls.getOwnNotifications,
  saveTarget: calls.saveOwnNotificationTarget,
  deleteTarget: calls.deleteOwnNotificationTarget,
  testTarget: calls.testOwnNotificationTarget,
  saveSubscriptions: calls.saveOwnSubscriptions,
  listDeliveries: calls.listOwnDeliveries,
  resend: calls.resendOwnDelivery,
};
export type NotificationCalls = typeof ownCalls;

const siteCalls: NotificationCalls = {
  read: calls.getSiteNotifications,
  saveTarget: calls.saveSiteNotificationTarget,
  deleteTarget: calls.deleteSiteNotificationTarget,
  testTarget: calls.testSiteNotificationTarget,
  saveSubscriptions: calls.saveSiteSubscriptions,
  listDeliveries: calls.listSiteDeliveries,
  resend: calls.resendSiteDelivery,
};

/** Returns the calls for a user's own notifications, or for the site's, which work alike. */
export const callsOf = (owner: NotificationOwner): NotificationCalls =>
  owner === 'site' ? siteCalls : ownCalls;

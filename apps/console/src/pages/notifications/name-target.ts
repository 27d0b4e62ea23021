import type { NotificationTarget } from '@tollgate/contract';
import type { TFunction } from 'i18next';

/** Returns a target's own name, or else that of its kind. */
export const nameTarget = (t: TFunction, { name, channel }: NotificationTarget) =>
  name || t(`notifications.channels.${channel}`);

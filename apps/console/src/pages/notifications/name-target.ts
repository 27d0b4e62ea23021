import type { NotificationTarget } from '@tollgate/contract';
import type { TFunction } from 'i18next';

/** A target as people call it: its own name, else that of its kind. */
export const nameTarget = (t: TFunction, { name, channel }: NotificationTarget) =>
  name || t(`notifications.channels.${channel}`);

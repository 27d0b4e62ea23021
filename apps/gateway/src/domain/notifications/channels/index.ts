import type { NotificationChannelId } from '@tollgate/contract';
import { bark } from './bark.ts';
import { dingtalk } from './dingtalk.ts';
import { discord } from './discord.ts';
import { feishu } from './feishu.ts';
import type { NotificationChannel } from './notification-channel.ts';
import { slack } from './slack.ts';
import { telegram } from './telegram.ts';
import { webhook } from './webhook.ts';
import { wecom } from './wecom.ts';

/** Channels that send over HTTP; email is sent by the mailer. */
export const httpChannels: Readonly<
  Record<Exclude<NotificationChannelId, 'email'>, NotificationChannel>
> = { telegram, wecom, dingtalk, feishu, bark, slack, discord, webhook };

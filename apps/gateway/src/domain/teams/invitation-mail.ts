import { TEAM_INVITATION_DAYS, type TeamRole } from '@tollgate/contract';
import { texts } from '@tollgate/i18n';
import type { Domain } from '../domain.ts';
import type { Language } from '../error-texts.ts';
import { composeMail } from '../mail/compose-mail.ts';
import type { Mail } from '../mail/mail.ts';

/** Who invites, as the mail says it. */
export interface Inviter {
  username: string;
  team: string;
  /** What the inviter reads; the other language stands below, as nobody knows what the invited person reads. */
  language: Language;
}

/** The mail that tells of an invitation. It leads to the page of teams, where only that address sees it. */
export function composeInvitation(
  { options }: Pick<Domain, 'options'>,
  { username, team, language }: Inviter,
  { invitee, role }: { invitee: string; role: TeamRole },
): Mail {
  const server = options.text('ServerAddress');
  const content = composeMail('teamInvitation', [language, language === 'zh' ? 'en' : 'zh'], {
    params: (read) => ({
      site: options.text('SystemName'),
      who: username,
      team,
      role: texts[read].team.roles[role],
      days: TEAM_INVITATION_DAYS,
    }),
    ...(server === '' ? {} : { link: `${server}/team` }),
  });
  return { to: invitee, ...content };
}

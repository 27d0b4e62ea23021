import { TEAM_INVITATION_DAYS, type TeamRole } from '@tollgate/contract';
import { texts } from '@tollgate/i18n';
import type { Domain } from '../domain.ts';
import type { Language } from '../error-texts.ts';
import { composeMail } from '../mail/compose-mail.ts';
import type { Mail } from '../mail/mail.ts';

/** The inviter as named in the mail. */
export interface Inviter {
  username: string;
  team: string;
  /**
   * The inviter's language, which comes first; the other one follows, because the invited person's is
   * unknown.
   */
  language: Language;
}

/**
 * Composes the mail about an invitation. It links to the page of teams, where only that address sees the
 * invitation.
 */
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

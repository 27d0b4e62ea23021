import { IconUsersGroup } from '@tabler/icons-react';
import { useTranslation } from '../../texts.tsx';
import { shownUsername } from '../format/shown-username.ts';
import './tag.css';

/** A user's name, or a team's with a mark. */
export function UserName({ username, isTeam }: { username: string; isTeam: boolean }) {
  const { t } = useTranslation();
  if (!isTeam) return username;
  return (
    <span className="team-name" title={username}>
      <IconUsersGroup size={14} stroke={1.8} role="img" aria-label={t('ui.team')} />
      {shownUsername({ username, is_team: isTeam })}
    </span>
  );
}

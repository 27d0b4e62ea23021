import { teamNameOf } from '@tollgate/contract';
import { IconUsersGroup } from '@tabler/icons-react';
import { useTranslation } from '../../texts.tsx';
import './tag.css';

/** A user's name, or a team's with a mark. */
export function UserName({ username }: { username: string }) {
  const { t } = useTranslation();
  const team = teamNameOf(username);
  if (team === undefined) return username;
  return (
    <span className="team-name" title={username}>
      <IconUsersGroup size={14} stroke={1.8} role="img" aria-label={t('ui.team')} />
      {team}
    </span>
  );
}

import { Badge, Button, Group, Title } from '@mantine/core';
import type { Team } from '@tollgate/contract';
import { IconUsersGroup } from '@tabler/icons-react';
import { useTranslation } from '../../texts.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';

interface OwnTeamsProps {
  teams: readonly Team[];
  shown: number | undefined;
  show: (id: number) => void;
  create: () => void;
}

/** The user's teams, to select the one shown below; a single one is only named. */
export function OwnTeams({ teams, shown, show, create }: OwnTeamsProps) {
  const { t } = useTranslation();
  if (teams.length === 0)
    return (
      <EmptyState
        icon={IconUsersGroup}
        title={t('team.empty.title')}
        text={t('team.empty.text')}
        action={{ label: t('team.create'), run: create }}
      />
    );
  const [only, ...others] = teams;
  if (only && others.length === 0 && only.id === shown) return <Title order={2}>{only.name}</Title>;
  return (
    <Group gap="xs" role="group" aria-label={t('team.title')}>
      {teams.map(({ id, name, role }) => (
        <Button
          key={id}
          variant={id === shown ? 'light' : 'default'}
          aria-pressed={id === shown}
          mih={44}
          rightSection={
            <Badge variant="default" tt="none">
              {t(`team.roles.${role}`)}
            </Badge>
          }
          onClick={() => show(id)}
        >
          {name}
        </Button>
      ))}
    </Group>
  );
}

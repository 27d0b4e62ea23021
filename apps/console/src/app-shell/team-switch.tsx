import { Button, Menu, Text } from '@mantine/core';
import type { Team } from '@tollgate/contract';
import { IconCheck, IconUser, IconUsersGroup } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from '../texts.tsx';
import { calls } from 'virtual:calls';
import { useEndpoint } from '../api/use-endpoint.ts';
import { pages } from '../pages/index.ts';
import { actFor, readActingTeam } from '../session/acting-team.ts';
import { Money } from '../ui/display/money.tsx';
import { useIsMobile } from '../ui/hooks/use-is-mobile.ts';

/** Switches whom this tab acts for: the user or one of their teams; nothing for users without a team. */
export function TeamSwitch() {
  const { t } = useTranslation();
  const narrow = useIsMobile();
  const acting = readActingTeam();
  const { data: teams = [] } = useEndpoint(calls.listOwnTeams, {}, { refetchIntervalMs: 60_000 });
  if (teams.length === 0 && !acting) return null;
  const current = teams.find(({ id }) => id === acting?.id);
  const name = current?.name ?? acting?.name ?? t('shell.team.personal');
  const go = (team: Team | undefined) => actFor(team, pages.apiKeys.path);
  return (
    <Menu position="bottom-end" width={260}>
      <Menu.Target>
        <Button
          variant={acting ? 'light' : 'subtle'}
          color={acting ? undefined : 'gray'}
          size="compact-md"
          h={narrow ? 44 : 30}
          px={8}
          maw={220}
          leftSection={<IconUsersGroup size={17} stroke={1.6} aria-hidden />}
          aria-label={t('shell.team.label', { name })}
          styles={narrow ? { section: { marginInlineEnd: 0 } } : {}}
        >
          {narrow ? null : name}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          leftSection={<IconUser size={16} stroke={1.6} />}
          rightSection={acting ? null : <IconCheck size={16} aria-hidden />}
          aria-current={acting ? undefined : 'true'}
          onClick={() => go(undefined)}
        >
          {t('shell.team.personal')}
        </Menu.Item>
        {teams.map((team) => (
          <Menu.Item
            key={team.id}
            leftSection={<IconUsersGroup size={16} stroke={1.6} />}
            rightSection={team.id === acting?.id ? <IconCheck size={16} aria-hidden /> : null}
            aria-current={team.id === acting?.id ? 'true' : undefined}
            onClick={() => go(team)}
          >
            <Text size="sm" truncate component="div">
              {team.name}
            </Text>
            <Text size="xs" c="dimmed" component="div">
              <Money quota={team.quota} focusable={false} />
            </Text>
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item component={Link} to={pages.team.path}>
          {t('shell.team.all')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

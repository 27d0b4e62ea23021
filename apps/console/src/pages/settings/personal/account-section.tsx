import { Box, Button, Group, SimpleGrid, Text } from '@mantine/core';
import { ROLE_ADMIN, ROLE_ROOT, type User } from '@tollgate/contract';
import { type ReactNode, useState } from 'react';
import { useTranslation } from '../../../texts.tsx';
import { CopyText } from '../../../ui/display/copy.tsx';
import { GroupTags } from '../../../ui/display/group-tags.tsx';
import { Money } from '../../../ui/display/money.tsx';
import { Section } from '../../../ui/layout/section.tsx';
import { StatCard, StatCards } from '../../../ui/display/stat-card.tsx';
import { OwnDataButton } from './own-data-button.tsx';
import { ModelsDialog } from './models-dialog.tsx';
import { ProfileDialog } from './profile-dialog.tsx';

const nameRole = (role: number) =>
  role >= ROLE_ROOT ? 'superAdmin' : role >= ROLE_ADMIN ? 'admin' : 'user';

/** Who this is, what is left and what was spent. */
export function AccountSection({ user }: { user: User }) {
  const { t } = useTranslation();
  const [opened, setOpened] = useState<'profile' | 'models' | undefined>(undefined);
  const close = () => setOpened(undefined);
  return (
    <Section
      title={t('personal.account.title')}
      aside={
        <Group gap="xs">
          <OwnDataButton />
          <Button variant="default" onClick={() => setOpened('models')}>
            {t('personal.models.action')}
          </Button>
          <Button variant="default" onClick={() => setOpened('profile')}>
            {t('personal.profile.action')}
          </Button>
        </Group>
      }
    >
      <StatCards>
        <StatCard label={t('personal.account.balance')}>
          <Money quota={user.quota} />
        </StatCard>
        <StatCard label={t('personal.account.used')}>
          <Money quota={user.used_quota} />
        </StatCard>
        <StatCard label={t('personal.account.requests')}>
          {user.request_count.toLocaleString()}
        </StatCard>
      </StatCards>
      <SimpleGrid component="dl" cols={{ base: 2, sm: 3 }} spacing={8} verticalSpacing="sm" m={0}>
        <Fact name={t('personal.account.username')}>{user.username}</Fact>
        <Fact name={t('personal.account.displayName')} show={user.display_name !== ''}>
          {user.display_name}
        </Fact>
        <Fact name={t('personal.account.email')} show={user.email !== ''}>
          {user.email}
        </Fact>
        <Fact name={t('personal.account.id')}>
          <CopyText text={String(user.id)} />
        </Fact>
        <Fact name={t('personal.account.type')}>
          {t(`personal.account.${nameRole(user.role)}`)}
        </Fact>
        <Fact name={t('personal.account.group')}>
          <GroupTags groups={user.group} />
        </Fact>
      </SimpleGrid>
      {opened === 'models' ? <ModelsDialog close={close} /> : null}
      {opened === 'profile' ? <ProfileDialog user={user} close={close} /> : null}
    </Section>
  );
}

/** A name with its value below, in the columns of the cards above. */
function Fact({
  name,
  show = true,
  children,
}: {
  name: string;
  show?: boolean;
  children: ReactNode;
}) {
  if (!show) return null;
  return (
    <Box px={{ base: 'sm', sm: 'md' }} miw={0}>
      <Text component="dt" size="sm" c="dimmed">
        {name}
      </Text>
      <Text component="dd" m={0} className="wraps">
        {children}
      </Text>
    </Box>
  );
}

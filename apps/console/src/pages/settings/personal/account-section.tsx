import { Box, Button, Group, SimpleGrid } from '@mantine/core';
import { ROLE_ADMIN, type User } from '@tollgate/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CopyText } from '../../../ui/copy.tsx';
import { Fact, Facts } from '../../../ui/facts.tsx';
import { GroupTags } from '../../../ui/group-tags.tsx';
import { Money } from '../../../ui/money.tsx';
import { Section } from '../../../ui/section.tsx';
import { StatCard } from '../../../ui/stat-card.tsx';
import { ModelsDialog } from './models-dialog.tsx';
import { ProfileDialog } from './profile-dialog.tsx';

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
          <Button variant="default" size="xs" onClick={() => setOpened('models')}>
            {t('personal.models.action')}
          </Button>
          <Button variant="default" size="xs" onClick={() => setOpened('profile')}>
            {t('personal.profile.action')}
          </Button>
        </Group>
      }
    >
      <SimpleGrid cols={{ base: 2, xs: 3 }} spacing="xs" mb="sm">
        <StatCard label={t('personal.account.balance')} wide>
          <Money quota={user.quota} />
        </StatCard>
        <StatCard label={t('personal.account.used')}>
          <Money quota={user.used_quota} />
        </StatCard>
        <StatCard label={t('personal.account.requests')}>
          {user.request_count.toLocaleString()}
        </StatCard>
      </SimpleGrid>
      <Box maw={460}>
        <Facts>
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
            {t(user.role >= ROLE_ADMIN ? 'personal.account.admin' : 'personal.account.user')}
          </Fact>
          <Fact name={t('personal.account.group')}>
            <GroupTags groups={user.group} />
          </Fact>
        </Facts>
      </Box>
      {opened === 'models' ? <ModelsDialog close={close} /> : null}
      {opened === 'profile' ? <ProfileDialog user={user} close={close} /> : null}
    </Section>
  );
}

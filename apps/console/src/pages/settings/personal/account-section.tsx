import { Button, Group } from '@mantine/core';
import { ROLE_ADMIN, ROLE_ROOT, type User } from '@tollgate/contract';
import { useState } from 'react';
import { useTranslation } from '../../../texts.tsx';
import { CopyText } from '../../../ui/display/copy.tsx';
import { DescriptionItem, DescriptionList } from '../../../ui/display/description-list.tsx';
import { GroupTags } from '../../../ui/display/group-tags.tsx';
import { Money } from '../../../ui/display/money.tsx';
import { Section } from '../../../ui/layout/section.tsx';
import { StatCard, StatCards } from '../../../ui/display/stat-card.tsx';
import { OwnDataButton } from './own-data-button.tsx';
import { ModelsDialog } from './models-dialog.tsx';
import { ProfileDialog } from './profile-dialog.tsx';
import { formatNumber } from '../../../ui/format/format-number.ts';

const nameRole = (role: number) =>
  role >= ROLE_ROOT ? 'superAdmin' : role >= ROLE_ADMIN ? 'admin' : 'user';

/** The user's name, balance and spend. */
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
          {formatNumber(user.request_count)}
        </StatCard>
      </StatCards>
      <DescriptionList columns>
        <DescriptionItem name={t('personal.account.username')}>{user.username}</DescriptionItem>
        <DescriptionItem name={t('personal.account.displayName')} show={user.display_name !== ''}>
          {user.display_name}
        </DescriptionItem>
        <DescriptionItem name={t('personal.account.email')} show={user.email !== ''}>
          {user.email}
        </DescriptionItem>
        <DescriptionItem name={t('personal.account.id')}>
          <CopyText text={String(user.id)} />
        </DescriptionItem>
        <DescriptionItem name={t('personal.account.type')}>
          {t(`personal.account.${nameRole(user.role)}`)}
        </DescriptionItem>
        <DescriptionItem name={t('personal.account.group')}>
          <GroupTags groups={user.group} />
        </DescriptionItem>
      </DescriptionList>
      {opened === 'models' ? <ModelsDialog close={close} /> : null}
      {opened === 'profile' ? <ProfileDialog user={user} close={close} /> : null}
    </Section>
  );
}

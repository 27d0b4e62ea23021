import { Button, type ButtonProps } from '@mantine/core';
import { IconToggleLeft, IconToggleRight, IconTrash, IconUsersGroup } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from '../../texts.tsx';
import { UserBatchGroup } from './user-batch-group.tsx';
import { useUserBatch } from './use-user-batch.ts';

const LOOK: ButtonProps = { variant: 'subtle', color: 'slate', size: 'compact-sm' };

/** The buttons of the bar for selected users. */
export function UserBatchActions({ ids, done }: { ids: readonly number[]; done: () => void }) {
  const { t } = useTranslation();
  const [choosing, setChoosing] = useState(false);
  const batch = useUserBatch(ids, done);
  return (
    <>
      <Button
        {...LOOK}
        leftSection={<IconToggleRight size={16} />}
        onClick={() => void batch.run({ action: 'enable' })}
      >
        {t('users.actions.enable')}
      </Button>
      <Button
        {...LOOK}
        leftSection={<IconToggleLeft size={16} />}
        onClick={() => void batch.run({ action: 'disable' })}
      >
        {t('users.actions.disable')}
      </Button>
      <Button
        {...LOOK}
        leftSection={<IconUsersGroup size={16} />}
        onClick={() => setChoosing(true)}
      >
        {t('users.batch.setGroups')}
      </Button>
      <Button {...LOOK} c="var(--bad)" leftSection={<IconTrash size={16} />} onClick={batch.remove}>
        {t('users.actions.delete')}
      </Button>
      {choosing ? (
        <UserBatchGroup
          count={ids.length}
          close={() => setChoosing(false)}
          apply={(group) => batch.run({ action: 'group', group })}
        />
      ) : null}
    </>
  );
}

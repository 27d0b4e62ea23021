import { IconToggleLeft, IconToggleRight, IconTrash, IconUsersGroup } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from '../../texts.tsx';
import { BatchButton } from '../../ui/tables/batch-button.tsx';
import { UserBatchGroup } from './user-batch-group.tsx';
import { useUserBatch } from './use-user-batch.ts';

/** The buttons of the bar for selected users. */
export function UserBatchActions({ ids, done }: { ids: readonly number[]; done: () => void }) {
  const { t } = useTranslation();
  const [choosing, setChoosing] = useState(false);
  const batch = useUserBatch(ids, done);
  return (
    <>
      <BatchButton icon={IconToggleRight} onClick={() => void batch.run({ action: 'enable' })}>
        {t('users.actions.enable')}
      </BatchButton>
      <BatchButton icon={IconToggleLeft} onClick={() => void batch.run({ action: 'disable' })}>
        {t('users.actions.disable')}
      </BatchButton>
      <BatchButton icon={IconUsersGroup} onClick={() => setChoosing(true)}>
        {t('users.batch.setGroups')}
      </BatchButton>
      <BatchButton icon={IconTrash} isDangerous onClick={batch.remove}>
        {t('users.actions.delete')}
      </BatchButton>
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

import { Button, Group } from '@mantine/core';
import type { Team } from '@tollgate/contract';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from '../../texts.tsx';
import { HandOutDialog } from '../../ui/feedback/hand-out-dialog.tsx';
import { pages } from '../index.ts';
import { InviteForm } from './invite-form.tsx';

/** Invites people to a team; a link is shown once. */
export function InviteButton({ team }: { team: Team }) {
  const { t } = useTranslation();
  const [adds, setAdds] = useState(false);
  const [code, setCode] = useState('');
  return (
    <Group>
      <Button mih={44} leftSection={<IconPlus size={16} />} onClick={() => setAdds(true)}>
        {t('team.invitations.add')}
      </Button>
      {adds ? <InviteForm team={team} created={setCode} close={() => setAdds(false)} /> : null}
      {code === '' ? null : (
        <HandOutDialog
          title={t('team.invitations.made')}
          note={t('team.invitations.madeNote')}
          label={t('team.invitations.made')}
          lines={[`${window.location.origin}${pages.team.path}?join=${code}`]}
          copyLabel={t('team.invitations.copy')}
          actions={null}
          closeLabel={t('ui.close')}
          close={() => setCode('')}
        />
      )}
    </Group>
  );
}

import { Button, Group, MultiSelect, Stack } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from '../../texts.tsx';
import { calls } from 'virtual:calls';
import { useEndpoint } from '../../api/use-endpoint.ts';
import { Form } from '../../ui/forms/form.tsx';
import { FormModal } from '../../ui/forms/unsaved-changes.tsx';

/** Replaces the groups of all selected users. It stays open if that fails. */
export function UserBatchGroup({
  count,
  close,
  apply,
}: {
  count: number;
  close: () => void;
  /** Returns whether that was processed. */
  apply: (group: string) => Promise<boolean>;
}) {
  const { t } = useTranslation();
  const known = useEndpoint(calls.listGroups);
  const [groups, setGroups] = useState<string[]>([]);
  const [error, setError] = useState<string | undefined>(undefined);
  const [busy, setBusy] = useState(false);
  const submit = async () => {
    if (groups.length === 0) return setError(t('errors.group_invalid'));
    setBusy(true);
    const isProcessed = await apply(groups.join(','));
    setBusy(false);
    if (isProcessed) close();
  };
  return (
    <FormModal title={t('users.batch.groupTitle', { count })} leave={close} size="sm">
      <Form submit={() => void submit()} busy={busy}>
        <Stack>
          <MultiSelect
            label={t('users.columns.group')}
            description={t('users.batch.groupHint')}
            data={known.data ?? []}
            value={groups}
            error={error}
            onChange={(chosen) => {
              setGroups(chosen);
              setError(undefined);
            }}
            searchable
            data-autofocus
          />
          <Group justify="flex-end">
            <Button type="submit" loading={busy}>
              {t('users.batch.setGroups')}
            </Button>
          </Group>
        </Stack>
      </Form>
    </FormModal>
  );
}

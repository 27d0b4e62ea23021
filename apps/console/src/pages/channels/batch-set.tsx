import { Button, Group, NumberInput, Stack, TagsInput, TextInput } from '@mantine/core';
import { PRIORITY_MIN } from '@tollgate/contract';
import { calls } from 'virtual:calls';
import { useState } from 'react';
import { useTranslation } from '../../texts.tsx';
import { useEndpoint } from '../../api/use-endpoint.ts';
import { FormModal } from '../../ui/forms/unsaved-changes.tsx';
import type { BatchChange } from './use-batch.ts';

/**
 * Sets group, priority and tag of all selected channels; empty fields are left unchanged. It stays open until
 * they were changed.
 */
export function BatchSet({
  count,
  close,
  apply,
}: {
  count: number;
  close: () => void;
  /** Returns whether they were changed. */
  apply: (change: BatchChange) => Promise<boolean>;
}) {
  const { t } = useTranslation();
  const known = useEndpoint(calls.listGroups);
  const [groups, setGroups] = useState<string[]>([]);
  const [priority, setPriority] = useState<number | string>('');
  const [tag, setTag] = useState('');
  const [busy, setBusy] = useState(false);
  const change: BatchChange = {
    ...(groups.length > 0 ? { group: groups.join(',') } : {}),
    ...(priority === '' ? {} : { priority: Number(priority) }),
    ...(tag.trim() === '' ? {} : { tag: tag.trim() }),
  };
  const submit = async (event: { preventDefault(): void }) => {
    event.preventDefault();
    setBusy(true);
    const isChanged = await apply(change);
    setBusy(false);
    if (isChanged) close();
  };
  return (
    <FormModal title={t('channels.batch.setTitle', { count })} leave={close} size="sm">
      <form onSubmit={(event) => void submit(event)}>
        <Stack>
          <TagsInput
            label={t('channels.form.groups')}
            description={t('channels.tag.keep')}
            data={known.data ?? []}
            value={groups}
            onChange={setGroups}
            data-autofocus
          />
          <NumberInput
            label={t('channels.form.priority')}
            description={t('channels.tag.keep')}
            min={PRIORITY_MIN}
            allowDecimal={false}
            value={priority}
            onChange={setPriority}
          />
          <TextInput
            label={t('channels.form.tag')}
            description={t('channels.tag.keep')}
            value={tag}
            onChange={(event) => setTag(event.currentTarget.value)}
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={close}>
              {t('ui.cancel')}
            </Button>
            <Button type="submit" loading={busy} disabled={Object.keys(change).length === 0}>
              {t('ui.save')}
            </Button>
          </Group>
        </Stack>
      </form>
    </FormModal>
  );
}

import { Button, Group, Stack, TextInput } from '@mantine/core';
import { calls } from 'virtual:calls';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useEndpointMutation } from '../../api/use-endpoint.ts';
import { toastSuccess, toastError } from '../../ui/feedback/toasts.tsx';
import { FormModal } from '../../ui/forms/unsaved-changes.tsx';

/** Gives the selected channels a tag. */
export function BatchTag({
  ids,
  close,
  done,
}: {
  ids: readonly number[];
  close: () => void;
  done: () => void;
}) {
  const { t } = useTranslation();
  const [tag, setTag] = useState('');
  const [tried, setTried] = useState(false);
  const save = useEndpointMutation(calls.setTagOfChannels);
  const submit = (event: { preventDefault(): void }) => {
    event.preventDefault();
    setTried(true);
    if (tag.trim() === '') return;
    save.mutate(
      { body: { ids: [...ids], tag: tag.trim() } },
      {
        onSuccess: (count) => {
          toastSuccess(t('channels.toast.tagged', { count }));
          close();
          done();
        },
        onError: toastError,
      },
    );
  };
  return (
    <FormModal title={t('channels.tag.set', { count: ids.length })} leave={close} size="sm">
      <form onSubmit={submit}>
        <Stack>
          <TextInput
            label={t('channels.tag.name')}
            value={tag}
            onChange={(event) => setTag(event.currentTarget.value)}
            error={tried && tag.trim() === '' ? t('channels.toast.noTag') : undefined}
            data-autofocus
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={close}>
              {t('ui.cancel')}
            </Button>
            <Button type="submit" loading={save.isPending}>
              {t('ui.save')}
            </Button>
          </Group>
        </Stack>
      </form>
    </FormModal>
  );
}

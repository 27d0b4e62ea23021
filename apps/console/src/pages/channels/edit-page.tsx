import { Skeleton, Stack } from '@mantine/core';
import { calls } from 'virtual:calls';
import { useParams } from '@tanstack/react-router';
import { useTranslation } from '../../texts.tsx';
import { useEndpoint } from '../../api/use-endpoint.ts';
import { ErrorState } from '../../ui/feedback/empty-state.tsx';
import { Beside } from '../../ui/layout/beside.tsx';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import { FormAside } from './form-aside.tsx';
import { ChannelForm } from './form.tsx';

/** The channel form, for a new or an existing channel. */
export function ChannelEditPage() {
  const { t } = useTranslation();
  const { id } = useParams({ strict: false }) as { id?: string };
  const channel = useEndpoint(
    calls.getChannel,
    { params: { id: Number(id) } },
    { enabled: id !== undefined },
  );
  if (id === undefined) {
    return (
      <>
        <PageHeader title={t('channels.form.create')} />
        <Beside aside={<FormAside channel={undefined} />}>
          <ChannelForm channel={undefined} />
        </Beside>
      </>
    );
  }
  return (
    <>
      <PageHeader title={channel.data?.name ?? t('channels.form.edit')} />
      {channel.data ? (
        <Beside key={channel.data.id} aside={<FormAside channel={channel.data} />}>
          <ChannelForm channel={channel.data} />
        </Beside>
      ) : channel.error ? (
        <ErrorState error={channel.error} retry={() => void channel.refetch()} />
      ) : (
        <Stack maw={760}>
          {[1, 2, 3, 4, 5].map((field) => (
            <Skeleton key={field} height={56} />
          ))}
        </Stack>
      )}
    </>
  );
}

import { Box, Skeleton, Stack } from '@mantine/core';
import type { Channel } from '@tollgate/contract';
import { calls } from 'virtual:calls';
import { useParams } from '@tanstack/react-router';
import { useTranslation } from '../../texts.tsx';
import { useEndpoint } from '../../api/use-endpoint.ts';
import { ErrorState } from '../../ui/feedback/empty-state.tsx';
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
        <Beside channel={undefined} />
      </>
    );
  }
  return (
    <>
      <PageHeader title={channel.data?.name ?? t('channels.form.edit')} />
      {channel.data ? (
        <Beside key={channel.data.id} channel={channel.data} />
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

/** The form, with what to know beside it where there is space. */
function Beside({ channel }: { channel: Channel | undefined }) {
  return (
    <Box display={{ base: 'grid', lg: 'flex' }} style={{ gap: 24, alignItems: 'flex-start' }}>
      <Box flex="1 1 0" w="100%" miw={0} maw={760}>
        <ChannelForm channel={channel} />
      </Box>
      <Box flex="0 0 440px" miw={0} maw={760}>
        <FormAside channel={channel} />
      </Box>
    </Box>
  );
}

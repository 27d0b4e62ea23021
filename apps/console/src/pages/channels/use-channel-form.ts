import { useForm } from '@mantine/form';
import type { Channel } from '@tollgate/contract';
import { useTranslation } from '../../texts.tsx';
import { validateChannel } from './validate-channel.ts';
import type { ChannelTypes } from './use-channel-types.ts';
import { type ChannelValues, initialValues } from './values.ts';

export type ChannelFormState = ReturnType<typeof useChannelForm>;

export function useChannelForm(channel: Channel | undefined, find: ChannelTypes['find']) {
  const { t } = useTranslation();
  return useForm<ChannelValues>({
    initialValues: initialValues(channel),
    validate: (values) =>
      validateChannel(values, {
        t,
        stored: channel,
        findType: find,
      }),
  });
}

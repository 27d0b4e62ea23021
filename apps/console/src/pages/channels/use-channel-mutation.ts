import { useTranslation } from '../../texts.tsx';
import { calls } from 'virtual:calls';
import { ApiError } from '../../api/call-endpoint.ts';
import { useRefetch } from '../../api/refetch.ts';
import { toastSuccess, toastError } from '../../ui/feedback/toasts.tsx';

export const CHANNEL_LISTS = [calls.listChannels, calls.searchChannels];

/** Runs changes of channels, reports their result and refetches the list. */
export function useChannelMutation() {
  const { t } = useTranslation();
  const refetch = useRefetch();
  const refresh = () => refetch(CHANNEL_LISTS);

  const fail = (error: unknown, inWords: (error: unknown) => unknown = (cause) => cause) =>
    toastError(
      error instanceof ApiError && error.code === 'channel_not_found'
        ? new Error(t('channels.toast.gone'))
        : inWords(error),
    );

  /** Runs a change; the returned text is added to the success toast. */
  const run = async (
    work: () => Promise<string>,
    inWords?: (error: unknown) => unknown,
  ): Promise<void> => {
    try {
      toastSuccess(t('ui.done'), await work());
    } catch (error) {
      fail(error, inWords);
    }
    await refresh();
  };
  return { run, fail, refresh };
}

import { calls } from 'virtual:calls';
import { useState } from 'react';
import { useTranslation } from '../../texts.tsx';
import { callEndpoint } from '../../api/call-endpoint.ts';
import { toastError, toastSuccess } from '../../ui/feedback/toasts.tsx';
import { settingText } from './values.ts';
import type { ChannelFormState } from './use-channel-form.ts';

/** Adds the upstream's models to the form's. `quiet`: not started by the user, so failures are not shown. */
export function useFetchModels(form: ChannelFormState, channelId: number | undefined) {
  const { t } = useTranslation();
  const [busy, setBusy] = useState(false);
  const fetchModels = async (quiet = false): Promise<void> => {
    const values = form.getValues();
    if (channelId === undefined && values.key.trim() === '')
      return form.setFieldError('key', t('channels.form.keyRequired'));
    setBusy(true);
    try {
      const models =
        channelId === undefined || values.key.trim() !== ''
          ? await callEndpoint(calls.fetchModels, {
              body: {
                type: Number(values.type),
                base_url: values.baseUrl,
                key: values.key,
                other: values.other,
                setting: settingText(values),
              },
            })
          : await callEndpoint(calls.fetchStoredModels, { params: { id: channelId } });
      const chosen = form.getValues().models;
      form.setFieldValue('models', [...new Set([...chosen, ...models])]);
      toastSuccess(t('channels.form.fetched', { count: models.length }));
    } catch (error) {
      if (!quiet) toastError(error);
    } finally {
      setBusy(false);
    }
  };
  return { busy, fetchModels };
}

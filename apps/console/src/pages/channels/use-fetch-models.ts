import type { ChannelType } from '@tollgate/contract';
import { calls } from 'virtual:calls';
import { type FocusEvent, useRef, useState } from 'react';
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

/** Returns the host that the models of a new channel are fetched from, and its key sent to; '' if unknown. */
export function fetchedHost(type: ChannelType | undefined, baseUrl: string): string {
  const address = baseUrl.trim() || type?.default_base_url || '';
  return URL.canParse(address) ? new URL(address).host : '';
}

/**
 * Fetches the models of a new channel once its key or address is entered, if none were chosen; not yet if the
 * user goes on to the address, as the key may belong to another than the default one.
 */
export function useFetchOnLeave(form: ChannelFormState, isOn: boolean) {
  const { fetchModels } = useFetchModels(form, undefined);
  const tried = useRef('');
  return ({ target, relatedTarget }: FocusEvent<HTMLElement>) => {
    const around = form.getInputNode('baseUrl')?.closest('details');
    if (!around?.contains(target) && around?.contains(relatedTarget)) return;
    const path = target.dataset['path'] ?? '';
    const { key, models, baseUrl, type } = form.getValues();
    const source = JSON.stringify([type, baseUrl, key]);
    const isNew = ['key', 'baseUrl'].includes(path) && source !== tried.current;
    if (!isOn || !isNew || key.trim() === '' || models.length > 0) return;
    tried.current = source;
    void fetchModels(true);
  };
}

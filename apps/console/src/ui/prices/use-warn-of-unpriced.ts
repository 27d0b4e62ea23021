import { calls } from 'virtual:calls';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from '../../texts.tsx';
import { callEndpoint } from '../../api/call-endpoint.ts';
import { pages } from '../../pages/index.ts';
import { toastWarning } from '../feedback/toasts.tsx';
import { useSetPrices } from './use-set-prices.ts';

/** Warns of saved models that nobody can call, as they have no price: one click sets what a list has, else leads to the editor. */
export function useWarnOfUnpriced(): (models: readonly string[]) => Promise<void> {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { run } = useSetPrices();
  return async (models) => {
    if (models.length === 0) return;
    const body = { models: [...models] };
    // The models are saved: a warning that could not be had is no failure of that.
    const unpriced = (await callEndpoint(calls.checkPrices, { body }).catch(() => null)) ?? [];
    if (unpriced.length === 0) return;
    const offers = unpriced.flatMap(({ model, proposal }) =>
      proposal ? [{ model, proposal }] : [],
    );
    const search = { show: 'unpriced' } as never;
    toastWarning(
      t('ui.noPrice.title', { count: unpriced.length }),
      offers.length === unpriced.length
        ? { label: t('ui.noPrice.setAll', { count: offers.length }), run: () => void run(offers) }
        : {
            label: t('ui.noPrice.open'),
            run: () => void navigate({ to: pages.prices.path, search }),
          },
    );
  };
}

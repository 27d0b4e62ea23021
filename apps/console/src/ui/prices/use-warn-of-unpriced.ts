import { calls } from 'virtual:calls';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from '../../texts.tsx';
import { callEndpoint } from '../../api/call-endpoint.ts';
import { pages } from '../../pages/index.ts';
import { toastWarning } from '../feedback/toasts.tsx';
import { useSetPrices } from './use-set-prices.ts';

/**
 * Warns about saved models that can't be called because they have no price: one click sets list prices if all
 * have one, else opens the editor.
 */
export function useWarnOfUnpriced(): (models: readonly string[]) => Promise<void> {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { run } = useSetPrices();
  return async (models) => {
    if (models.length === 0) return;
    const body = { models: [...models] };
    // The models are already saved: a failure to check prices must not look like a failure to save.
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

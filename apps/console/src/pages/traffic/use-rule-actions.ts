import type { TrafficRule } from '@tollgate/contract';
import { useTranslation } from '../../texts.tsx';
import { calls } from 'virtual:calls';
import { useEndpointMutation } from '../../api/use-endpoint.ts';
import { toastSuccess, toastError } from '../../ui/feedback/toasts.tsx';
import { confirm } from '../../ui/feedback/confirm.tsx';

export const RULE_LISTS = [calls.listTrafficRules];

/** Returns the actions on rules in their list. */
export function useRuleActions() {
  const { t } = useTranslation();
  const update = useEndpointMutation(calls.updateTrafficRule, RULE_LISTS);
  const removal = useEndpointMutation(calls.deleteTrafficRule, RULE_LISTS);
  return {
    toggle: ({ id, name, enabled }: TrafficRule) =>
      update.mutate(
        { body: { id, enabled: !enabled } },
        {
          onSuccess: () =>
            toastSuccess(t(enabled ? 'traffic.disabled' : 'traffic.enabled', { name })),
          onError: toastError,
        },
      ),
    remove: ({ id, name }: TrafficRule) =>
      confirm({
        title: t('traffic.confirm.delete', { name }),
        text: t('traffic.confirm.deleteText'),
        confirm: t('traffic.actions.delete'),
        run: () =>
          removal.mutate(
            { params: { id } },
            {
              onSuccess: () => toastSuccess(t('traffic.deleted', { name })),
              onError: toastError,
            },
          ),
      }),
  };
}

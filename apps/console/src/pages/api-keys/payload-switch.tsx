import { ROLE_ROOT } from '@tollgate/contract';
import { calls } from 'virtual:calls';
import { useEndpointMutation } from '../../api/use-endpoint.ts';
import { useStoredUser } from '../../session/session.ts';
import { useTranslation } from '../../texts.tsx';
import { toastError } from '../../ui/feedback/toasts.tsx';
import { RowToggle } from '../../ui/tables/row-toggle.tsx';

/** Whether the payloads of a key's calls are logged; only the super admin can change it. */
export function PayloadSwitch({
  apiKey: { id, name, payload_log: on },
}: {
  apiKey: { id: number; name: string; payload_log: boolean };
}) {
  const { t } = useTranslation();
  const isRoot = (useStoredUser()?.role ?? 0) >= ROLE_ROOT;
  const change = useEndpointMutation(calls.setPayloadLog, [
    calls.listKeysOfUser,
    calls.listTokens,
    calls.searchTokens,
  ]);
  if (!isRoot) return t(on ? 'tokens.payload.on' : 'tokens.payload.off');
  const isOn = change.isPending ? !on : on;
  return (
    <RowToggle
      kind="switch"
      label={t('tokens.payload.switch', { name })}
      checked={isOn}
      change={() => change.mutate({ params: { id }, body: { on: !on } }, { onError: toastError })}
    />
  );
}

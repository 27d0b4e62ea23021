import { Text, Tooltip } from '@mantine/core';
import { formatQuota, formatQuotaExactly } from '@tollgate/pricing';
import { useQuotaDisplay } from '../status.ts';

/** An amount of quota as the server wants amounts shown; the exact value on hover and focus. */
export function Money({ quota, exact = false }: { quota: number; exact?: boolean }) {
  const display = useQuotaDisplay();
  const full = formatQuotaExactly(quota, display);
  return (
    <Tooltip label={`${full} · ${quota.toLocaleString()}`}>
      <Text component="span" inherit className="tabular" style={{ whiteSpace: 'nowrap' }}>
        {exact ? full : formatQuota(quota, display)}
      </Text>
    </Tooltip>
  );
}

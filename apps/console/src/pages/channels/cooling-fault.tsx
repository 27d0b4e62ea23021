import { Text } from '@mantine/core';
import type { ChannelRow, TestCause } from '@tollgate/contract';
import { calls } from 'virtual:calls';
import { useTranslation } from '../../texts.tsx';
import { useEndpoint } from '../../api/use-endpoint.ts';
import { formatUpstreamFault } from '../../ui/format/format-upstream-fault.ts';
import { causeFix, causeTitle } from './test-cause.ts';
import './channels.css';

/** The test cause that corresponds to each kind of upstream fault. */
const CAUSES: Readonly<Record<string, TestCause['code']>> = {
  auth: 'key_rejected',
  quota: 'no_money',
  'rate-limit': 'rate_limited',
  'not-found': 'unknown_model',
  overload: 'upstream_error',
  timeout: 'timeout',
  network: 'unreachable',
  server: 'upstream_error',
  'bad-response': 'not_json',
};

/** Returns the cause of a fault from a node's record of it: status, kind and the provider's code. */
export function causeOfFault(what: string, about: { host: string; model: string }): TestCause {
  const [, status = '0', kind = ''] = /^(\d+) ([a-z-]+)/.exec(what) ?? [];
  const code = CAUSES[kind] ?? 'upstream_error';
  return { ...about, code, status: Number(status), excerpt: what };
}

/** Why calls currently avoid a channel, and the most likely fix. */
export function CoolingFault({ row, address }: { row: ChannelRow; address: string }) {
  const { t, i18n } = useTranslation();
  const { data } = useEndpoint(calls.getChannelHealth, { params: { id: row.id } });
  const fault = data?.last_fault;
  if (!fault) return null;
  const host = URL.canParse(address) ? new URL(address).host : row.name;
  const cause = causeOfFault(fault.what, { host, model: fault.model });
  const fix =
    cause.code === 'rate_limited'
      ? t('channels.causes.rate_limited.lasting', { weight: row.weight })
      : causeFix(cause, t);
  return (
    <div className="fault-box" data-tone="warn" role="status">
      <Text size="sm" fw={600}>
        {causeTitle(cause, t)}
      </Text>
      <Text size="sm">{t('channels.causes.likelyFix', { fix })}</Text>
      <code className="fault-raw">{`${formatUpstreamFault(i18n, fault.what)} · ${fault.model}`}</code>
    </div>
  );
}

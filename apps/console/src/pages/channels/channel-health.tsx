import { Alert, Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import type { ChannelHealthDetail } from '@tollgate/contract';
import { IconAlertTriangle, IconRotate } from '@tabler/icons-react';
import { calls } from 'virtual:calls';
import { useTranslation } from '../../texts.tsx';
import { useEndpoint, useEndpointMutation } from '../../api/use-endpoint.ts';
import { toastSuccess, toastError } from '../../ui/feedback/toasts.tsx';
import { ErrorState } from '../../ui/feedback/empty-state.tsx';
import { formatUsageClaim } from '../../ui/format/format-usage-claim.ts';
import { formatUpstreamFault } from '../../ui/format/format-upstream-fault.ts';
import { Section } from '../../ui/layout/section.tsx';
import { RelativeTime } from '../../ui/display/time-text.tsx';
import { StateTag } from './health-tag.tsx';

const LOOK_AGAIN_MS = 5000;

/** The channel or one of its models, and the body of the call that releases it. */
interface Part {
  name: string;
  state: string;
  untilMs: number;
  release: { model?: string };
}

/** What is cooling down on a channel, with a button to use each part again. */
export function ChannelHealth({ id }: { id: number }) {
  const { t } = useTranslation();
  const health = useEndpoint(
    calls.getChannelHealth,
    { params: { id } },
    { refetchIntervalMs: LOOK_AGAIN_MS },
  );
  const release = useEndpointMutation(calls.releaseChannel, [
    calls.getChannelHealth,
    calls.searchChannels,
  ]);
  const again = (what: Part['release']) =>
    release.mutate(
      { body: { id, ...what } },
      { onSuccess: () => toastSuccess(t('channels.health.released')), onError: toastError },
    );
  const parts = usePartsOf(health.data);
  const held = parts.filter(({ state }) => state !== 'closed');
  return (
    <Section
      title={t('channels.health.title')}
      note={t('channels.health.note')}
      aside={
        held.length > 1 ? (
          <Button
            size="xs"
            variant="default"
            disabled={release.isPending}
            onClick={() => again({})}
          >
            {t('channels.health.all')}
          </Button>
        ) : null
      }
    >
      {health.data ? (
        <Stack gap="xs">
          {parts.length === 0 ? <KeysAlone keys={health.data.keys} /> : null}
          <Parts parts={parts} again={again} busy={release.isPending} />
          <LastFault fault={health.data.last_fault} />
          <UsageClaims claims={health.data.usage_claims} />
        </Stack>
      ) : health.error ? (
        <ErrorState error={health.error} retry={() => void health.refetch()} />
      ) : (
        <Skeleton height={24} />
      )}
    </Section>
  );
}

/** What there is to say while the channel and its models are available. */
function KeysAlone({ keys }: Pick<ChannelHealthDetail, 'keys'>) {
  const { t } = useTranslation();
  const out = keys.filter(({ state, dead }) => dead || state !== 'closed').length;
  return (
    <Text c="dimmed">
      {out === 0
        ? t('channels.health.fine')
        : t('channels.health.keys', { out, count: keys.length })}
    </Text>
  );
}

function Parts({
  parts,
  again,
  busy,
}: {
  parts: readonly Part[];
  again: (what: Part['release']) => void;
  busy: boolean;
}) {
  const { t } = useTranslation();
  return (
    <ul className="parts">
      {parts.map(({ name, state, untilMs, release }) => (
        <li key={name}>
          <Text component="span" inherit truncate>
            {name}
          </Text>
          <Group gap="xs" wrap="nowrap">
            <StateTag state={state} untilMs={untilMs} />
            {state === 'closed' ? null : (
              <Button
                size="compact-xs"
                variant="default"
                leftSection={<IconRotate size={13} />}
                disabled={busy}
                aria-label={t('channels.health.againOf', { name })}
                onClick={() => again(release)}
              >
                {t('channels.health.again')}
              </Button>
            )}
          </Group>
        </li>
      ))}
    </ul>
  );
}

function LastFault({ fault }: { fault: ChannelHealthDetail['last_fault'] }) {
  const { t, i18n } = useTranslation();
  if (!fault) return null;
  return (
    <Text size="sm" c="dimmed">
      {t('channels.health.lastFault', { what: formatUpstreamFault(i18n, fault.what) })} ·{' '}
      {fault.model} · <RelativeTime seconds={fault.at_ms / 1000} />
    </Text>
  );
}

/** Usage reported by the upstream that no call can have had. */
function UsageClaims({ claims }: { claims: ChannelHealthDetail['usage_claims'] }) {
  const { t } = useTranslation();
  if (!claims) return null;
  const { count, model, at_ms: at, claim } = claims;
  return (
    <Alert variant="light" color="yellow" icon={<IconAlertTriangle size={18} />} p="xs">
      {t('channels.health.usageClaims', { count, claim: formatUsageClaim(t, claim) })} · {model} ·{' '}
      <RelativeTime seconds={at / 1000} />
    </Alert>
  );
}

/** Returns the channel and its models that are cooling down; keys have their own section. */
function usePartsOf(health: ChannelHealthDetail | undefined): Part[] {
  const { t } = useTranslation();
  if (!health) return [];
  const whole: Part = {
    name: t('channels.health.channel'),
    state: health.state,
    untilMs: health.until_ms,
    release: {},
  };
  const isClosed = ({ state }: Part) => state === 'closed';
  return [
    ...(isClosed(whole) ? [] : [whole]),
    ...health.models
      .filter(({ state }) => state !== 'closed')
      .map(({ name, state, until_ms }): Part => ({
        name,
        state,
        untilMs: until_ms,
        release: { model: name },
      })),
  ];
}

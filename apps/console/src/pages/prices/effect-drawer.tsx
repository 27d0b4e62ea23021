import { Alert, Button, Group, Skeleton, Stack, Table, Text, Title } from '@mantine/core';
import type { PricePreview, PriceOptionKey } from '@tollgate/contract';
import { useQuery } from '@tanstack/react-query';
import { calls } from 'virtual:calls';
import type { ReactNode } from 'react';
import { useTranslation } from '../../texts.tsx';
import { UserName } from '../../ui/display/user-name.tsx';
import { callEndpoint } from '../../api/call-endpoint.ts';
import { Money } from '../../ui/display/money.tsx';
import { ErrorState } from '../../ui/feedback/empty-state.tsx';
import { PeekDrawer } from '../../ui/layout/peek-drawer.tsx';
import { formatNumber } from '../../ui/format/format-number.ts';

/** The effect of the changes on the calls of the last 24 hours. */
export function EffectDrawer({
  options,
  close,
  save,
}: {
  options: { key: PriceOptionKey; value: string }[];
  close: () => void;
  /** Saves the changes; its button is on the bar, which the drawer covers. */
  save: { label: string; busy: boolean; run: () => void };
}) {
  const { t } = useTranslation();
  const preview = useQuery({
    queryKey: [calls.previewPrices.path, options],
    queryFn: ({ signal }) => callEndpoint(calls.previewPrices, { body: { options } }, signal),
    enabled: options.length > 0,
  });
  return (
    <PeekDrawer title={t('prices.effect.title')} opened takesFocus close={close}>
      {options.length === 0 ? (
        <Text c="dimmed">{t('prices.effect.nothing')}</Text>
      ) : preview.error ? (
        <ErrorState error={preview.error} retry={() => void preview.refetch()} />
      ) : preview.data ? (
        <Stack>
          <Effect {...preview.data} />
          <Button loading={save.busy} onClick={save.run} style={{ alignSelf: 'end' }}>
            {save.label}
          </Button>
        </Stack>
      ) : (
        <Stack aria-busy>
          <Skeleton height={60} />
          <Skeleton height={120} />
        </Stack>
      )}
    </PeekDrawer>
  );
}

function Effect(effect: PricePreview) {
  const { t } = useTranslation();
  const { before, after, calls: count, sampled, skipped, models, users } = effect;
  if (count === 0) return <Text c="dimmed">{t('prices.effect.noCalls')}</Text>;
  const percent = before === 0 ? undefined : ((after - before) / before) * 100;
  const widest = Math.max(before, after, 1);
  return (
    <Stack gap="md">
      <Group justify="space-between" align="baseline">
        <Text fz={24} fw={600} className="tabular">
          <SignedMoney quota={after - before} />{' '}
          {percent === undefined ? null : (
            <Text span size="sm" c="dimmed">
              {`${percent > 0 ? '+' : ''}${percent.toFixed(1)}%`}
            </Text>
          )}
        </Text>
        <Text size="sm" c="dimmed">
          {t('prices.effect.calls', { count })}
        </Text>
      </Group>
      <div>
        <Bar label={t('prices.compare.before')} quota={before} share={before / widest} />
        <Bar label={t('prices.compare.after')} quota={after} share={after / widest} />
        <Text size="sm" c="dimmed">
          {t('prices.effect.changed', { count: effect.changed_calls })}
        </Text>
      </div>
      {effect.refused_calls > 0 ? (
        <Alert color="red" variant="light">
          {t('prices.effect.refused', { count: effect.refused_calls })}
        </Alert>
      ) : null}
      {models.length > 0 ? (
        <section>
          <Title order={2} size="h4" mb={6}>
            {t('prices.effect.byModel')}
          </Title>
          <EffectTable
            label={t('prices.effect.byModel')}
            head={[t('prices.columns.model'), t('prices.effect.callsColumn')]}
            rows={models.map(({ model, calls: callCount, ...sums }) => ({
              key: model,
              name: <span className="model-name">{model}</span>,
              second: formatNumber(callCount),
              ...sums,
            }))}
          />
        </section>
      ) : null}
      {users.length > 0 ? (
        <section>
          <Title order={2} size="h4" mb={6}>
            {t('prices.effect.byUser')}
          </Title>
          <EffectTable
            label={t('prices.effect.byUser')}
            head={[t('prices.effect.user'), t('prices.effect.group')]}
            rows={users.map(({ user_id: id, username, is_team, group, ...sums }) => ({
              key: String(id),
              name: <UserName username={username} isTeam={is_team} />,
              second: group,
              ...sums,
            }))}
          />
          <Text size="sm" c="dimmed" mt={6}>
            {t('prices.effect.affected', {
              count: effect.users_changed,
              total: effect.users_total,
            })}
          </Text>
        </section>
      ) : null}
      <Text size="xs" c="dimmed">
        {t('prices.effect.how')}
        {sampled < count ? ` ${t('prices.effect.sampled', { count: sampled })}` : ''}
        {skipped > 0 ? ` ${t('prices.effect.skipped', { count: skipped })}` : ''}
      </Text>
    </Stack>
  );
}

function SignedMoney({ quota }: { quota: number }) {
  return (
    <>
      {quota > 0 ? '+' : ''}
      <Money quota={quota} />
    </>
  );
}

function Bar({ label, quota, share }: { label: string; quota: number; share: number }) {
  return (
    <div className="effect-bar">
      <Text size="sm">{label}</Text>
      <span aria-hidden>
        <span style={{ width: `${share * 100}%` }} />
      </span>
      <Text size="sm" fw={600} className="tabular">
        <Money quota={quota} />
      </Text>
    </div>
  );
}

interface EffectRow {
  key: string;
  name: ReactNode;
  second: string;
  before: number;
  after: number;
}

function EffectTable({
  label,
  head,
  rows,
}: {
  label: string;
  head: readonly [string, string];
  rows: readonly EffectRow[];
}) {
  const { t } = useTranslation();
  return (
    <Table className="difference-table" aria-label={label}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th scope="col">{head[0]}</Table.Th>
          <Table.Th scope="col" data-align="end">
            {head[1]}
          </Table.Th>
          <Table.Th scope="col" data-align="end">
            {t('prices.compare.after')}
          </Table.Th>
          <Table.Th scope="col" data-align="end">
            {t('prices.effect.change')}
          </Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map(({ key, name, second, before, after }) => (
          <Table.Tr key={key}>
            <Table.Td>{name}</Table.Td>
            <Table.Td data-align="end" className="tabular">
              {second}
            </Table.Td>
            <Table.Td data-align="end" className="tabular">
              <Money quota={after} />
            </Table.Td>
            <Table.Td data-align="end" className="tabular">
              <SignedMoney quota={after - before} />
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

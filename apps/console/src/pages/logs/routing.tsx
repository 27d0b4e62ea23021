import { Stack, Table, Text, Title } from '@mantine/core';
import type { LogOther } from '@tollgate/contract';
import { useTranslation } from '../../texts.tsx';
import { DescriptionItem, DescriptionList } from '../../ui/display/description-list.tsx';
import { translateEnum } from '../../ui/format/translate-enum.ts';
import { listDecisions, type Tier } from './list-decisions.ts';
import { TrafficDetails } from './traffic-details.tsx';

type AdminInfo = NonNullable<LogOther['admin_info']>;
type Attempt = NonNullable<AdminInfo['attempts']>[number];

const NOTHING = '–';

/** The routing of a call, for administrators: why this channel, what was tried, and the candidates. */
export function Routing({
  info,
  names: known = {},
}: {
  info: AdminInfo | undefined;
  /** Current names of candidates, by id. */
  names?: Readonly<Record<string, string>> | undefined;
}) {
  const { t, i18n } = useTranslation();
  if (!info || (info.why === undefined && (info.attempts ?? []).length === 0)) return null;
  const decisions = listDecisions(info);
  const names = new Map([
    ...Object.entries(known).map(([id, name]) => [Number(id), name] as const),
    ...(info.attempts ?? []).map(({ channel, name }) => [channel, name] as const),
  ]);
  const reason = (why: string) => translateEnum(i18n, 'routing.reasons', why);
  return (
    <section>
      <Title order={3} mb={6}>
        {t('routing.title')}
      </Title>
      <Stack gap="sm">
        <DescriptionList>
          <DescriptionItem name={t('routing.why')} show={info.why !== undefined}>
            {reason(info.why ?? '')}
          </DescriptionItem>
        </DescriptionList>
        <TrafficDetails traffic={info.traffic} />
        <Attempts attempts={info.attempts ?? []} />
        {decisions.map(({ why, tiers }, index) => (
          <div key={index}>
            <Text size="sm" fw={600}>
              {decisions.length > 1
                ? t('routing.candidatesFor', { number: index + 1, why: reason(why) })
                : t('routing.candidates')}
            </Text>
            <Tiers tiers={tiers} names={names} />
          </div>
        ))}
      </Stack>
    </section>
  );
}

/** The attempts in order, each with its outcome and duration. */
function Attempts({ attempts }: { attempts: readonly Attempt[] }) {
  const { t } = useTranslation();
  if (attempts.length === 0) return null;
  return (
    <Stack gap="xs" component="ol" p={0} m={0} aria-label={t('routing.attempts')}>
      {attempts.map((attempt, index) => (
        <AttemptFacts key={index} attempt={attempt} number={index + 1} />
      ))}
    </Stack>
  );
}

function AttemptFacts({ attempt, number }: { attempt: Attempt; number: number }) {
  const { t, i18n } = useTranslation();
  const { channel, name, status, fault, kind, key } = attempt;
  const times = [
    // An attempt without a status got no response, so it only has a total time.
    [t('routing.headers'), status === 0 ? undefined : attempt.ms],
    [t('routing.first'), attempt.first_ms],
    [t('routing.total'), attempt.total_ms ?? (status === 0 ? attempt.ms : undefined)],
  ] as const;
  return (
    <Stack component="li" gap={2} style={{ listStyle: 'none' }}>
      <Text size="sm">
        {`${number}. #${channel} ${name} `}
        <Text component="span" inherit c={fault ? 'var(--status-bad)' : 'var(--status-good)'}>
          {[
            status || '',
            fault ? translateEnum(i18n, 'routing.faults', kind ?? fault) : t('routing.ok'),
          ]
            .join(' ')
            .trim()}
        </Text>
      </Text>
      <Text size="xs" c="dimmed" className="tabular">
        {times
          .flatMap(([label, ms]) =>
            ms === undefined ? [] : [`${label} ${t('routing.milliseconds', { ms })}`],
          )
          .concat(key === undefined ? [] : [`${t('routing.key')} ${key}`])
          .concat(kind === undefined || fault === undefined ? [] : [fault])
          .join(' · ')}
      </Text>
    </Stack>
  );
}

/** Channels by priority; attempted ones with their names. */
function Tiers({ tiers, names }: { tiers: readonly Tier[]; names: ReadonlyMap<number, string> }) {
  const { t, i18n } = useTranslation();
  const nameOf = (id: number) => `#${id} ${names.get(id) ?? ''}`.trim();
  return (
    <Table>
      <Table.Tbody>
        {tiers.map(({ priority, channels, more }) => (
          <Table.Tr key={priority}>
            <Table.Th scope="row" fw={400} style={{ verticalAlign: 'top', whiteSpace: 'nowrap' }}>
              {t('routing.priority', { priority })}
            </Table.Th>
            <Table.Td>
              {channels.map(({ id, weight, state }) => (
                <div key={id}>
                  {weight === undefined
                    ? nameOf(id)
                    : t('routing.candidate', {
                        name: nameOf(id),
                        weight,
                        state: translateEnum(i18n, 'routing.states', state ?? NOTHING),
                      })}
                </div>
              ))}
              {more === undefined ? null : t('routing.more', { count: more })}
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

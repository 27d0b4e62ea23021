import { Alert, Anchor, Code, Group, Stack, Text, Title } from '@mantine/core';
import { LOG_CONSUME, LOG_ERROR, type LogEntry, type LogOther } from '@tollgate/contract';
import { formatQuotaExactly } from '@tollgate/pricing';
import { Link } from '@tanstack/react-router';
import type { i18n } from 'i18next';
import { useTranslation } from '../../texts.tsx';
import { isAdmin, useStoredUser } from '../../session/session.ts';
import { useQuotaDisplay } from '../../status.ts';
import { formatUsageClaim } from '../../ui/format/format-usage-claim.ts';
import { CopyText } from '../../ui/display/copy.tsx';
import { DescriptionItem, DescriptionList } from '../../ui/display/description-list.tsx';
import { GroupTags } from '../../ui/display/group-tags.tsx';
import { translateEnum } from '../../ui/format/translate-enum.ts';
import { KeyName } from './key-name.tsx';
import { Money } from '../../ui/display/money.tsx';
import { TimeText } from '../../ui/display/time-text.tsx';
import { pages } from '../index.ts';
import { UserLink } from '../users/user-link.tsx';
import { CallTimeline } from './call-timeline.tsx';
import { billingText } from './billing-text.ts';
import { Duration, isCall, LogType } from './columns.tsx';
import { listOtherDetails } from './other-details.ts';
import { PayloadSection } from './payload/payload-section.tsx';
import { explainRow, readOther } from './read-other.ts';
import { Routing } from './routing.tsx';
import { formatNumber } from '../../ui/format/format-number.ts';

/** All details of one row: its cost with the computation, and (for administrators) its routing. */
export function LogPeek({ row }: { row: LogEntry }) {
  const { t } = useTranslation();
  const other = readOther(row);
  return (
    <Stack gap="md">
      <Group justify="space-between">
        <LogType type={row.type} t={t} />
        <TimeText seconds={row.created_at} precise />
      </Group>
      <CallFacts row={row} />
      {other.details === 'expired' ? (
        <Text c="dimmed">{t('logs.peek.detailsExpired')}</Text>
      ) : row.type === LOG_ERROR ? (
        <Alert
          color="red"
          variant="light"
          title={`${t('logs.peek.error')} ${other.status ?? ''} ${other.error_code ?? ''}`}
        >
          {row.content}
        </Alert>
      ) : row.content !== '' ? (
        <Text>{row.content}</Text>
      ) : null}
      {other.estimated ? <Alert color="yellow">{t('logs.peek.estimated')}</Alert> : null}
      <CallTimeline row={row} />
      <Billing row={row} />
      <OtherFacts row={row} />
      <Routing info={other.admin_info} names={row.channel_names} />
      {isCall(row) || row.type === LOG_ERROR ? <PayloadSection key={row.id} row={row} /> : null}
    </Stack>
  );
}

/** Model, caller and outcome of the call. */
function CallFacts({ row }: { row: LogEntry }) {
  const { t, i18n } = useTranslation();
  const admin = isAdmin(useStoredUser());
  const other = readOther(row);
  const after = afterDisconnect(i18n, other);
  return (
    <DescriptionList>
      <DescriptionItem name={t('logs.peek.request')} show={row.request_id !== ''}>
        <CopyText text={row.request_id} />
      </DescriptionItem>
      <DescriptionItem name={t('logs.peek.trace')} show={other.trace_id !== undefined}>
        <CopyText text={other.trace_id ?? ''} />
      </DescriptionItem>
      <DescriptionItem name={t('logs.columns.model')} show={row.model_name !== ''}>
        <CopyText text={row.model_name} />
      </DescriptionItem>
      <DescriptionItem
        name={t('logs.peek.upstream')}
        show={other.upstream_model_name !== undefined}
      >
        <span className="mono">{other.upstream_model_name}</span>
      </DescriptionItem>
      <DescriptionItem name={t('logs.peek.path')} show={other.request_path !== undefined}>
        <span className="mono">{other.request_path}</span>
      </DescriptionItem>
      <DescriptionItem name={t('logs.columns.token')} show={row.token_name !== ''}>
        <KeyName row={row} leads />
      </DescriptionItem>
      <DescriptionItem name={t('logs.columns.user')} show={admin && row.username !== ''}>
        <UserLink id={row.user_id} username={row.username} isTeam={row.is_team} />
      </DescriptionItem>
      <DescriptionItem name={t('logs.columns.channel')} show={row.channel !== 0}>
        <Anchor
          component={Link}
          className="touch-target"
          to={pages.channelEdit.path.replace('$id', String(row.channel))}
        >
          {`#${row.channel} ${row.channel_name}`}
        </Anchor>
      </DescriptionItem>
      <DescriptionItem name={t('logs.columns.group')} show={row.group !== ''}>
        <GroupTags groups={row.group} />
      </DescriptionItem>
      <DescriptionItem name={t('logs.duration')} show={isCall(row)}>
        <Duration row={row} t={t} />
      </DescriptionItem>
      <DescriptionItem name={t('logs.peek.tokens')} show={isCall(row)}>
        <span className="tabular">
          {`${formatNumber(row.prompt_tokens)} / ${formatNumber(row.completion_tokens)}`}
        </span>
      </DescriptionItem>
      <DescriptionItem name={t('logs.columns.cost')} show={row.type === LOG_CONSUME}>
        <Money quota={row.quota} exact />
      </DescriptionItem>
      <DescriptionItem name={t('logs.peek.reserved')} show={other.reserved !== undefined}>
        <Money quota={other.reserved ?? 0} exact />
      </DescriptionItem>
      <DescriptionItem name={t('logs.peek.version')} show={other.price_version !== undefined}>
        <span className="mono">{other.price_version}</span>
      </DescriptionItem>
      <DescriptionItem name={t('logs.peek.batch')} show={other.batch !== undefined}>
        {t('logs.peek.batchLines', { ...other.batch })}
      </DescriptionItem>
      <DescriptionItem name={t('logs.peek.serviceTier')} show={other.service_tier !== undefined}>
        {translateEnum(i18n, 'ui.billed', other.service_tier ?? '')}
      </DescriptionItem>
      <DescriptionItem name={t('logs.peek.toolClaims')} show={other.tool_claims !== undefined}>
        {Object.entries(other.tool_claims ?? {})
          .map(([tool, uses]) => `${translateEnum(i18n, 'ui.billed', tool)} × ${uses}`)
          .join(t('ui.comma'))}
      </DescriptionItem>
      <DescriptionItem name={t('routing.end')} show={other.end !== undefined}>
        {translateEnum(i18n, 'routing.ends', other.end ?? '')}
      </DescriptionItem>
      <DescriptionItem name={t('routing.claim.title')} show={other.usage_claim !== undefined}>
        {formatUsageClaim(t, other.usage_claim ?? {})}
      </DescriptionItem>
      <DescriptionItem name={t('routing.clientGone.title')} show={after !== undefined}>
        {after}
      </DescriptionItem>
    </DescriptionList>
  );
}

/** Returns what happened after a client disconnect; the drain's result is more specific than the policy. */
function afterDisconnect(texts: i18n, other: LogOther): string | undefined {
  if (other.drained !== undefined) return translateEnum(texts, 'routing.drains', other.drained);
  if (other.on_client_gone === undefined) return undefined;
  return translateEnum(texts, 'routing.clientGone.policies', other.on_client_gone);
}

/** The computation with the row's numbers, and its quota in money. */
function Billing({ row }: { row: LogEntry }) {
  const { t, i18n } = useTranslation();
  const display = useQuotaDisplay();
  const explanation = explainRow(row);
  if (!explanation) return null;
  const quotaPerUnit = readOther(row).quota_per_unit ?? display.quotaPerUnit;
  return (
    <section>
      <Title order={3} mb={6}>
        {t('logs.peek.billing')}
      </Title>
      <Code block style={{ whiteSpace: 'pre-wrap' }}>
        {billingText(t, explanation, row.quota, (name) => translateEnum(i18n, 'ui.billed', name))}
        {'\n'}
        {t('logs.billing.inMoney', {
          quota: formatNumber(row.quota),
          perUnit: formatNumber(quotaPerUnit),
          money: formatQuotaExactly(row.quota, { displayInCurrency: true, quotaPerUnit }),
        })}
      </Code>
      <Text size="xs" c="dimmed" mt={6}>
        {t(explanation.kind === 'call' ? 'logs.billing.ruleCall' : 'logs.billing.rule')}
      </Text>
    </section>
  );
}

/** Flags, token kinds and ratios that the row has. */
function OtherFacts({ row }: { row: LogEntry }) {
  const { t } = useTranslation();
  const facts = listOtherDetails(readOther(row));
  if (facts.length === 0) return null;
  return (
    <section>
      <Title order={3}>{t('logs.peek.factors')}</Title>
      <DescriptionList>
        {facts.map(({ name, value }) => (
          <DescriptionItem key={name} name={t(`logs.other.${name}`)}>
            <span className="tabular">
              {value === true
                ? t('ui.yes')
                : name === 'frt'
                  ? t('logs.milliseconds', { ms: value })
                  : value}
            </span>
          </DescriptionItem>
        ))}
      </DescriptionList>
    </section>
  );
}

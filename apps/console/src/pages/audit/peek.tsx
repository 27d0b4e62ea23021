import { Stack, Table, Text } from '@mantine/core';
import type { AuditEntry } from '@tollgate/contract';
import { useTranslation } from '../../texts.tsx';
import { CopyText } from '../../ui/display/copy.tsx';
import { DescriptionItem, DescriptionList } from '../../ui/display/description-list.tsx';
import { MomentText } from '../../ui/display/time-text.tsx';
import { AuditValue } from './audit-value.tsx';
import { nameAction, nameObject } from './columns.tsx';
import { nameField } from './describe-change.ts';

/** An entry of the audit log with each field before and after. */
export function AuditPeek({ entry }: { entry: AuditEntry }) {
  const { t, i18n } = useTranslation();
  const { actor_name: name, actor_id: id, ip, credential, reason, changes } = entry;
  return (
    <Stack gap="lg">
      <Text fw={600}>{nameAction(t, entry.action)}</Text>
      <DescriptionList>
        <DescriptionItem name={t('audit.columns.object')}>{nameObject(t, entry)}</DescriptionItem>
        <DescriptionItem name={t('audit.columns.time')}>
          <MomentText seconds={entry.created_at} />
        </DescriptionItem>
        <DescriptionItem name={t('audit.columns.actor')}>{`${name} (${id})`}</DescriptionItem>
        <DescriptionItem name={t('audit.from')}>
          {[ip, t(`audit.credentials.${credential}`)].filter(Boolean).join(' · ')}
        </DescriptionItem>
        {reason === '' ? null : (
          <DescriptionItem name={t('audit.columns.reason')}>{reason}</DescriptionItem>
        )}
        {entry.request_id === '' ? null : (
          <DescriptionItem name={t('audit.requestId')}>
            <CopyText text={entry.request_id} label={entry.request_id} />
          </DescriptionItem>
        )}
      </DescriptionList>
      {changes.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t('audit.none')}
        </Text>
      ) : (
        <Table layout="fixed" withTableBorder>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('audit.field')}</Table.Th>
              <Table.Th>{t('audit.before')}</Table.Th>
              <Table.Th>{t('audit.after')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {changes
              .map((change) => ({ subject: entry.subject, change }))
              .map((of) => (
                <Table.Tr key={of.change.field}>
                  <Table.Td className="breaks" title={of.change.field}>
                    {nameField(i18n, of)}
                  </Table.Td>
                  <Table.Td className="breaks">
                    <AuditValue of={of} value={of.change.from} />
                  </Table.Td>
                  <Table.Td className="breaks">
                    <AuditValue of={of} value={of.change.to} />
                  </Table.Td>
                </Table.Tr>
              ))}
          </Table.Tbody>
        </Table>
      )}
    </Stack>
  );
}

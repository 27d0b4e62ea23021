import { Text } from '@mantine/core';
import { useTranslation } from '../../texts.tsx';
import { LimitText } from '../../ui/display/limit-text.tsx';
import type { KeyLimit } from '../../ui/format/key-limits.ts';

/** The spending limit of a member that is nearest to its end, and the models that their keys may call. */
export function MemberLimit({ limit, models }: { limit: KeyLimit | undefined; models: string }) {
  const { t } = useTranslation();
  if (!limit && models === '') return t('team.overview.noLimit');
  return (
    <>
      {limit ? <LimitText limit={limit} /> : null}
      {models === '' ? null : (
        <Text size="xs" c="dimmed" component="div" className="breaks">
          {t('team.member.onlyModels', { models: models.replaceAll(',', ', ') })}
        </Text>
      )}
    </>
  );
}

import { Group, Text } from '@mantine/core';
import { useTranslation } from '../../texts.tsx';
import { useSiteAddress } from '../../status.ts';
import { CodeTabs } from '../../ui/content/code-tabs.tsx';
import { OwnKeySelect, useOwnKeys } from '../../ui/content/own-key-select.tsx';
import type { CodeSample } from '../../ui/format/code-samples.ts';

/**
 * A call as code, copied with one of the user's keys. `samplesWith` receives the site's address and a key.
 */
export function RequestCode({
  samplesWith,
}: {
  samplesWith: (filled: { site: string; secret: string }) => readonly CodeSample[];
}) {
  const { t } = useTranslation();
  const site = useSiteAddress();
  const ownKeys = useOwnKeys();
  return (
    <div>
      <Group justify="space-between" my="xs" gap="xs">
        <Text fw={600}>{t('playground.asCode')}</Text>
        <OwnKeySelect {...ownKeys} />
      </Group>
      <CodeTabs {...ownKeys.keyInCode} samplesWith={(secret) => samplesWith({ site, secret })} />
    </div>
  );
}

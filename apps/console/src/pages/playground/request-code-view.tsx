import { Button, Group, SegmentedControl, Text } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { useTranslation } from '../../texts.tsx';
import { useSiteAddress } from '../../status.ts';
import { CodeBlock } from '../../ui/content/code-block.tsx';
import { copyText } from '../../ui/display/copy.tsx';
import type { CodeSample } from '../../ui/format/code-samples.ts';
import { SECRET_PLACEHOLDER } from '../../ui/format/mask-secret.ts';
import { useLocalStorage } from '../../ui/hooks/use-local-storage.ts';

/** A call as code for whoever has a key. `samplesWith` is given the site's address and a key. */
export function RequestCode({
  samplesWith,
}: {
  samplesWith: (filled: { site: string; secret: string }) => readonly CodeSample[];
}) {
  const { t } = useTranslation();
  const site = useSiteAddress();
  const [kept, setKept] = useLocalStorage('sample_tab', 'curl');
  const samples = samplesWith({ site, secret: SECRET_PLACEHOLDER });
  const sample = samples.find(({ name }) => name === kept) ?? samples[0];
  if (!sample) return null;
  return (
    <div>
      <Group justify="space-between" my="xs">
        <Text fw={600}>{t('playground.asCode')}</Text>
        <SegmentedControl
          size="xs"
          aria-label={t('playground.asCode')}
          value={sample.name}
          onChange={setKept}
          data={samples.map(({ name }) => name)}
        />
      </Group>
      <div className="code-sample">
        <CodeBlock code={sample.code} language={sample.language} label={sample.name} />
      </div>
      <Button
        mt="xs"
        size="xs"
        variant="default"
        leftSection={<IconCopy size={14} />}
        onClick={() => void copyText(sample.code, t('ui.code.copied'))}
      >
        {t('playground.copyCode')}
      </Button>
    </div>
  );
}

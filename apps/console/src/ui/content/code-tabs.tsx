import { Button, Tabs, Text } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from '../../texts.tsx';
import { copyText } from '../display/copy.tsx';
import type { CodeSample } from '../format/code-samples.ts';
import { maskSecret, SECRET_PLACEHOLDER } from '../format/mask-secret.ts';
import { useLocalStorage } from '../hooks/use-local-storage.ts';
import { CodeBlock } from './code-block.tsx';
import './code-block.css';

export interface KeyInCode {
  /** The whole key, where the page has it. */
  secret?: string | undefined;
  /** Fetches the whole key once it is to be copied; undefined where that failed and was told. */
  loadSecret?: (() => Promise<string | undefined>) | undefined;
  /** What code on screen shows for the key that `loadSecret` fetches, as `sk-••••9fQ2`. */
  masked?: string | undefined;
  /** The key is readable on screen. */
  shown?: boolean;
}

export interface CodeTabsProps extends KeyInCode {
  /** The code with a key filled in, at least one. */
  samplesWith: (secret: string) => readonly CodeSample[];
  /** Code that holds no key is copied by a plain "Copy". */
  withKey?: boolean;
  copied?: (() => void) | undefined;
  /** Stands beside the tabs. */
  beside?: ReactNode;
  /** Stands below the code. */
  children?: ReactNode;
}

/**
 * Code in tabs. On screen the key is masked; what is copied has it whole. The tab that was chosen
 * last is remembered by the browser and opens everywhere.
 */
export function CodeTabs(props: CodeTabsProps) {
  const { samplesWith, secret, loadSecret, withKey = true, copied, beside, children } = props;
  const { t } = useTranslation();
  const [kept, setKept] = useLocalStorage('sample_tab', 'curl');
  const onScreen = secretOnScreen(props);
  const samples = samplesWith(onScreen);
  const tab = samples.some(({ name }) => name === kept) ? kept : (samples[0]?.name ?? kept);
  const holdsKey = samples.some(({ name, code }) => name === tab && code.includes(onScreen));
  const hasKey = withKey && holdsKey && (secret !== undefined || loadSecret !== undefined);
  const copy = async () => {
    const whole = hasKey ? (secret ?? (await loadSecret?.())) : SECRET_PLACEHOLDER;
    if (whole === undefined) return;
    copied?.();
    const code = samplesWith(whole).find(({ name }) => name === tab)?.code ?? '';
    // Not shown in the toast: it holds the key.
    await copyText(code, t('ui.code.copied'));
  };
  return (
    <Tabs className="code-sample" value={tab} onChange={(next) => setKept(next ?? tab)}>
      <div className="code-sample-head">
        {samples.length === 1 ? (
          <Text size="sm" c="dimmed" px={14} style={{ flex: 1 }}>
            {samples[0]?.name}
          </Text>
        ) : (
          <Tabs.List
            className="code-sample-tabs"
            style={{ flexWrap: 'nowrap' }}
            aria-label={t('ui.code.samples')}
          >
            {samples.map(({ name }) => (
              <Tabs.Tab key={name} value={name}>
                {name}
              </Tabs.Tab>
            ))}
          </Tabs.List>
        )}
        {beside}
        <Button
          size="xs"
          variant="subtle"
          leftSection={<IconCopy size={14} />}
          onClick={() => void copy()}
        >
          {t(hasKey ? 'ui.code.copyWithKey' : 'ui.copy')}
        </Button>
      </div>
      {samples.length === 1 ? (
        <Code sample={samples[0]} />
      ) : (
        samples.map((sample) => (
          <Tabs.Panel key={sample.name} value={sample.name}>
            {sample.name === tab ? <Code sample={sample} /> : null}
          </Tabs.Panel>
        ))
      )}
      {children === undefined ? null : <div className="code-sample-foot">{children}</div>}
    </Tabs>
  );
}

function Code({ sample }: { sample: CodeSample | undefined }) {
  if (!sample) return null;
  return <CodeBlock code={sample.code} language={sample.language} label={sample.name} />;
}

function secretOnScreen({ secret, masked, shown = false }: KeyInCode): string {
  if (secret === undefined) return masked ?? SECRET_PLACEHOLDER;
  return shown ? secret : maskSecret(secret);
}

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
  /** The complete key, if the page has it. */
  secret?: string | undefined;
  /** Fetches the complete key when it is copied; undefined after a failure that was reported. */
  loadSecret?: (() => Promise<string | undefined>) | undefined;
  /** Shown in code for the key that `loadSecret` fetches, such as `sk-••••9fQ2`. */
  masked?: string | undefined;
  /** Whether the key is readable on screen. */
  shown?: boolean;
}

export interface CodeTabsProps extends KeyInCode {
  /** Returns the code with a key filled in, at least one sample. */
  samplesWith: (secret: string) => readonly CodeSample[];
  /** Whether the code contains a key; otherwise the button is a plain "Copy". */
  withKey?: boolean;
  copied?: (() => void) | undefined;
  /** Content next to the tabs. */
  aside?: ReactNode;
  /** Content below the code. */
  children?: ReactNode;
}

/**
 * Code in tabs. The key is masked on screen but copied completely. The tab selected last is stored in the
 * browser and opens everywhere.
 */
export function CodeTabs(props: CodeTabsProps) {
  const { samplesWith, secret, loadSecret, withKey = true, copied, aside, children } = props;
  const { t } = useTranslation();
  const [storedTab, setStoredTab] = useLocalStorage('sample_tab', 'curl');
  const onScreen = secretOnScreen(props);
  const samples = samplesWith(onScreen);
  const tab = samples.some(({ name }) => name === storedTab)
    ? storedTab
    : (samples[0]?.name ?? storedTab);
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
    <Tabs className="code-sample" value={tab} onChange={(next) => setStoredTab(next ?? tab)}>
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
        {aside}
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

import { Button, SegmentedControl, Tabs } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSiteAddress } from '../../status.ts';
import { copyText } from '../display/copy.tsx';
import { codeSamples, SAMPLE_DIALECTS, type SampleDialect } from '../format/code-samples.ts';
import { maskSecret, SECRET_PLACEHOLDER } from '../format/mask-secret.ts';
import { useLocalStorage } from '../hooks/use-local-storage.ts';
import { CodeBlock } from './code-block.tsx';

const DIALECT_NAMES: Record<SampleDialect, string> = {
  openai: 'OpenAI',
  anthropic: 'Anthropic',
  gemini: 'Gemini',
};

export interface CodeSampleProps {
  model: string;
  /** The whole key, where the page has it. */
  secret?: string | undefined;
  /** Fetches the whole key once it is to be copied; undefined where that failed and was told. */
  loadSecret?: (() => Promise<string | undefined>) | undefined;
  /** What code on screen shows for the key that `loadSecret` fetches, as `sk-••••9fQ2`. */
  masked?: string | undefined;
  /** The key is readable on screen. */
  shown?: boolean;
  /** The tabs to show, by their names; all if absent. */
  only?: readonly string[];
  /** Offers a choice of dialect. */
  dialects?: boolean;
  copied?: () => void;
  /** Stands below the code. */
  children?: ReactNode;
}

/**
 * A first call to this site, in tabs. On screen the key is masked; what is copied has it whole. The
 * tab that was chosen last is remembered by the browser and opens everywhere.
 */
export function CodeSample(props: CodeSampleProps) {
  const { model, secret, loadSecret, shown = false, only, dialects = false, children } = props;
  const { t } = useTranslation();
  const site = useSiteAddress();
  const [dialect, setDialect] = useState<SampleDialect>('openai');
  const [kept, setKept] = useLocalStorage('sample_tab', 'curl');
  const samplesWith = (key: string) =>
    codeSamples({ secret: key, site, model }, dialect).filter(
      ({ name }) => only === undefined || only.includes(name),
    );
  const samples = samplesWith(secretOnScreen(props, shown));
  const tab = samples.some(({ name }) => name === kept) ? kept : (samples[0]?.name ?? kept);
  const hasKey = secret !== undefined || loadSecret !== undefined;
  const copy = async () => {
    const whole = hasKey ? (secret ?? (await loadSecret?.())) : SECRET_PLACEHOLDER;
    if (whole === undefined) return;
    props.copied?.();
    const code = samplesWith(whole).find(({ name }) => name === tab)?.code ?? '';
    // Not shown in the toast: it holds the key.
    await copyText(code, t('ui.code.copied'));
  };
  return (
    <Tabs
      className="code-sample"
      value={tab}
      onChange={(next) => setKept(next ?? tab)}
      variant="default"
    >
      <div className="code-sample-head">
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
        {dialects ? (
          <SegmentedControl
            size="xs"
            aria-label={t('ui.code.dialect')}
            value={dialect}
            onChange={setDialect}
            data={SAMPLE_DIALECTS.map((value) => ({ value, label: DIALECT_NAMES[value] }))}
          />
        ) : null}
        <Button
          size="xs"
          variant="subtle"
          leftSection={<IconCopy size={14} />}
          onClick={() => void copy()}
        >
          {t(hasKey ? 'ui.code.copyWithKey' : 'ui.copy')}
        </Button>
      </div>
      {samples.map(({ name, code, language }) => (
        <Tabs.Panel key={name} value={name}>
          {name === tab ? <CodeBlock code={code} language={language} label={name} /> : null}
        </Tabs.Panel>
      ))}
      {children === undefined ? null : <div className="code-sample-foot">{children}</div>}
    </Tabs>
  );
}

function secretOnScreen({ secret, masked }: CodeSampleProps, shown: boolean): string {
  if (secret === undefined) return masked ?? SECRET_PLACEHOLDER;
  return shown ? secret : maskSecret(secret);
}

import { SegmentedControl } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTranslation } from '../../texts.tsx';
import { useSiteAddress } from '../../status.ts';
import { codeSamples, SAMPLE_DIALECTS, type SampleDialect } from '../format/code-samples.ts';
import { CodeTabs, type KeyInCode } from './code-tabs.tsx';

const DIALECT_NAMES: Record<SampleDialect, string> = {
  openai: 'OpenAI',
  anthropic: 'Anthropic',
  gemini: 'Gemini',
};

export interface CodeSampleProps extends KeyInCode {
  model: string;
  /** The names of the tabs to show; all if absent. */
  only?: readonly string[];
  /** Whether to offer a choice of dialect. */
  dialects?: boolean;
  copied?: () => void;
  /** Content below the code. */
  children?: ReactNode;
}

/**
 * A first call to this site, in tabs for languages and coding agents, optionally with a choice of dialects.
 */
export function CodeSample({ model, only, dialects = false, ...rest }: CodeSampleProps) {
  const { t } = useTranslation();
  const site = useSiteAddress();
  const [dialect, setDialect] = useState<SampleDialect>('openai');
  return (
    <CodeTabs
      {...rest}
      samplesWith={(secret) =>
        codeSamples({ secret, site, model }, dialect).filter(
          ({ name }) => only === undefined || only.includes(name),
        )
      }
      aside={
        dialects ? (
          <SegmentedControl
            size="xs"
            aria-label={t('ui.code.dialect')}
            value={dialect}
            onChange={setDialect}
            data={SAMPLE_DIALECTS.map((value) => ({ value, label: DIALECT_NAMES[value] }))}
          />
        ) : null
      }
    />
  );
}

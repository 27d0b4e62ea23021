import { Title } from '@mantine/core';
import { useTranslation } from '../../texts.tsx';
import { useSiteAddress } from '../../status.ts';
import { CodeSample } from '../../ui/content/code-sample.tsx';
import { CodeTabs } from '../../ui/content/code-tabs.tsx';
import type { CodeSample as Code } from '../../ui/format/code-samples.ts';
import { guessModel, guessTab } from '../playground/guess-model.ts';
import { mediaCode } from '../playground/media-code.ts';
import { firstChoices, type MediaKind } from '../playground/media-options.ts';
import { curlTo, quoteForShell } from '../playground/request-code.ts';
import { TASK_SAMPLES } from './task-samples.ts';

/** The input of a sample, by the kind of model. */
const ASKED = { pictures: 'A toll gate at dawn', speech: 'Hello', transcription: '' };

/** How to call a model: for chat, images, audio or as a task; nothing if unknown. */
export function ModelSample({
  model,
  order = 3,
}: {
  model: string;
  /** The level of its heading. */
  order?: 2 | 3;
}) {
  const { t } = useTranslation();
  const site = useSiteAddress();
  const kind = kindOf(model);
  if (kind === undefined) return null;
  return (
    <div>
      <Title order={order} size="h3" mb={8}>
        {t('pricing.details.sample')}
      </Title>
      {kind === 'chat' ? (
        <CodeSample model={model} dialects />
      ) : (
        <CodeTabs samplesWith={(secret) => samplesOf(kind, model, { site, secret })} />
      )}
    </div>
  );
}

type SampleKind = 'chat' | 'task' | MediaKind;

function kindOf(model: string): SampleKind | undefined {
  if (TASK_SAMPLES[model]) return 'task';
  const kind = guessTab(model);
  // Not a chat model: embeddings, reranking and other image task actions have samples in the docs.
  if (kind === 'drawing' || (kind === 'chat' && guessModel([model, ''], 'chat') !== model))
    return undefined;
  return kind;
}

function samplesOf(
  kind: Exclude<SampleKind, 'chat'>,
  model: string,
  filled: { site: string; secret: string },
): Code[] {
  if (kind === 'task') return [taskSample(TASK_SAMPLES[model], filled)];
  const files = kind === 'transcription' ? [new File([], 'hello.mp3')] : [];
  const params = { kind, model, input: ASKED[kind], choices: firstChoices(kind), group: '', files };
  return mediaCode(params, filled);
}

function taskSample(
  task: { path: string; body: object } | undefined,
  { site, secret }: { site: string; secret: string },
): Code {
  const { path, body } = task ?? { path: '', body: {} };
  return {
    name: 'curl',
    language: 'bash',
    code: `${curlTo(site + path, secret)}
  -H "Content-Type: application/json" \\
  -d ${quoteForShell(JSON.stringify(body))}`,
  };
}

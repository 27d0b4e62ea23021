import { Group, Text } from '@mantine/core';
import type { ModelStatus } from '@tollgate/contract';
import { useTranslation } from '../../texts.tsx';
import { formatAnswered } from '../../ui/format/format-answered.ts';
import { formatSeconds } from '../../ui/format/format-seconds.ts';

/** How a model did in real calls to this site. */
export function MeasuredLine({ model, status }: { model: string; status: ModelStatus }) {
  const { t } = useTranslation();
  const { first_token_ms: first, answered } = status;
  const figures = [
    { name: t('home.models.firstToken'), value: first === null ? '' : formatSeconds(first) },
    {
      name: t('home.models.answered'),
      value: answered === null ? '' : formatAnswered(answered),
    },
  ];
  return (
    <Group gap="4px 16px" fz="sm" className="tabular">
      {figures
        .filter(({ value }) => value !== '')
        .map(({ name, value }) => (
          <Text key={name} span inherit c="dimmed">
            {name}{' '}
            <Text span inherit fw={600} c="var(--text)">
              {value}
            </Text>
          </Text>
        ))}
      <Text span inherit c="dimmed" ml="auto" className="mono">
        {model}
      </Text>
    </Group>
  );
}

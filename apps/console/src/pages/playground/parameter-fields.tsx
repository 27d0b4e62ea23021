import {
  Group,
  NumberInput,
  SegmentedControl,
  Slider,
  Stack,
  Switch,
  Text,
  Textarea,
} from '@mantine/core';
import '@mantine/core/styles/Slider.layer.css';
import { useId } from 'react';
import { useTranslation } from '../../texts.tsx';
import type { Conversation, Parameters, ThinkingEffort } from './conversation.ts';

const EFFORTS: readonly ThinkingEffort[] = ['', 'none', 'low', 'medium', 'high'];

/** The parameters of both sides or of each. */
export function ParameterFields({
  conversation: { parameters, shared },
  sides,
  change,
}: {
  conversation: Conversation;
  /** The model names of the sides. */
  sides: readonly string[];
  change: (changes: Partial<Pick<Conversation, 'parameters' | 'shared'>>) => void;
}) {
  const { t } = useTranslation();
  const [first, second] = parameters;
  return (
    <Stack gap="sm">
      {shared || sides.length === 1 ? null : <Text fw={600}>{sides[0]}</Text>}
      <Fields value={first} change={(next) => change({ parameters: [next, second] })} />
      {sides.length > 1 ? (
        <Switch
          label={t('playground.parameters.shared')}
          checked={shared}
          onChange={({ currentTarget: { checked } }) =>
            change({ shared: checked, ...(checked ? {} : { parameters: [first, first] }) })
          }
        />
      ) : null}
      {shared || sides.length === 1 ? null : (
        <>
          <Text fw={600}>{sides[1]}</Text>
          <Fields value={second} change={(next) => change({ parameters: [first, next] })} />
        </>
      )}
    </Stack>
  );
}

function Fields({ value, change }: { value: Parameters; change: (next: Parameters) => void }) {
  const { t } = useTranslation();
  return (
    <Stack gap="sm">
      <Textarea
        label={t('playground.parameters.system')}
        autosize
        minRows={2}
        maxRows={8}
        value={value.system}
        onChange={({ currentTarget }) => change({ ...value, system: currentTarget.value })}
      />
      <NumberSlider
        label={t('playground.parameters.temperature')}
        value={value.temperature}
        range={{ min: 0, max: 2, step: 0.1 }}
        change={(temperature) => change({ ...value, temperature })}
      />
      <NumberSlider
        label={t('playground.parameters.maxTokens')}
        value={value.maxTokens}
        range={{ min: 1, max: 8192, step: 1 }}
        unbounded
        change={(maxTokens) => change({ ...value, maxTokens })}
      />
      <NumberSlider
        label={t('playground.parameters.topP')}
        value={value.topP}
        range={{ min: 0, max: 1, step: 0.05 }}
        change={(topP) => change({ ...value, topP })}
      />
      <div>
        <Text size="sm" fw={500} mb={4}>
          {t('playground.parameters.thinking')}
        </Text>
        <SegmentedControl
          size="xs"
          fullWidth
          aria-label={t('playground.parameters.thinking')}
          value={value.thinking}
          onChange={(thinking) => change({ ...value, thinking })}
          data={EFFORTS.map((effort) => ({
            value: effort,
            label: t(`playground.parameters.effort.${effort || 'default'}`),
          }))}
        />
      </div>
    </Stack>
  );
}

function NumberSlider({
  label,
  value,
  range,
  unbounded = false,
  change,
}: {
  label: string;
  value: number | undefined;
  range: { min: number; max: number; step: number };
  /** Values beyond the slider's range can be typed. */
  unbounded?: boolean;
  change: (value: number | undefined) => void;
}) {
  const { t } = useTranslation();
  const id = useId();
  const { min, max, step } = range;
  return (
    <div>
      <Group justify="space-between" wrap="nowrap">
        <Text size="sm" fw={500} component="label" htmlFor={id}>
          {label}
        </Text>
        <NumberInput
          id={id}
          size="xs"
          w={110}
          hideControls
          placeholder={t('playground.parameters.default')}
          value={value ?? ''}
          min={min}
          {...(unbounded ? {} : { max })}
          step={step}
          styles={{ input: { textAlign: 'right' } }}
          onChange={(next) => change(typeof next === 'number' ? next : undefined)}
        />
      </Group>
      <Slider
        mt={8}
        size={3}
        thumbSize={14}
        {...range}
        label={null}
        thumbLabel={label}
        value={Math.min(value ?? min, max)}
        {...(value === undefined ? { color: 'gray' } : {})}
        onChange={change}
      />
    </div>
  );
}

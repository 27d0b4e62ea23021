import type { ChannelValues } from './values.ts';

/** The form's fields by their names in the API. */
const PATHS: Readonly<Record<string, keyof ChannelValues>> = {
  type: 'type',
  name: 'name',
  key: 'key',
  base_url: 'baseUrl',
  other: 'other',
  models: 'models',
  group: 'groups',
  tag: 'tag',
  priority: 'priority',
  weight: 'weight',
  test_model: 'testModel',
  model_mapping: 'mapping',
  status_code_mapping: 'statusMapping',
  openai_organization: 'organization',
  max_input_tokens: 'maxInputTokens',
};

/** Returns the form's field that the API calls `field`; undefined if the form shows no such field. */
export function fieldPathOf(
  field: string,
  { settingView }: Pick<ChannelValues, 'settingView'>,
): string | undefined {
  if (field === 'setting') return settingView === 'json' ? 'setting' : undefined;
  return PATHS[field];
}

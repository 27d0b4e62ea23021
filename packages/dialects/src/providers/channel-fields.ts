import type { ChannelFieldHint, ChannelFieldName } from './provider-spec.ts';

/** Describes a field whose texts are under `providers.fields.<group>`. */
export function channelField(
  name: ChannelFieldName,
  group: string,
  placeholder: string,
  required = false,
): ChannelFieldHint {
  return {
    name,
    labelKey: `providers.fields.${group}.label`,
    hintKey: `providers.fields.${group}.hint`,
    required,
    placeholder,
  };
}

import type { ChannelType } from '@tollgate/contract';
import { calls } from 'virtual:calls';
import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from '../../texts.tsx';
import { useEndpoint } from '../../api/use-endpoint.ts';

/** Returns the server's channel types, with labels in the page's language. */
export function useChannelTypes() {
  const { t } = useTranslation();
  const { data } = useEndpoint(calls.listChannelTypes);
  return useMemo(() => describeTypes(data ?? [], t), [data, t]);
}

function describeTypes(types: readonly ChannelType[], t: TFunction) {
  // Keys of the `providers` area come from the server, so they can't be typed here.
  const textOf = (key: string) => (key === '' ? '' : t(key as 'providers.keys.default'));
  const labelOf = (type: ChannelType) => textOf(type.label_key) || type.label;
  /** Returns the label and hint of a type's field; undefined if the type does not have it. */
  const fieldOf = (type: ChannelType | undefined, name: string) => {
    const field = type?.fields.find((each) => each.name === name);
    return (
      field && {
        label: textOf(field.label_key),
        description: textOf(field.hint_key),
        placeholder: field.placeholder,
      }
    );
  };
  const byType = new Map(types.map((type) => [type.type, type]));
  return {
    types,
    find: (type: number) => byType.get(type),
    label: (type: number) => {
      const channelType = byType.get(type);
      return channelType ? labelOf(channelType) : String(type);
    },
    textOf,
    fieldOf,
  };
}

export type ChannelTypes = ReturnType<typeof useChannelTypes>;

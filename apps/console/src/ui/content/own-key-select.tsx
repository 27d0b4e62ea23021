import { Select } from '@mantine/core';
import type { Token } from '@tollgate/contract';
import { useState } from 'react';
import { calls } from 'virtual:calls';
import { useTranslation } from '../../texts.tsx';
import { useEndpoint } from '../../api/use-endpoint.ts';
import { useStoredUser } from '../../session/session.ts';
import { maskSecret, SECRET_PLACEHOLDER } from '../format/mask-secret.ts';
import type { KeyInCode } from './code-tabs.tsx';

const KEYS_SHOWN = 100;

export interface OwnKeys {
  /** Empty for visitors. */
  keys: readonly Token[];
  keyId: number;
  chooseKey: (id: number) => void;
  /** The complete selected key; undefined without one. */
  secret: string | undefined;
  keyInCode: KeyInCode;
}

/** Returns the user's keys, and the one that samples are filled in with. The selection is not stored. */
export function useOwnKeys(): OwnKeys {
  const user = useStoredUser();
  const list = useEndpoint(
    calls.listTokens,
    { query: { p: 1, page_size: KEYS_SHOWN } },
    { enabled: user !== undefined },
  );
  const [keyId, chooseKey] = useState(0);
  const keys = (list.data?.items ?? []).filter(({ key_unreadable: unreadable }) => !unreadable);
  const key = keys.find(({ id }) => id === keyId);
  const secret = key ? `sk-${key.key}` : undefined;
  return {
    keys,
    keyId,
    chooseKey,
    secret,
    keyInCode: secret === undefined ? { masked: SECRET_PLACEHOLDER } : { secret },
  };
}

/** Selects the key that samples are filled in with; nothing if there are no keys. */
export function OwnKeySelect({ keys, keyId, chooseKey }: OwnKeys) {
  const { t } = useTranslation();
  if (keys.length === 0) return null;
  return (
    <Select
      size="xs"
      w={180}
      searchable
      aria-label={t('ui.code.fillKey')}
      placeholder={t('ui.code.fillKey')}
      data={keys.map(({ id, name, key }) => ({
        value: String(id),
        label: `${name}, ${maskSecret(key)}`,
      }))}
      value={keyId === 0 ? null : String(keyId)}
      onChange={(next) => chooseKey(Number(next ?? 0))}
      clearable
      clearButtonProps={{ 'aria-label': t('ui.code.noKey') }}
    />
  );
}

import { Input, TextInput, UnstyledButton } from '@mantine/core';
import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { useTranslation } from '../../texts.tsx';
import { findProviders, offeredTypes } from './offered-providers.ts';
import { ProviderTile } from './provider-tile.tsx';
import type { ChannelTypes } from './use-channel-types.ts';

export interface ProviderPickerProps {
  types: ChannelTypes;
  chosen: number;
  choose: (type: number) => void;
  /** An existing channel seldom changes its provider: the others are shown on request. */
  isSet?: boolean;
}

/**
 * Tiles to pick a provider from: the common ones first; the last tile shows all of them with a search. Arrow
 * keys move between tiles, Enter in the search picks the first match.
 */
export function ProviderPicker({ types, chosen, choose, isSet = false }: ProviderPickerProps) {
  const { t } = useTranslation();
  const id = useId();
  const tiles = useRef<HTMLDivElement>(null);
  const [keyword, setKeyword] = useState<string>();
  const isOpen = keyword !== undefined;
  const matching = isOpen ? findProviders(types.types, types, keyword) : [];
  const offered = isSet ? [chosen] : offeredTypes(chosen);
  const shown = isOpen ? matching.map(({ type }) => type) : offered;

  const close = () => {
    setKeyword(undefined);
    // The search disappears while focused, so focus moves to the selected tile.
    requestAnimationFrame(() => tiles.current?.querySelector<HTMLElement>(':checked')?.focus());
  };
  const onSearchKey = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' && (event.key !== 'Enter' || event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    const [first] = matching;
    if (event.key === 'Enter' && !first) return;
    if (event.key === 'Enter' && first) choose(first.type);
    close();
  };
  return (
    <Input.Wrapper label={t('channels.form.type')} labelElement="div" labelProps={{ id }}>
      {isOpen ? (
        <TextInput
          autoFocus
          mb={8}
          placeholder={t('channels.form.findProvider')}
          aria-label={t('channels.form.findProvider')}
          value={keyword}
          onChange={(event) => setKeyword(event.currentTarget.value)}
          onKeyDown={onSearchKey}
        />
      ) : null}
      <div ref={tiles} role="radiogroup" aria-labelledby={id} className="provider-tiles">
        {shown.map((type) => (
          <label key={type} className="provider-choice">
            <input
              type="radio"
              name={id}
              checked={type === chosen}
              onChange={() => choose(type)}
              // A click selects and closes; arrow keys trigger clicks with detail 0 and only browse.
              onClick={({ detail }) => isOpen && detail > 0 && close()}
            />
            <ProviderTile label={types.label(type)} color={types.find(type)?.color} />
            <span className="clip">{types.find(type) ? types.label(type) : ''}</span>
          </label>
        ))}
        {isOpen ? null : (
          <UnstyledButton className="provider-choice" onClick={() => setKeyword('')}>
            {isSet
              ? t('channels.form.changeProvider')
              : t('channels.form.moreProviders', {
                  count: Math.max(types.types.length - shown.length, 0),
                })}
          </UnstyledButton>
        )}
      </div>
      {isOpen && matching.length === 0 ? (
        <Input.Description role="status">{t('channels.form.noProvider')}</Input.Description>
      ) : null}
    </Input.Wrapper>
  );
}

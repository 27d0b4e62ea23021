import { memo } from 'react';
import { useTranslation } from '../../texts.tsx';
import { groupColor } from '../format/group-color.ts';
import { tip } from '../feedback/tip.ts';
import { Tag } from './tag.tsx';

/** Group names as tags; beyond `max` they are counted, with their names on hover and focus. */
export const GroupTags = memo(function GroupTags({
  groups,
  max = Infinity,
  calm = false,
}: {
  groups: string;
  max?: number;
  /** Gray, for lists whose rows nearly all have the same groups. */
  calm?: boolean;
}) {
  const { t } = useTranslation();
  const names = groups.split(',').filter((name) => name !== '');
  const shown = names.length > max ? names.slice(0, max - 1) : names;
  const others = names.slice(shown.length);
  return (
    <span className="tags">
      {shown.map((name) => (
        <Tag key={name} data-group={name} {...(calm ? {} : { color: groupColor(name) })}>
          {name}
        </Tag>
      ))}
      {others.length > 0 ? (
        <Tag
          {...tip(t('ui.moreNames', { names: others.join(', ') }))}
          // Left and Right of the row lead here.
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
          tabIndex={-1}
          data-hint
        >
          {`+${others.length}`}
        </Tag>
      ) : null}
    </span>
  );
});

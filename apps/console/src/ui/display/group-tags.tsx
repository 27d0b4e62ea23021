import { Badge, Group } from '@mantine/core';
import { useTranslation } from '../../texts.tsx';
import { groupColor } from '../format/group-color.ts';
import { tip } from '../feedback/tooltips.tsx';

const LOOKS = { variant: 'light', size: 'sm', tt: 'none', fw: 500 } as const;

/** Group names as tags; from `max` on the others are counted, with their names on hover and focus. */
export function GroupTags({ groups, max = Infinity }: { groups: string; max?: number }) {
  const { t } = useTranslation();
  const names = groups.split(',').filter((name) => name !== '');
  const shown = names.length > max ? names.slice(0, max - 1) : names;
  const others = names.slice(shown.length);
  return (
    <Group gap={4} wrap="nowrap">
      {shown.map((name) => (
        <Badge key={name} {...LOOKS} data-group={name} color={groupColor(name)}>
          {name}
        </Badge>
      ))}
      {others.length > 0 ? (
        <Badge
          {...LOOKS}
          {...tip(t('ui.moreNames', { names: others.join(', ') }))}
          color="slate"
          autoContrast={false}
          c="dimmed"
          tabIndex={-1}
          data-hint
        >
          {`+${others.length}`}
        </Badge>
      ) : null}
    </Group>
  );
}

import type { ModelCapability } from '@tollgate/contract';
import { IconBrain, IconEye, IconMicrophone, IconTool, type Icon } from '@tabler/icons-react';
import { useTranslation } from '../../texts.tsx';
import './capability-tags.css';

const ICONS: Readonly<Record<ModelCapability, Icon>> = {
  vision: IconEye,
  audio: IconMicrophone,
  tools: IconTool,
  thinking: IconBrain,
};

/** A model's capabilities in addition to text. */
export function CapabilityTags({
  capabilities = [],
}: {
  capabilities?: readonly ModelCapability[] | undefined;
}) {
  const { t } = useTranslation();
  if (capabilities.length === 0) return null;
  return (
    <span className="capabilities">
      {capabilities.map((name) => {
        const IconOf = ICONS[name];
        return (
          <span key={name} className="capability">
            <IconOf size={13} stroke={1.6} aria-hidden />
            {t(`ui.capabilities.${name}`)}
          </span>
        );
      })}
    </span>
  );
}

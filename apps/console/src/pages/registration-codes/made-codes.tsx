import { Button } from '@mantine/core';
import { useTranslation } from '../../texts.tsx';
import { copyText } from '../../ui/display/copy.tsx';
import { HandOutDialog } from '../../ui/feedback/hand-out-dialog.tsx';
import { pages } from '../index.ts';

/** Shows links with newly created codes, which can't be shown again. */
export function MadeRegistrationCodes({
  codes,
  close,
}: {
  codes: readonly string[];
  close: () => void;
}) {
  const { t } = useTranslation();
  return (
    <HandOutDialog
      title={t('registrationCodes.made.title', { count: codes.length })}
      note={t('registrationCodes.made.text')}
      label={t('registrationCodes.made.list')}
      lines={codes.map((code) => `${location.origin}${pages.register.path}?invite=${code}`)}
      copyLabel={t('registrationCodes.made.copyLinks')}
      actions={
        <Button variant="default" onClick={() => void copyText(codes.join('\n'))}>
          {t('registrationCodes.made.copyCodes')}
        </Button>
      }
      closeLabel={t('registrationCodes.made.close')}
      close={close}
    />
  );
}

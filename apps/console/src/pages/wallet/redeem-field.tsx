import { Button, TextInput } from '@mantine/core';
import { useTranslation } from '../../texts.tsx';
import { useRedeem } from './top-up/use-redeem.ts';

/** A field to redeem a code, in one line. */
export function RedeemField() {
  const { t } = useTranslation();
  const { field, submit, isPending } = useRedeem(() => {});
  return (
    <form
      noValidate
      className="redeem-field"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <TextInput
        {...field}
        aria-label={t('wallet.redeem.code')}
        placeholder={t('wallet.redeem.code')}
      />
      <Button type="submit" variant="default" disabled={isPending}>
        {t(isPending ? 'wallet.redeem.busy' : 'wallet.redeem.submit')}
      </Button>
    </form>
  );
}

import { TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { Passkey } from '@tollgate/contract';
import { useState } from 'react';
import { useTranslation } from '../../../texts.tsx';
import { calls } from 'virtual:calls';
import { useRefetch } from '../../../api/refetch.ts';
import { callEndpoint } from '../../../api/call-endpoint.ts';
import { toastSuccess } from '../../../ui/feedback/toasts.tsx';
import { FormFrame } from '../../../ui/forms/form-frame.tsx';
import { FormModal } from '../../../ui/forms/unsaved-changes.tsx';
import { createPasskey, PasskeyExists, PasskeyStopped } from '../../../ui/passkeys/run-ceremony.ts';

/** Names a passkey, and creates it if new; `done` receives recovery codes if the user had none. */
export function PasskeyDialog({
  renamed,
  close,
  done,
}: {
  renamed?: Passkey;
  close: () => void;
  done: (codes: string[]) => void;
}) {
  const { t } = useTranslation();
  const refetch = useRefetch();
  const [name, setName] = useState(renamed?.name ?? t('personal.passkeys.defaultName'));
  const save = useMutation({
    async mutationFn() {
      if (renamed) {
        const params = { id: renamed.id };
        await callEndpoint(calls.renamePasskey, { params, body: { name } });
        return [];
      }
      const { challenge, options } = await callEndpoint(calls.beginPasskey);
      const response = await createPasskey(options);
      const added = await callEndpoint(calls.addPasskey, { body: { challenge, name, response } });
      return added.recovery_codes;
    },
    onSuccess(codes) {
      void refetch([calls.getSecurity]);
      toastSuccess(t(renamed ? 'personal.passkeys.renamed' : 'personal.passkeys.added'));
      done(codes);
    },
  });
  const label = t(renamed ? 'personal.passkeys.rename' : 'personal.passkeys.add');
  return (
    <FormModal title={label} size="sm" leave={close}>
      <FormFrame
        submit={() => save.mutate()}
        submitLabel={label}
        busy={save.isPending}
        leave={close}
      >
        <TextInput
          label={t('personal.passkeys.name')}
          description={t('personal.passkeys.nameHint')}
          value={name}
          maxLength={40}
          onChange={(event) => setName(event.currentTarget.value)}
          error={
            save.error instanceof PasskeyExists
              ? t('personal.passkeys.exists')
              : save.error instanceof PasskeyStopped
                ? t('personal.passkeys.stopped')
                : save.error?.message
          }
          data-autofocus
        />
      </FormFrame>
    </FormModal>
  );
}

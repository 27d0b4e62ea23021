import { calls } from 'virtual:calls';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { useTranslation } from '../../texts.tsx';
import { useEndpointMutation } from '../../api/use-endpoint.ts';
import { useStatus } from '../../status.ts';
import { toastSuccess } from '../../ui/feedback/toasts.tsx';
import { useHumanCheck } from '../../ui/forms/human-check/use-human-check.ts';
import { pages } from '../index.ts';
import {
  keepRegistrationCode,
  keptCodes,
  keptRegistrationCode,
} from '../login/use-kept-referral.ts';
import { validateRegistration, type RegistrationValues } from './validate-registration.ts';

const EMPTY: RegistrationValues = {
  username: '',
  password: '',
  password2: '',
  email: '',
  verification_code: '',
  registration_code: '',
};

function toBody(
  { username, password, password2, registration_code: code, ...proof }: RegistrationValues,
  { withEmail, withCode }: { withEmail: boolean; withCode: boolean },
) {
  const { aff } = keptCodes();
  return {
    username,
    password,
    password2,
    ...(withEmail ? proof : {}),
    ...(aff === undefined ? {} : { aff_code: aff }),
    ...(withCode ? { registration_code: code } : {}),
  };
}

/** The state of the registration form. */
export function useRegistration() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const status = useStatus();
  const check = useHumanCheck();
  const { invite = '' } = useSearch({ strict: false }) as { invite?: string };
  const [values, setValues] = useState(() => ({
    ...EMPTY,
    registration_code: invite || keptRegistrationCode(),
  }));
  const [problem, tell] = useState<string | undefined>(undefined);
  const inputs = useRef<Partial<Record<keyof RegistrationValues, HTMLInputElement | null>>>({});
  const register = useEndpointMutation(calls.register);
  const withEmail = status.data?.email_verification === true;
  const withCode = status.data?.registration_code_required === true;

  const submit = (event: { preventDefault(): void }) => {
    event.preventDefault();
    const bad = validateRegistration(values, { withEmail, withCode });
    tell(bad ? t(bad.text) : undefined);
    if (bad) return inputs.current[bad.field]?.focus();
    const query = check.query();
    if (!query) return tell(t('registration.human.wait'));
    register.mutate(
      {
        query,
        body: toBody(values, { withEmail, withCode }),
      },
      {
        onSettled: check.renew,
        onError: (error) => tell(error.message),
        onSuccess: () => {
          keepRegistrationCode('');
          toastSuccess(t('registration.done'));
          void navigate({ to: pages.login.path });
        },
      },
    );
  };
  const field = (name: keyof RegistrationValues) => ({
    name,
    value: values[name],
    onChange: (event: { currentTarget: { value: string } }) => {
      const { value } = event.currentTarget;
      setValues((before) => ({ ...before, [name]: value }));
      if (name === 'registration_code') keepRegistrationCode(value.trim());
    },
    ref: (input: HTMLInputElement | null) => {
      inputs.current[name] = input;
    },
  });
  return {
    field,
    submit,
    problem,
    tell,
    check,
    withEmail,
    withCode,
    email: values.email,
    isOff: status.data?.register === false,
    isPending: register.isPending,
  };
}

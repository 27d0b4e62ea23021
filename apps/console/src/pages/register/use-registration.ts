import { calls } from 'virtual:calls';
import { useNavigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { useTranslation } from '../../texts.tsx';
import { useEndpointMutation } from '../../api/use-endpoint.ts';
import { useStatus } from '../../status.ts';
import { toastSuccess } from '../../ui/feedback/toasts.tsx';
import { useHumanCheck } from '../../ui/forms/human-check/use-human-check.ts';
import { pages } from '../index.ts';
import { keptReferral } from '../login/use-kept-referral.ts';
import { validateRegistration, type RegistrationValues } from './validate-registration.ts';

const EMPTY: RegistrationValues = {
  username: '',
  password: '',
  password2: '',
  email: '',
  verification_code: '',
};

/** The state of the registration form. */
export function useRegistration() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const status = useStatus();
  const check = useHumanCheck();
  const [values, setValues] = useState(EMPTY);
  const [problem, tell] = useState<string | undefined>(undefined);
  const inputs = useRef<Partial<Record<keyof RegistrationValues, HTMLInputElement | null>>>({});
  const register = useEndpointMutation(calls.register);
  const withEmail = status.data?.email_verification === true;

  const submit = (event: { preventDefault(): void }) => {
    event.preventDefault();
    const bad = validateRegistration(values, withEmail);
    tell(bad ? t(bad.text) : undefined);
    if (bad) return inputs.current[bad.field]?.focus();
    const query = check.query();
    if (!query) return tell(t('registration.human.wait'));
    const { username, password, password2, ...proof } = values;
    const referral = keptReferral();
    register.mutate(
      {
        query,
        body: {
          username,
          password,
          password2,
          ...(withEmail ? proof : {}),
          ...(referral === '' ? {} : { aff_code: referral }),
        },
      },
      {
        onSettled: check.renew,
        onError: (error) => tell(error.message),
        onSuccess: () => {
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
    email: values.email,
    isOff: status.data?.register === false,
    isPending: register.isPending,
  };
}

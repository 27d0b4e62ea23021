import { calls } from 'virtual:calls';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { useTranslation } from '../../texts.tsx';
import { useEndpointMutation } from '../../api/use-endpoint.ts';
import { storeNextAddress, nextQuery, readNextAddress } from '../../session/next-address.ts';
import { useStatus } from '../../status.ts';
import { toastSuccess } from '../../ui/feedback/toasts.tsx';
import { useHumanCheck } from '../../ui/forms/human-check/use-human-check.ts';
import { pages } from '../index.ts';
import {
  storeRegistrationCode,
  storedCodes,
  storedRegistrationCode,
} from '../login/stored-referral-codes.ts';
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
  const { aff } = storedCodes();
  return {
    username,
    password,
    password2,
    ...(withEmail ? proof : {}),
    ...(aff === undefined ? {} : { aff_code: aff }),
    ...(withCode ? { registration_code: code } : {}),
  };
}

/** The field that each error of the server is about. */
const FIELD_OF: Readonly<Record<string, keyof RegistrationValues>> = {
  username_taken: 'username',
  username_invalid: 'username',
  password_length: 'password',
  passwords_differ: 'password2',
  email_taken: 'email',
  email_invalid: 'email',
  email_required: 'email',
  email_domain_not_allowed: 'email',
  email_alias_not_allowed: 'email',
  verification_code_required: 'verification_code',
  verification_code_wrong: 'verification_code',
  registration_code_required: 'registration_code',
  registration_code_invalid: 'registration_code',
};

type Inputs = Partial<Record<keyof RegistrationValues, HTMLInputElement | null>>;

/** Holds a problem of the whole form, or of a field, which then gets the focus. */
function useProblem(inputs: RefObject<Inputs>) {
  const [problem, setProblem] = useState<string | undefined>(undefined);
  const [fieldProblem, setFieldProblem] = useState<{
    field: keyof RegistrationValues;
    text: string;
  }>();
  const showProblem = (text: string | undefined) => {
    setFieldProblem(undefined);
    setProblem(text);
  };
  const showFieldProblem = (field: keyof RegistrationValues, text: string) => {
    setProblem(undefined);
    setFieldProblem({ field, text });
    inputs.current[field]?.focus();
  };
  return {
    problem,
    fieldProblem,
    showProblem,
    showFieldProblem,
    /** How the request for an e-mail code went. */
    codeForm: {
      showEmailProblem: (text: string | undefined) =>
        text === undefined ? showProblem(text) : showFieldProblem('email', text),
      showProblem,
      focusCode: () => inputs.current.verification_code?.focus(),
    },
  };
}

/** Reads a link's parameters: a registration code, and the page to continue to after the login. */
function useLinkedFrom() {
  const search = useSearch({ strict: false }) as { invite?: string; next?: string };
  const next = readNextAddress(search.next);
  useEffect(() => storeNextAddress(next), [next]);
  return { code: search.invite || storedRegistrationCode(), next };
}

/** Returns who may register, and with what. */
function useRules() {
  const { data: status } = useStatus();
  return {
    isOff: status?.register === false,
    byPassword: status?.password_register !== false,
    withEmail: status?.email_verification === true,
    withCode: status?.registration_code_required === true,
  };
}

/** Returns the state of the registration form. */
export function useRegistration() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const rules = useRules();
  const check = useHumanCheck();
  const { code, next } = useLinkedFrom();
  const [values, setValues] = useState(() => ({ ...EMPTY, registration_code: code }));
  const inputs = useRef<Inputs>({});
  const { problem, fieldProblem, showProblem, showFieldProblem, codeForm } = useProblem(inputs);
  const register = useEndpointMutation(calls.register);
  const { byPassword, withEmail, withCode } = rules;

  const submit = (event: { preventDefault(): void }) => {
    event.preventDefault();
    if (!byPassword) return;
    const bad = validateRegistration(values, { withEmail, withCode });
    if (bad) return showFieldProblem(bad.field, t(bad.text));
    showProblem(undefined);
    const query = check.query();
    if (!query) return showProblem(t('registration.human.wait'));
    register.mutate(
      { query, body: toBody(values, { withEmail, withCode }) },
      {
        onSettled: check.renew,
        onError: (error) => {
          const about = FIELD_OF[error.code ?? ''];
          if (about) showFieldProblem(about, error.message);
          else showProblem(error.message);
        },
        onSuccess: () => {
          storeRegistrationCode('');
          toastSuccess(t('registration.done'));
          void navigate({
            to: pages.login.path,
            search: nextQuery(next),
            state: { username: values.username.trim() } as never,
          });
        },
      },
    );
  };
  const field = (name: keyof RegistrationValues) => ({
    name,
    value: values[name],
    error: fieldProblem?.field === name ? fieldProblem.text : undefined,
    errorProps: { role: 'alert' },
    onChange: (event: { currentTarget: { value: string } }) => {
      const { value } = event.currentTarget;
      setValues((before) => ({ ...before, [name]: value }));
      if (name === 'registration_code') storeRegistrationCode(value.trim());
    },
    ref: (input: HTMLInputElement | null) => {
      inputs.current[name] = input;
    },
  });
  return {
    field,
    submit,
    problem,
    codeForm,
    check,
    ...rules,
    email: values.email,
    next,
    isPending: register.isPending,
  };
}

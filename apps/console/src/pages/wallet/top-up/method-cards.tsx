import { Badge, Loader, SimpleGrid, Text, UnstyledButton } from '@mantine/core';
import type { PaymentMethod } from '@tollgate/contract';
import { useTranslation } from '../../../texts.tsx';
import { FieldGroup } from '../../../ui/forms/field-group.tsx';
import { iconOf } from './method-icons.ts';
import { methodName, methodNote } from './method-words.ts';
import type { MethodCard } from './payment-methods.ts';

/** The payment methods as buttons. A disabled one can be clicked, and says why it does nothing. */
export function MethodCards({
  methods,
  last,
  byDefault,
  busy,
  choose,
  point,
}: {
  methods: readonly MethodCard[];
  last: PaymentMethod | undefined;
  /** The site's default, if it applies because no method was used before. */
  byDefault: PaymentMethod | undefined;
  /** The method whose price is being fetched. */
  busy: PaymentMethod | undefined;
  choose: (card: MethodCard) => void;
  /** Called with the hovered or focused method; undefined for none. */
  point: (card: MethodCard | undefined) => void;
}) {
  const { t } = useTranslation();
  return (
    <FieldGroup label={t('wallet.modal.methods')}>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="xs">
        {methods.map((card) => {
          const { method, on } = card;
          const IconOf = iconOf(method);
          return (
            <UnstyledButton
              key={method}
              className="method-card"
              data-off={!on || undefined}
              data-method={method}
              disabled={busy !== undefined}
              onClick={() => choose(card)}
              onMouseEnter={() => point(card)}
              onMouseLeave={() => point(undefined)}
              onFocus={() => point(card)}
              onBlur={() => point(undefined)}
            >
              {busy === method ? (
                <Loader size={24} aria-hidden />
              ) : (
                <IconOf size={24} stroke={1.6} aria-hidden />
              )}
              <span>
                <Text component="span" display="block" fw={500}>
                  {methodName(t, method)}
                </Text>
                <Text component="span" display="block" size="xs" c="dimmed">
                  {on ? methodNote(t, method) : t('wallet.modal.off')}
                </Text>
              </span>
              {on && (method === last || method === byDefault) ? (
                <Badge variant="light" size="sm" tt="none" fw={500} ml="auto">
                  {t(method === last ? 'wallet.modal.lastUsed' : 'wallet.modal.byDefault')}
                </Badge>
              ) : null}
            </UnstyledButton>
          );
        })}
      </SimpleGrid>
    </FieldGroup>
  );
}

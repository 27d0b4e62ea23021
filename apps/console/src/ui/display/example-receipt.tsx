import { useTranslation } from '../../texts.tsx';
import { formatNumber } from '../format/format-number.ts';

const MODEL = 'claude-sonnet-4-6';
/** Tokens and their list price per million, in dollars. */
const LINES = [
  { name: 'input', tokens: 1842, usd: 3 },
  { name: 'cached', tokens: 12_000, usd: 0.3 },
  { name: 'output', tokens: 612, usd: 15 },
] as const;
const MILLION = 1_000_000;

/** How a charge is composed, using an example call: the total is computed from its lines. */
export function ExampleReceipt() {
  const { t } = useTranslation();
  const total = LINES.reduce((sum, { tokens, usd }) => sum + tokens * usd, 0) / MILLION;
  return (
    <table className="receipt">
      <caption>
        {t('shell.receipt.example')} <span className="mono">{MODEL}</span>
      </caption>
      <tbody>
        {LINES.map(({ name, tokens, usd }) => (
          <tr key={name}>
            <th scope="row">{t(`shell.receipt.${name}`)}</th>
            <td className="mono">
              {t('shell.receipt.line', {
                tokens: formatNumber(tokens),
                price: usd.toFixed(2),
              })}
            </td>
            <td className="mono">{`$${((tokens * usd) / MILLION).toFixed(6)}`}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row" colSpan={2}>
            {t('shell.receipt.charged')}
          </th>
          <td className="mono">{`$${total.toFixed(6)}`}</td>
        </tr>
      </tfoot>
    </table>
  );
}

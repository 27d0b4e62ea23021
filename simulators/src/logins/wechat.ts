import { startSimulatorServer } from '../simulator-server.ts';
import { withSwitchableFault, type LoginSimulator, type Person } from './login-simulator.ts';

const TOKEN = 'wechat-token';

/**
 * The server behind a WeChat official account. Its codes are valid for three minutes, however often they are used,
 * as those of songquanpeng/wechat-server are (`common/verification.go`).
 *
 * @public Loaded by the id of its provider.
 */
export async function startLoginSimulator(): Promise<LoginSimulator> {
  const codes = new Map<string, Pick<Person, 'subject' | 'status'>>();
  let last = 100_000;
  const { respond: response, fail } = withSwitchableFault(({ path, query, headers }) => {
    if (path !== '/api/wechat/user') return { status: 404, body: 'no such page' };
    if (headers.authorization !== TOKEN)
      return { body: { success: false, message: 'no', data: '' } };
    const code = query.get('code') ?? '';
    const { subject: data = '', status = 200 } = codes.get(code) ?? { subject: '' };
    return { status, body: { success: true, message: '', data } };
  });
  const server = await startSimulatorServer(response);
  return {
    env: {},
    options: { WeChatServerAddress: server.url, WeChatServerToken: TOKEN },
    prove({ subject, status = 200 }) {
      const code = String((last += 1));
      codes.set(code, { subject, status });
      return { code };
    },
    fail,
    close: server.close,
  };
}

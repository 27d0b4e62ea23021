import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

/**
 * Resumes an agent's session over the Agent Client Protocol: JSON-RPC, one message per line, on its standard
 * streams. Prints the agent's output and exits with 0 when its turn has ended. Run as `node prompt-by-acp.ts
 * <binary> <session> <model> <prompt> [<argument> …]`. Source:
 * https://agentclientprotocol.com/protocol/overview, November 2026.
 */

interface Message {
  id?: number;
  method?: string;
  params?: {
    update?: { sessionUpdate: string; content?: { text?: string } };
    options?: { optionId: string; kind: string }[];
  };
  result?: { stopReason?: string };
  error?: { message: string };
}

const [binary = '', sessionId = '', modelId = '', prompt = '', ...args] = process.argv.slice(2);
const agent = spawn(binary, args, { stdio: ['pipe', 'pipe', 'inherit'] });
const waiting = new Map<number, (message: Message) => void>();
let isPrompted = false;

createInterface({ input: agent.stdout }).on('line', (line) => {
  receive(JSON.parse(line) as Message);
});
agent.once('close', (code) => process.exit(code === 0 ? 1 : (code ?? 1)));

const cwd = process.cwd();
await call('initialize', { protocolVersion: 1, clientCapabilities: {} });
await call('session/load', { sessionId, cwd, mcpServers: [] });
await call('session/set_model', { sessionId, modelId });
isPrompted = true;
const { stopReason } = await call('session/prompt', {
  sessionId,
  prompt: [{ type: 'text', text: prompt }],
});
agent.removeAllListeners('close').stdin.end();
agent.kill('SIGTERM');
await once(agent, 'close');
if (stopReason !== 'end_turn') throw new Error(`the turn ended with ${stopReason}`);

/** Resolves to the result of a request; throws if the agent responds with an error. */
async function call(method: string, params: unknown): Promise<NonNullable<Message['result']>> {
  const id = waiting.size + 1;
  send({ id, method, params });
  const { result, error } = await new Promise<Message>((resolve) => waiting.set(id, resolve));
  if (error) throw new Error(`${method}: ${JSON.stringify(error)}`);
  return result ?? {};
}

function receive({ id, method, params, ...response }: Message): void {
  if (method === undefined) {
    if (id !== undefined) waiting.get(id)?.(response);
    return;
  }
  // Anything sent before the prompt replays the session so far.
  if (params?.update?.sessionUpdate === 'agent_message_chunk' && isPrompted)
    process.stdout.write(params.update.content?.text ?? '');
  if (method === 'session/request_permission') {
    const optionId = params?.options?.find(({ kind }) => kind === 'allow_once')?.optionId;
    send({ id, result: { outcome: { outcome: 'selected', optionId } } });
  } else if (id !== undefined) send({ id, error: { code: -32_601, message: 'not supported' } });
}

function send(message: object): void {
  agent.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
}

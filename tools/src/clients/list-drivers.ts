import type { ClientDriver } from './client-driver.ts';
import { DIALECTS } from './dialects.ts';
import { claudeCode } from './drivers/claude-code.ts';
import { cline } from './drivers/cline.ts';
import { codex } from './drivers/codex.ts';
import { geminiCli } from './drivers/gemini-cli.ts';
import { opencode } from './drivers/opencode.ts';
import { pi } from './drivers/pi.ts';
import { qwenCode } from './drivers/qwen-code.ts';

/** Returns all clients; those that speak several dialects are listed once for each that people use. */
export function listDrivers(): ClientDriver[] {
  return [
    claudeCode,
    codex,
    geminiCli,
    opencode('openai-chat'),
    opencode('anthropic-messages'),
    ...DIALECTS.map(pi),
    qwenCode,
    cline,
  ];
}

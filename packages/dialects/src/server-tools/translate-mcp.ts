import type { UpstreamFormat } from '../ir/dialect.ts';
import { isOpenAiModel } from '../model-rules/openai-models.ts';
import type { McpServer, ServerTool } from '../ir/request.ts';
import { recordOf, recordsOf, textOf } from '../json/loose-values.ts';
import { isRecord } from '../json/parse-json.ts';
import type { JsonObject } from '../json/json-object.ts';

/**
 * Reads the tool servers of a messages body. Undefined if one of them uses what OpenAI's format lacks:
 * configuring or disabling individual tools, pinned lists. Source: Anthropic's SDK types (1.11.0), betas
 * mcp-client-2025-04-04 and later.
 */
export function readMcpServers(body: JsonObject): readonly McpServer[] | undefined {
  const toolsets = recordsOf(body.tools).filter(({ type }) => type === 'mcp_toolset');
  const servers = recordsOf(body.mcp_servers).map((server): McpServer | undefined => {
    const { name, url, authorization_token: token, tool_configuration: old } = server;
    const set = toolsets.find(({ mcp_server_name: serverName }) => serverName === name);
    const isPlain = (set ?? {}).configs === undefined && (set ?? {}).tools === undefined;
    if (!isPlain || isRecord(set?.default_config) || textOf(url) === '') return undefined;
    const { allowed_tools: allowed, enabled } = recordOf(old);
    if (enabled === false) return undefined;
    return {
      name: textOf(name),
      url: textOf(url),
      ...(typeof token === 'string' ? { token } : {}),
      ...(Array.isArray(allowed) ? { allowedTools: allowed as unknown[] } : {}),
    };
  });
  return servers.every((server) => server !== undefined) ? servers : undefined;
}

/** Returns whether an upstream calls tool servers in a format that they can be translated to. */
export function takesMcpServers(to: UpstreamFormat, model: string): boolean {
  return to === 'openai-responses' && isOpenAiModel(model);
}

/** Renders tool servers in OpenAI's format, without approval of calls. */
export function renderMcpServers(servers: readonly McpServer[] = []): readonly object[] {
  return servers.map(({ name, url, token, allowedTools }) => ({
    type: 'mcp',
    server_label: name,
    server_url: url,
    require_approval: 'never',
    ...(token === undefined ? {} : { authorization: token }),
    ...(allowedTools === undefined ? {} : { allowed_tools: allowedTools }),
  }));
}

/** Toolsets refer to servers, which are translated themselves. */
export function isToolset({ type }: ServerTool): boolean {
  return type === 'mcp_toolset';
}

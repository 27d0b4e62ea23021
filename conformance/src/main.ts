import { vendorRules } from '@tollgate/simulators';
import { CASES } from './cases/cases.ts';
import { RESPONSE_RULES } from './dialects/response-rules.ts';
import { listMockChannels, UPSTREAMS } from './mocks/upstreams.ts';
import { type Command, readCommand, USAGE } from './read-command.ts';
import { runCommand } from './run-command.ts';

const print = (text: string) => void process.stdout.write(`${text}\n`);

/** `npm run conformance`: exit code 0 if all passed, 1 if something failed, 2 if it could not run. */
const command = read();
if (command?.only === 'list') printLists();
else if (command?.only === 'channels') printChannels(command);
else if (command) process.exitCode = await run(command);

async function run(command: Command): Promise<number> {
  try {
    return (await runCommand(command, print)).passed ? 0 : 1;
  } catch (error) {
    const { message, cause } = error as Error;
    print(
      `The suite could not run: ${message}${cause instanceof Error ? ` (${cause.message})` : ''}`,
    );
    return 2;
  }
}

function read(): Command | undefined {
  try {
    return readCommand(process.argv.slice(2));
  } catch (error) {
    print(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}`);
    process.exitCode = 2;
    return undefined;
  }
}

function printLists(): void {
  print('Cases');
  for (const { name, title, runsWithoutMocks } of CASES)
    print(`  ${name}: ${title}${runsWithoutMocks ? '' : ' (needs the mocks)'}`);
  print('\nWhat the mocks refuse, as the vendors do (D documented, I seen, C coded, N remembered)');
  for (const { id, mark, refusal, source } of vendorRules)
    print(`  ${mark} ${id}\n      “${refusal}”\n      ${source}`);
  print('\nWhat clients expect of answers');
  for (const [id, { mark, source }] of Object.entries(RESPONSE_RULES))
    print(`  ${mark} ${id}: ${source}`);
}

function printChannels({ mockHost, mockPort }: Command): void {
  const channels = listMockChannels(
    (kind) => `http://${mockHost}:${mockPort + UPSTREAMS[kind].portOffset}`,
  );
  for (const { name, upstream, baseUrl, key, priority, models, mapping } of channels) {
    print(`${name}\n  type      ${upstream.title} (new-api ${upstream.channelType})`);
    print(
      `  base URL  ${baseUrl}\n  key       ${key}\n  priority  ${priority}\n  models    ${models.join(', ')}`,
    );
    if (Object.keys(mapping).length > 0)
      print(`  mapping   the failover models to ${upstream.model}`);
  }
}

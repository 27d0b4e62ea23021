import type { EventEmitter } from 'node:events';
import type { Socket } from 'node:net';

/** The driver's connection, which its types do not declare; with TLS, its stream is replaced. */
interface DriverConnection extends EventEmitter {
  readonly stream: Socket;
}

/**
 * Lets a malformed message fail the connection: PostgreSQL's driver throws while it reads one, which would
 * end the process.
 */
export function containFaults(client: object): void {
  const { connection } = client as { connection: DriverConnection };
  contain(connection.stream);
  connection.once('sslconnect', () => contain(connection.stream));
}

function contain(stream: Socket): void {
  const emit = stream.emit.bind(stream);
  stream.emit = (event: string, ...parameters: unknown[]) => {
    try {
      return emit(event, ...parameters);
    } catch (error) {
      stream.destroy(error as Error);
      return true;
    }
  };
}

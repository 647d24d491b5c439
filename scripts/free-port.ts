import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** Below these no system takes a port for a connection that goes out (Linux begins at 32768). */
const [LOWEST, PORTS] = [10_000, 22_000];

/**
 * A port that nobody has, for TCP and for UDP. One that the system chooses itself (0) may be that
 * of a connection that another test makes before the program listens.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = LOWEST + Math.floor(Math.random() * PORTS);
    const tcp = createServer();
    const udp = createSocket('udp4');
    try {
      await Promise.all([
        once(tcp.listen(port, '127.0.0.1'), 'listening'),
        once(udp.bind(port, '127.0.0.1'), 'listening'),
      ]);
      return port;
    } catch {
      // Somebody has it.
    } finally {
      tcp.close();
      udp.close();
    }
  }
}

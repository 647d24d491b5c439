import { once } from 'node:events';
import { metricsOf } from '../relay/metrics.ts';

/**
 * What a running Node still holds once its garbage is collected. Resident memory rises and falls
 * with the garbage, over minutes where there is little of it, and would hide or feign growth.
 */
export class HeldMemory {
  readonly #inspector: WebSocket;
  readonly #port: number;

  private constructor(inspector: WebSocket, port: number) {
    this.#inspector = inspector;
    this.#port = port;
  }

  /** Of the server at this port, whose inspector listens at the other. */
  static async of(port: number, inspectorPort: number): Promise<HeldMemory> {
    const list = await fetch(`http://127.0.0.1:${inspectorPort}/json/list`);
    const [target] = (await list.json()) as { webSocketDebuggerUrl: string }[];
    // One for the whole run, because Node prints a line for each.
    const inspector = new WebSocket(target?.webSocketDebuggerUrl ?? '');
    await once(inspector, 'open');
    return new HeldMemory(inspector, port);
  }

  /** In KiB. */
  async now(): Promise<number> {
    const collected = once(this.#inspector, 'message');
    this.#inspector.send(JSON.stringify({ id: 1, method: 'HeapProfiler.collectGarbage' }));
    await collected;
    const metric = await metricsOf(this.#port);
    return (metric('nodejs_heap_size_used_bytes') + metric('nodejs_external_memory_bytes')) / 1024;
  }

  close(): void {
    this.#inspector.close();
  }
}

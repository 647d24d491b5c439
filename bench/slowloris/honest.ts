import { Agent, request } from 'node:http';
import { connect, type Socket } from 'node:net';

export interface Times {
  readonly posts: readonly number[];
  readonly deliveries: readonly number[];
}

/** Posts at a steady pace and reads the stream; answers how long each post and delivery took. */
export class HonestTraffic {
  readonly #port: number;
  readonly #agent = new Agent({ keepAlive: true });
  readonly #stream: Socket;
  readonly #sentAt = new Map<number, number>();
  readonly #deliveries: number[] = [];
  #sent = 0;

  constructor(port: number) {
    this.#port = port;
    this.#stream = connect(port, '127.0.0.1');
    this.#stream.setEncoding('utf8');
    this.#stream.write('GET /api/webhook/events HTTP/1.1\r\nHost: localhost\r\n\r\n');
    this.#stream.on('data', (text: string) => {
      const now = performance.now();
      for (const [, id] of text.matchAll(/"payload":(\d+)/g)) {
        const sentAt = this.#sentAt.get(Number(id));
        if (sentAt !== undefined) this.#deliveries.push(now - sentAt);
        this.#sentAt.delete(Number(id));
      }
    });
  }

  async run(seconds: number, perSecond: number): Promise<Times> {
    this.#deliveries.length = 0;
    const posts: Promise<number>[] = [];
    const end = performance.now() + seconds * 1000;
    while (performance.now() < end) {
      posts.push(this.#post());
      await new Promise((resolve) => setTimeout(resolve, 1000 / perSecond));
    }
    const took = await Promise.all(posts);
    const giveUp = performance.now() + 10_000;
    while (this.#sentAt.size > 0 && performance.now() < giveUp) {
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    if (this.#sentAt.size > 0) throw new Error(`${this.#sentAt.size} deliveries are missing`);
    return { posts: took, deliveries: [...this.#deliveries] };
  }

  close(): void {
    this.#stream.destroy();
    this.#agent.destroy();
  }

  #post(): Promise<number> {
    const name = ++this.#sent;
    const began = performance.now();
    this.#sentAt.set(name, began);
    const options = { port: this.#port, method: 'POST', path: '/api/webhook', agent: this.#agent };
    return new Promise((resolve, reject) => {
      const sent = request({ ...options, host: '127.0.0.1' }, (answer) => {
        answer.resume();
        if (answer.statusCode !== 202) reject(new Error(`an honest post got ${answer.statusCode}`));
        answer.on('end', () => resolve(performance.now() - began));
      });
      sent.on('error', reject);
      sent.end(String(name));
    });
  }
}

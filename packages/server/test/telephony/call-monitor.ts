import type { Socket } from 'node:net';
import { Simulator } from './simulator.ts';

/** The call monitor of a FRITZ!Box: writes lines to whoever connects, and reads nothing. */
export class CallMonitor extends Simulator {
  protected override serve(socket: Socket): void {
    this.follow(socket);
  }

  /** As lines of a transcript, each ended as the box does. */
  lines(...lines: string[]): Promise<void> {
    return this.say(lines.map((line) => `${line}\r\n`).join(''));
  }
}

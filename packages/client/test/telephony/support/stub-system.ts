import {
  type AddressCache,
  type AddressPage,
  type PhoneBookEntry,
  TelephonyError,
  type TelephonyListener,
  type TelephonySystem,
} from '../../../src/telephony/index.ts';

/** A telephony system with single look-ups and nothing else; a test replaces what it is about. */
export class StubSystem implements TelephonySystem {
  listener: TelephonyListener | undefined;
  readonly commands: string[] = [];

  connect(listener: TelephonyListener): void {
    this.listener = listener;
    listener.state('live');
    const addressCache = { state: 'empty', count: 0, updatedAt: '' } as const;
    listener.greeted({ seq: 0, calls: [], extension: '21', addressCache });
  }

  close(): void {
    this.listener?.state('stopped');
  }

  wake(): void {}

  addressCache(): Promise<AddressCache> {
    return Promise.reject(new TelephonyError('unknown_command', 'no cache'));
  }

  addresses(_page: number, _pageSize: number): Promise<AddressPage> {
    return Promise.reject(new TelephonyError('unknown_command', 'no pages'));
  }

  address(_which: { index: number } | { number: string }): Promise<PhoneBookEntry> {
    return Promise.reject(new TelephonyError('not_found', 'no entry'));
  }

  async dial(number: string): Promise<string> {
    this.commands.push(`dial ${number}`);
    return '1';
  }

  async command(command: string, callId: string, to = ''): Promise<void> {
    this.commands.push(`${command} ${callId} ${to}`.trim());
  }
}

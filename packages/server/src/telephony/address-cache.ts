import type { AddressCache, AddressCacheState, PhoneBookEntry } from '@hookline/contract';

export interface AddressCacheOptions {
  readonly now: () => number;
  /** Whether the phone book is made of the archive, which needs no report of it. */
  readonly ofArchive: boolean;
  readonly onChange: (state: AddressCacheState) => void;
}

/** The telephony app's own copy of the phone book; it can be taken away to test what comes then. */
export class AddressCacheOfApp {
  readonly #options: AddressCacheOptions;
  #addresses: readonly PhoneBookEntry[] | undefined;
  #updatedAt: string;

  constructor(options: AddressCacheOptions) {
    this.#options = options;
    this.#updatedAt = this.#time();
  }

  fill(addresses: readonly PhoneBookEntry[] | undefined): void {
    this.#addresses = addresses;
    this.#updatedAt = this.#time();
    this.#options.onChange(this.state());
  }

  /** Not news to anybody who has it, and left alone while it is cleared. */
  renew(addresses: readonly PhoneBookEntry[]): void {
    if (this.#addresses !== undefined) this.#addresses = addresses;
  }

  clear(): void {
    this.fill(undefined);
  }

  state(): AddressCacheState {
    return {
      state: this.#addresses === undefined ? 'empty' : 'filled',
      count: this.#addresses?.length ?? 0,
      updatedAt: this.#updatedAt,
      ...(this.#options.ofArchive && { ofArchive: true }),
    };
  }

  whole(): AddressCache {
    return { ...this.state(), addresses: this.#addresses ?? [] };
  }

  #time(): string {
    return new Date(this.#options.now()).toISOString();
  }
}

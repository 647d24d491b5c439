/** What an attack gets to know of the service. */
export interface Target {
  readonly port: number;
  /** How many of something: all of them, or fewer where there is less time. */
  scale(count: number): number;
  /** The service has read what was sent to it: it holds as much as a moment ago. */
  read(): Promise<void>;
  /** Everything accepted so far is stored. */
  settled(): Promise<void>;
}

export interface Attack {
  readonly name: string;
  /** Throws if the service does not do what it should even then. */
  run(target: Target): Promise<void>;
}

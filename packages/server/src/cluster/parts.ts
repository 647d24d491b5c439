import type { ChangedKind, Channel, Rejection } from '@hookline/contract';
import type { Config } from '../config/properties.ts';
import type { Hub, Judge } from '../hub/hub.ts';
import type { Publish } from '../hub/transport.ts';

/** What of a text stays. */
export type Finds = (payload: string) => ReturnType<Judge>;

export interface ClusterOptions {
  readonly config: Config;
  /** The same with the tokens as they are now. */
  readonly running: () => Config;
  readonly version: string;
  readonly now: () => number;
  readonly log: Record<'error' | 'info' | 'warn', (fields: object, text: string) => void>;
}

/** What the rest of the service does about what the nodes share. */
export interface ClusterListener {
  /** Where this node runs, for people. */
  readonly name: string;
  readonly hub: Hub;
  readonly streams: {
    /** How many streams there are for each set of channels. */
    readonly perChannelSet: ReadonlyMap<number, number>;
    listenersOf(channel: Channel | null): number;
  };
  /** Another node has refused a webhook. */
  readonly onRejection: (rejection: Rejection) => void;
  /** A login was ended, on this node or another. */
  readonly onEnded: (session: string, until: number) => void;
  /** JetStream has stored an event, after so many seconds. */
  readonly onStored: (seconds: number) => void;
  /** Done when the archive has everything up to this id. */
  readonly stored: (id: number, timeout: number) => Promise<void>;
  /** Up to where the archive has what was in this epoch of the stream; an error while it cannot tell. */
  readonly fedThrough: (instance: string) => Promise<number>;
  /** Something in the archive has changed, by another node. */
  readonly onChanged: (kind: ChangedKind) => void;
  /** An erasure is over, by this node or another; it has this name. */
  readonly onErased: (erasure: string) => void;
  /** Takes a number out of what waits on this node for the database, out of its phone book, and of what is held here. */
  readonly eraseHere: (number: string, held: (judge: Finds) => Promise<void>) => Promise<void>;
}

export type ClusterParts = ClusterOptions & ClusterListener;

/** Plain numbers for the metrics. */
export interface ClusterFigures {
  readonly isConnected: boolean;
  readonly isAway: boolean;
  /** Events in the stream that this node does not have yet. */
  readonly lag: number;
  /** How often following the stream had to begin anew. */
  readonly restarts: number;
  readonly peers: number;
  /** By how many seconds the clock of one of them is off this one's, if that is too much. */
  readonly clockOff: number;
  /** Webhooks that wait for JetStream. */
  readonly waiting: number;
}

/** What a node can do once it is connected. */
export interface LiveNode {
  readonly publisher: { readonly publish: Publish };
  readonly peers: {
    tellChanged(kind: ChangedKind): void;
    tellRejection(rejection: Rejection): void;
  };
  obstacle(): string | undefined;
  isIssued(id: number): Promise<boolean>;
  clearHistory(): Promise<void>;
  redact(judge: Finds, number: string): Promise<readonly string[]>;
  tellErased(): Promise<void>;
  endSession(id: string, until: number): Promise<void>;
  troubles(): readonly string[];
  figures(): ClusterFigures;
  close(): Promise<void>;
}

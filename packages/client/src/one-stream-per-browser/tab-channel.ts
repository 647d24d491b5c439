/** Reaches all other tabs of the same browser and origin, never the one that sends. */
export interface TabChannel {
  post(message: unknown): void;
  close(): void;
}

export type OpenTabChannel = (name: string, listener: (message: unknown) => void) => TabChannel;

/** Undefined in a browser that has none: there each tab gets a stream of its own. */
export const openTabChannel: OpenTabChannel | undefined =
  typeof document === 'object' && typeof BroadcastChannel === 'function'
    ? (name, listener) => {
        const channel = new BroadcastChannel(name);
        channel.onmessage = ({ data }) => listener(data);
        return {
          post: (message) => channel.postMessage(message),
          close: () => channel.close(),
        };
      }
    : undefined;

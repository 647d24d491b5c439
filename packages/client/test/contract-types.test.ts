import type * as contract from '@hookline/contract';
import { expectTypeOf, test } from 'vitest';
import type { ChangedKind, ChannelName, LiveEventsOptions, WebhookEvent } from '../src/index.ts';
import type { Hello } from '../src/stream-messages.ts';

test("the client's own types agree with what the backend sends", () => {
  expectTypeOf<contract.WebhookEvent>().toExtend<WebhookEvent>();
  expectTypeOf<keyof WebhookEvent>().toEqualTypeOf<keyof contract.WebhookEvent>();
  expectTypeOf<contract.Hello>().toExtend<Hello>();
  expectTypeOf<keyof Hello>().toEqualTypeOf<keyof contract.Hello>();
  expectTypeOf<ChannelName>().toEqualTypeOf<contract.Channel | typeof contract.GENERIC>();
  expectTypeOf<ChangedKind>().toEqualTypeOf<contract.ChangedKind>();
});

test('[OP5] a channel that is none does not compile', () => {
  expectTypeOf<readonly ['jobs', 'generic']>().toExtend<LiveEventsOptions['channels']>();
  expectTypeOf<readonly ['job']>().not.toExtend<LiveEventsOptions['channels']>();
});

import Type, { type Static } from 'typebox';

/** What of the mock can be turned off, to see how a client does without. */
export const Switches = Type.Object(
  {
    addresses: Type.Boolean({ description: 'Off: the command `addresses` is `unavailable`.' }),
    pickUp: Type.Boolean({
      description: 'Off: the other side of a dialled call does not answer by itself.',
    }),
  },
  { title: 'Switches', additionalProperties: false },
);
export type Switches = Static<typeof Switches>;

export const SwitchChange = Type.Partial(Switches, {
  additionalProperties: false,
  title: 'SwitchChange',
});

export const ALL_ON: Readonly<Switches> = { addresses: true, pickUp: true };

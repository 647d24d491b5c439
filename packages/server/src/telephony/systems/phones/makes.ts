import type { PhoneMake } from '../../../config/kinds/desk-phones.ts';

/** What a telephone is told, besides to dial. */
export type PhoneVerb = 'answer' | 'reject' | 'hangup' | 'transfer';

/** How the telephones of a maker are told what to do: a path and a query for each verb. */
export interface Make {
  readonly name: string;
  readonly dial: (number: string) => string;
  readonly answer: string;
  readonly reject: string;
  readonly hangup: string;
  /** Left out where the manual leaves a doubt whether it asks the other side first. */
  readonly transfer?: (digits: readonly string[]) => string;
  /** Does nothing, and is refused to whoever may not give orders. */
  readonly trial: string;
  /** What is switched off, by the status of the refusal. */
  readonly off: Readonly<Record<number, string>>;
  /** The same where nobody answers. */
  readonly silent: string;
}

const SNOM_OFF =
  'once its passwords were changed, remote control works only with the hidden tags off (Advanced, QoS/Security)';
const YEALINK_OFF =
  'it takes orders from the addresses in its Action URI Allow IP List alone (Features, Remote Control), and shows a question the first time';

/** From the manuals of the makers; not one of them was tried. */
export const MAKES: Readonly<Record<PhoneMake, Make>> = {
  snom: {
    name: 'Snom',
    dial: (number) => `/command.htm?number=${number}`,
    // Not OFFHOOK: it would talk by a handset that lies on its telephone.
    answer: '/command.htm?key=ENTER',
    reject: '/command.htm?key=CANCEL',
    hangup: '/command.htm?key=CANCEL',
    transfer: (digits) => `/command.htm?key=${['TRANSFER', ...digits, 'ENTER'].join(';')}`,
    trial: '/command.htm',
    off: { 403: SNOM_OFF, 404: SNOM_OFF },
    silent: 'is its web server on (Advanced, Network)?',
  },
  yealink: {
    name: 'Yealink',
    dial: (number) => `/servlet?key=number=${number}`,
    answer: '/servlet?key=ASW',
    reject: '/servlet?key=CANCEL',
    hangup: '/servlet?key=CALLEND',
    trial: '/servlet?phonecfg=get[&accounts=0&dnd=0&fw=0]',
    off: { 403: YEALINK_OFF, 404: YEALINK_OFF },
    silent: 'is its web server on (Network, Advanced)?',
  },
};

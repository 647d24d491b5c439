import type { RunningServer } from '../support/running-server.ts';

export const PATH = '/soap/server1';
const SOAP = 'http://schemas.xmlsoap.org/soap/envelope/';
const ENCODING = 'http://schemas.xmlsoap.org/soap/encoding/';

/** An envelope around these parts, with the prefix `s` for SOAP 1.1. */
export function envelope(body: string, header = '', attributes = ''): string {
  return `<?xml version="1.0"?><s:Envelope xmlns:s="${SOAP}"${attributes}>${header}<s:Body>${body}</s:Body></s:Envelope>`;
}

export const HONEST_CALL = envelope('<m:getServerTime xmlns:m="http://DefaultNamespace"/>');

/** The answer byte for byte, as the most particular of the old clients needs it. */
export function timeAnswer(address: string, seconds: number): string {
  return `<?xml version="1.0" encoding="utf-8"?><soapenv:Envelope xmlns:soapenv="${SOAP}" xmlns:xsd="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"><soapenv:Body><ns1:getServerTimeResponse soapenv:encodingStyle="${ENCODING}" xmlns:ns1="${address}"><getServerTimeReturn xsi:type="xsd:int">${seconds}</getServerTimeReturn></ns1:getServerTimeResponse></soapenv:Body></soapenv:Envelope>`;
}

/** Code and text of a fault; undefined for everything that is not exactly one. */
export function faultIn(xml: string): { code: string; text: string } | undefined {
  const [, code, text] =
    /^<\?xml version="1\.0" encoding="utf-8"\?><soapenv:Envelope [^<>]+><soapenv:Body><soapenv:Fault><faultcode>soapenv:(\w+)<\/faultcode><faultstring>([^<>]+)<\/faultstring><\/soapenv:Fault><\/soapenv:Body><\/soapenv:Envelope>$/.exec(
      xml,
    ) ?? [];
  return code !== undefined && text !== undefined ? { code, text } : undefined;
}

/** The time an honest call gets; anything else fails the test. */
export async function honestTime({ port }: RunningServer): Promise<number> {
  const address = `http://127.0.0.1:${port}${PATH}`;
  const answer = await fetch(address, { method: 'POST', body: HONEST_CALL });
  const text = await answer.text();
  const seconds = Number(/ xsi:type="xsd:int">(\d+)</.exec(text)?.[1]);
  if (text !== timeAnswer(address, seconds)) throw new Error(`an honest call failed: ${text}`);
  return seconds;
}

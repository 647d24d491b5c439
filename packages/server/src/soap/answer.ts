import type { SoapFault } from './faults.ts';
import { escapeXml, NAMESPACES } from './xml.ts';

/**
 * What old clients insist on: the value in no namespace although its parent is in one, its type
 * beside it, no reference to another element, and no white space around the number.
 */
export function timeAnswer(address: string, seconds: number): string {
  return envelope(
    `<ns1:getServerTimeResponse soapenv:encodingStyle="${NAMESPACES.encoding}" xmlns:ns1="${escapeXml(address)}">` +
      `<getServerTimeReturn xsi:type="xsd:int">${seconds}</getServerTimeReturn>` +
      '</ns1:getServerTimeResponse>',
  );
}

export function faultAnswer({ code, message }: SoapFault): string {
  return envelope(
    `<soapenv:Fault><faultcode>soapenv:${code}</faultcode>` +
      `<faultstring>${escapeXml(message)}</faultstring></soapenv:Fault>`,
  );
}

function envelope(body: string): string {
  return (
    '<?xml version="1.0" encoding="utf-8"?>' +
    `<soapenv:Envelope xmlns:soapenv="${NAMESPACES.envelope}" xmlns:xsd="${NAMESPACES.xsd}" xmlns:xsi="${NAMESPACES.xsi}">` +
    `<soapenv:Body>${body}</soapenv:Body></soapenv:Envelope>`
  );
}

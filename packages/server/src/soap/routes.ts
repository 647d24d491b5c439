import type { IncomingMessage } from 'node:http';
import type { FastifyRequest } from 'fastify';
import Type from 'typebox';
import { type App, describing } from '../http/app.ts';
import { readBody, sentContentType } from '../http/body.ts';
import { escaped } from '../http/page.ts';
import { xmlText } from './charset.ts';
import { readEnvelope } from './envelope.ts';
import { SoapFault } from './faults.ts';
import { NAMESPACES } from './xml.ts';

const about = describing('SOAP', { access: 'open' });

export interface SoapOptions {
  readonly path: string;
  /** Where this client reaches the server. */
  readonly originFor: (request: IncomingMessage) => string;
  readonly maxBytes: number;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Called once for every call answered with a fault. */
  readonly onFault: (fault: SoapFault, request: IncomingMessage) => void;
}

/** However large webhooks may be: markup costs far more to read than JSON of the same size. */
const MAX_XML_BYTES = 1024 * 1024;

const XML = 'text/xml; charset=utf-8';
const XmlDocument = { 'text/xml': { schema: Type.String() } };

/** `getServerTime` for clients that were written against Apache Axis, and its WSDL. */
export function soapRoutes(app: App, options: SoapOptions): void {
  const { path, originFor, now, onFault } = options;
  const limit = Math.min(options.maxBytes, MAX_XML_BYTES);

  app.get(
    path,
    about('The WSDL with `?wsdl`, else a page that says what is here', {
      // Its path is the operator's.
      operationId: 'getServerTimeWsdl',
      response: {
        200: {
          description: 'The WSDL or the page.',
          content: { ...XmlDocument, 'text/html': { schema: Type.String() } },
        },
      },
    }),
    (request, reply) => {
      const address = originFor(request.raw) + path;
      reply.header('cache-control', 'no-cache');
      if (asksForWsdl(request)) return reply.header('content-type', XML).send(wsdl(address));
      return reply
        .header('content-type', 'text/html; charset=utf-8')
        .header('content-security-policy', "default-src 'none'; frame-ancestors 'none'")
        .send(soapPage(address));
    },
  );

  app.post(
    path,
    about('`getServerTime`: the time in seconds since 1970, as SOAP 1.1', {
      operationId: 'getServerTime',
      description: 'Neither the content type nor `SOAPAction` matters.',
      body: { content: XmlDocument },
      response: {
        200: { description: 'The time.', content: XmlDocument },
        500: { description: 'A SOAP fault.', content: XmlDocument },
      },
    }),
    async (request, reply) => {
      const address = originFor(request.raw) + path;
      const body = await readBody(request.raw, limit);
      reply.header('content-type', XML);
      try {
        const call = await readEnvelope(xmlText(body, sentContentType(request.raw)));
        if (call.operation !== 'getServerTime') {
          throw new SoapFault('unknown_operation', call.operation);
        }
        if (call.hasArguments) throw new SoapFault('argument');
        return reply.send(timeAnswer(address, serverTime(now())));
      } catch (error) {
        if (!(error instanceof SoapFault)) throw error;
        onFault(error, request.raw);
        return reply.code(500).send(faultAnswer(error));
      }
    },
  );
}

const MAX_INT = 2_147_483_647;

/**
 * Unix time in seconds. From 2038-01-19T03:14:08Z on it does not fit the `xsd:int` that clients
 * were written for: they would read a date of 1901, or nothing, so they are told instead.
 */
function serverTime(milliseconds: number): number {
  const seconds = Math.floor(milliseconds / 1000);
  if (seconds > MAX_INT) throw new SoapFault('time_overflow');
  return seconds;
}

/** Axis takes `?wsdl` and `?WSDL`; tools also write `?wsdl=1`. */
function asksForWsdl({ query }: FastifyRequest): boolean {
  return Object.keys(query as object).some((name) => name.toLowerCase() === 'wsdl');
}

/** For a person who opens the address of the service in a browser. */
export function soapPage(soapAddress: string): string {
  const address = escaped(soapAddress);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>server1 · SOAP</title>
</head>
<body>
<h1>server1</h1>
<p>This is a SOAP 1.1 service. Programs send their calls here by POST:</p>
<p><code>${address}</code></p>
<p>It has one operation, <code>getServerTime</code>. It takes nothing and returns the time of the server in seconds since 1970 (<code>xsd:int</code>).</p>
<p>Its description for programs is the <a href="?wsdl">WSDL</a>.</p>
</body>
</html>
`;
}

/**
 * What old clients insist on: the value in no namespace although its parent is in one, its type
 * beside it, no reference to another element, and no white space around the number.
 */
export function timeAnswer(address: string, seconds: number): string {
  return envelope(
    `<ns1:getServerTimeResponse soapenv:encodingStyle="${NAMESPACES.encoding}" xmlns:ns1="${escaped(address)}">` +
      `<getServerTimeReturn xsi:type="xsd:int">${seconds}</getServerTimeReturn>` +
      '</ns1:getServerTimeResponse>',
  );
}

export function faultAnswer({ code, message }: SoapFault): string {
  return envelope(
    `<soapenv:Fault><faultcode>soapenv:${code}</faultcode>` +
      `<faultstring>${escaped(message)}</faultstring></soapenv:Fault>`,
  );
}

function envelope(body: string): string {
  return (
    '<?xml version="1.0" encoding="utf-8"?>' +
    `<soapenv:Envelope xmlns:soapenv="${NAMESPACES.envelope}" xmlns:xsd="${NAMESPACES.xsd}" xmlns:xsi="${NAMESPACES.xsi}">` +
    `<soapenv:Body>${body}</soapenv:Body></soapenv:Envelope>`
  );
}

/** The shape Apache Axis 1.x gives a `server1.jws`, name by name: clients compiled it in. */
function wsdl(soapAddress: string): string {
  const address = escaped(soapAddress);
  return `<?xml version="1.0" encoding="UTF-8"?>
<wsdl:definitions targetNamespace="${address}" xmlns:impl="${address}" xmlns:wsdl="${NAMESPACES.wsdl}" xmlns:wsdlsoap="${NAMESPACES.wsdlSoap}" xmlns:xsd="${NAMESPACES.xsd}">
  <wsdl:message name="getServerTimeRequest"/>
  <wsdl:message name="getServerTimeResponse">
    <wsdl:part name="getServerTimeReturn" type="xsd:int"/>
  </wsdl:message>
  <wsdl:portType name="server1">
    <wsdl:operation name="getServerTime">
      <wsdl:input message="impl:getServerTimeRequest" name="getServerTimeRequest"/>
      <wsdl:output message="impl:getServerTimeResponse" name="getServerTimeResponse"/>
    </wsdl:operation>
  </wsdl:portType>
  <wsdl:binding name="server1SoapBinding" type="impl:server1">
    <wsdlsoap:binding style="rpc" transport="http://schemas.xmlsoap.org/soap/http"/>
    <wsdl:operation name="getServerTime">
      <wsdlsoap:operation soapAction=""/>
      <wsdl:input name="getServerTimeRequest">
        <wsdlsoap:body encodingStyle="${NAMESPACES.encoding}" namespace="${NAMESPACES.request}" use="encoded"/>
      </wsdl:input>
      <wsdl:output name="getServerTimeResponse">
        <wsdlsoap:body encodingStyle="${NAMESPACES.encoding}" namespace="${address}" use="encoded"/>
      </wsdl:output>
    </wsdl:operation>
  </wsdl:binding>
  <wsdl:service name="server1Service">
    <wsdl:port binding="impl:server1SoapBinding" name="server1">
      <wsdlsoap:address location="${address}"/>
    </wsdl:port>
  </wsdl:service>
</wsdl:definitions>
`;
}

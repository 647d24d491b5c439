/** What clients really sent, taken off the wire. `HOST` and `ADDRESS` stand for the server's. */
export interface RecordedRequest {
  readonly client: string;
  readonly head: readonly string[];
  readonly body: string;
}

const XSD = 'xmlns:xsd="http://www.w3.org/2001/XMLSchema"';
const XSI = 'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"';
const SOAP = 'http://schemas.xmlsoap.org/soap/envelope/';
const ENCODING = 'http://schemas.xmlsoap.org/soap/encoding/';

export const RECORDED_REQUESTS: readonly RecordedRequest[] = [
  {
    client: 'Apache Axis 1.4',
    head: [
      'POST /soap/server1 HTTP/1.0',
      'Content-Type: text/xml; charset=utf-8',
      'Accept: application/soap+xml, application/dime, multipart/related, text/*',
      'User-Agent: Axis/1.4',
      'Host: HOST',
      'Cache-Control: no-cache',
      'Pragma: no-cache',
      'SOAPAction: ""',
    ],
    body: `<?xml version="1.0" encoding="UTF-8"?><soapenv:Envelope xmlns:soapenv="${SOAP}" ${XSD} ${XSI}><soapenv:Body><ns1:getServerTime soapenv:encodingStyle="${ENCODING}" xmlns:ns1="http://DefaultNamespace"/></soapenv:Body></soapenv:Envelope>`,
  },
  {
    client: 'gSOAP 2.8',
    head: [
      'POST /soap/server1 HTTP/1.1',
      'Host: HOST',
      'User-Agent: gSOAP/2.8',
      'Content-Type: text/xml; charset=utf-8',
      'Connection: close',
      'SOAPAction: ""',
    ],
    body: `<?xml version="1.0" encoding="UTF-8"?>\n<SOAP-ENV:Envelope xmlns:SOAP-ENV="${SOAP}" xmlns:SOAP-ENC="${ENCODING}" ${XSI} ${XSD} xmlns:ns1="http://DefaultNamespace"><SOAP-ENV:Body SOAP-ENV:encodingStyle="${ENCODING}"><ns1:getServerTime></ns1:getServerTime></SOAP-ENV:Body></SOAP-ENV:Envelope>`,
  },
  {
    client: '.NET (Mono 6.8)',
    head: [
      'POST /soap/server1 HTTP/1.1',
      'User-Agent: Mozilla/4.0 (compatible; MSIE 6.0; MS Web Services Client Protocol 4.0.30319.42000)',
      'Content-Type: text/xml; charset=utf-8',
      'SOAPAction: ""',
      'Expect: 100-continue',
      'Connection: keep-alive',
      'Host: HOST',
    ],
    body: `<?xml version="1.0" encoding="utf-8"?><soap:Envelope xmlns:soap="${SOAP}" xmlns:soapenc="${ENCODING}" xmlns:tns="ADDRESS" xmlns:types="ADDRESS/encodedTypes" ${XSI} ${XSD}><soap:Body soap:encodingStyle="${ENCODING}"><q1:getServerTime xmlns:q1="http://DefaultNamespace" /></soap:Body></soap:Envelope>`,
  },
  {
    client: 'PHP 8.2 SoapClient',
    head: [
      'POST /soap/server1 HTTP/1.1',
      'Host: HOST',
      'Connection: Keep-Alive',
      'User-Agent: PHP-SOAP/8.2.35',
      'Content-Type: text/xml; charset=utf-8',
      'SOAPAction: "http://DefaultNamespace#getServerTime"',
    ],
    body: `<?xml version="1.0" encoding="UTF-8"?>\n<SOAP-ENV:Envelope xmlns:SOAP-ENV="${SOAP}" xmlns:ns1="http://DefaultNamespace" ${XSD} xmlns:SOAP-ENC="${ENCODING}" SOAP-ENV:encodingStyle="${ENCODING}"><SOAP-ENV:Body><ns1:getServerTime/></SOAP-ENV:Body></SOAP-ENV:Envelope>\n`,
  },
  {
    client: 'NuSOAP 0.9.5',
    head: [
      'POST /soap/server1 HTTP/1.0',
      'Host: HOST',
      'User-Agent: NuSOAP/0.9.5 (1.123)',
      'Content-Type: text/xml; charset=ISO-8859-1',
      'SOAPAction: ""',
    ],
    body: `<?xml version="1.0" encoding="ISO-8859-1"?><SOAP-ENV:Envelope SOAP-ENV:encodingStyle="${ENCODING}" xmlns:SOAP-ENV="${SOAP}" ${XSD} ${XSI} xmlns:SOAP-ENC="${ENCODING}" xmlns:ns8682="http://DefaultNamespace"><SOAP-ENV:Body><ns8682:getServerTime xmlns:ns8682="http://DefaultNamespace"></ns8682:getServerTime></SOAP-ENV:Body></SOAP-ENV:Envelope>`,
  },
  {
    client: 'SOAP::Lite 1.27 with WSDL',
    head: [
      'POST /soap/server1 HTTP/1.1',
      'TE: deflate,gzip;q=0.3',
      'Connection: TE, close',
      'Accept: text/xml',
      'Accept: multipart/*',
      'Accept: application/soap',
      'Host: HOST',
      'User-Agent: SOAP::Lite/Perl/1.27',
      'Content-Type: text/xml; charset=utf-8',
      'SOAPAction: ""',
    ],
    body: `<?xml version="1.0" encoding="UTF-8"?><soap:Envelope soap:encodingStyle="${ENCODING}" xmlns:impl="ADDRESS" xmlns:namesp1="http://DefaultNamespace" xmlns:soap="${SOAP}" xmlns:soapenc="${ENCODING}" xmlns:wsdl="http://schemas.xmlsoap.org/wsdl/" ${XSD} ${XSI}><soap:Body><namesp1:getServerTime xsi:nil="true" /></soap:Body></soap:Envelope>`,
  },
  {
    client: 'suds 1.1',
    head: [
      'POST /soap/server1 HTTP/1.1',
      'Accept-Encoding: identity',
      'Host: HOST',
      'User-Agent: Python-urllib/3.11',
      'Content-Type: text/xml; charset=utf-8',
      'Soapaction: ""',
      'Connection: close',
    ],
    body: `<?xml version="1.0" encoding="UTF-8"?><SOAP-ENV:Envelope xmlns:SOAP-ENV="${SOAP}" ${XSI} xmlns:SOAP-ENC="${ENCODING}" xmlns:ns0="${SOAP}" xmlns:ns1="${ENCODING}" xmlns:ns2="http://DefaultNamespace" SOAP-ENV:encodingStyle="${ENCODING}"><SOAP-ENV:Header/><ns0:Body><ns2:getServerTime/></ns0:Body></SOAP-ENV:Envelope>`,
  },
  {
    client: 'zeep 4.2',
    head: [
      'POST /soap/server1 HTTP/1.1',
      'Host: HOST',
      'User-Agent: Zeep/4.2.1 (www.python-zeep.org)',
      'Accept-Encoding: gzip, deflate',
      'Accept: */*',
      'Connection: keep-alive',
      'SOAPAction: ""',
      'Content-Type: text/xml; charset=utf-8',
    ],
    body: `<?xml version='1.0' encoding='utf-8'?>\n<soap-env:Envelope xmlns:soap-env="${SOAP}"><soap-env:Body><ns0:getServerTime xmlns:ns0="http://DefaultNamespace"/></soap-env:Body></soap-env:Envelope>`,
  },
  {
    client: 'PySimpleSOAP 1.16',
    head: [
      'POST /soap/server1 HTTP/1.1',
      'Host: HOST',
      'content-type: text/xml; charset="UTF-8"',
      'soapaction: "getServerTime"',
      'user-agent: Python-httplib2/0.20.4 (gzip)',
      'accept-encoding: gzip, deflate',
    ],
    body: `<?xml version="1.0" encoding="UTF-8"?><soap:Envelope ${XSI} ${XSD} xmlns:soap="${SOAP}">\n<soap:Header/>\n<soap:Body>\n    <getServerTime xmlns="ADDRESS">\n    </getServerTime>\n</soap:Body>\n</soap:Envelope>`,
  },
  {
    client: 'soap4r 1.6',
    head: [
      'POST /soap/server1 HTTP/1.1',
      'Content-Type: text/xml; charset=utf-8',
      'Soapaction: ""',
      'User-Agent: SOAP4R/1.6.1-SNAPSHOT',
      'Accept-Encoding: gzip;q=1.0,deflate;q=0.6,identity;q=0.3',
      'Accept: */*',
      'Host: HOST',
    ],
    body: `<?xml version="1.0" encoding="utf-8" ?>\n<env:Envelope ${XSI}\n    ${XSD}\n    xmlns:env="${SOAP}">\n  <env:Body>\n    <n1:getServerTime env:encodingStyle="${ENCODING}"\n        xmlns:n1="http://DefaultNamespace">\n    </n1:getServerTime>\n  </env:Body>\n</env:Envelope>`,
  },
  {
    client: 'tclws 3.4',
    head: [
      'POST /soap/server1 HTTP/1.1',
      'Host: HOST',
      'User-Agent: Mozilla/5.0 (Unix; U; Linux) http/2.9.8 Tcl/8.6.13',
      'Connection: close',
      'SOAPAction: ""',
      'Accept: */*',
      'Accept-Encoding: gzip,deflate,compress',
      'Content-Type: text/xml;charset=utf-8',
    ],
    body: `<?xml version="1.0"  encoding="utf-8"?>\n<SOAP-ENV:Envelope xmlns:SOAP-ENV="${SOAP}" ${XSI} xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:tns1="ADDRESS" xmlns:w="http://schemas.xmlsoap.org/wsdl/" xmlns:d="http://schemas.xmlsoap.org/wsdl/soap/"><SOAP-ENV:Body><tns1:getServerTime SOAP-ENV:encodingStyle="${ENCODING}"/></SOAP-ENV:Body></SOAP-ENV:Envelope>`,
  },
  {
    client: 'LuaSOAP 3.0',
    head: [
      'POST /soap/server1 HTTP/1.1',
      'Connection: close, TE',
      'soapaction: """"',
      'User-Agent: LuaSocket 3.0.0',
      'TE: trailers',
      'Content-Type: text/xml',
      'Host: HOST',
    ],
    body: `<?xml version="1.0"?><soap:Envelope xmlns:soap="${SOAP}" soap:encodingStyle="${ENCODING}" ${XSI} ${XSD}><soap:Body><getServerTime xmlns="http://DefaultNamespace"></getServerTime></soap:Body></soap:Envelope>`,
  },
  {
    client: 'KDSoap 1.9',
    head: [
      'POST /soap/server1 HTTP/1.1',
      'Host: HOST',
      'SoapAction: "http://DefaultNamespace/getServerTime"',
      'Content-Type: text/xml;charset=utf-8',
      'Accept-Encoding: compress',
      'Connection: Keep-Alive',
      'Accept-Language: en,*',
      'User-Agent: Mozilla/5.0',
    ],
    body: `<?xml version="1.0" encoding="UTF-8"?><soap:Envelope xmlns:soap="${SOAP}" xmlns:soap-enc="${ENCODING}" ${XSD} ${XSI}><soap:Body><n1:getServerTime xmlns:n1="http://DefaultNamespace"/></soap:Body></soap:Envelope>\n`,
  },
  {
    client: 'node-soap 1.13',
    head: [
      'POST /soap/server1 HTTP/1.1',
      'Accept: text/html,application/xhtml+xml,application/xml,text/xml;q=0.9,*/*;q=0.8',
      'Content-Type: text/xml; charset=utf-8',
      'User-Agent: node-soap/1.13.0',
      'Accept-Encoding: none',
      'Accept-Charset: utf-8',
      'Host: HOST',
      'SOAPAction: ""',
      'Connection: keep-alive',
    ],
    body: `<?xml version="1.0" encoding="utf-8"?><soap:Envelope xmlns:soap="${SOAP}" ${XSI}  xmlns:impl="ADDRESS"><soap:Body><impl:getServerTime></impl:getServerTime></soap:Body></soap:Envelope>`,
  },
];

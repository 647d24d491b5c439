import { escapeXml } from './xml.ts';

/** For a person who opens the address of the service in a browser. */
export function soapPage(soapAddress: string): string {
  const address = escapeXml(soapAddress);
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

import { SaxesParser } from 'saxes';
import { describe, expect, test } from 'vitest';
import { runServer } from '../support/running-server.ts';
import { HONEST_CALL, PATH, timeAnswer } from './messages.ts';
import { sendRaw } from './raw-http.ts';

const WSDL = 'http://schemas.xmlsoap.org/wsdl/';
const WSDL_SOAP = 'http://schemas.xmlsoap.org/wsdl/soap/';
const ENCODING = 'http://schemas.xmlsoap.org/soap/encoding/';

type Attributes = Record<string, string>;

/** Every element as its path of local names, with its attributes; namespace prefixes resolved. */
function outline(xml: string): { path: string; uri: string; attributes: Attributes }[] {
  const elements: { path: string; uri: string; attributes: Attributes }[] = [];
  const path: string[] = [];
  const parser = new SaxesParser({ xmlns: true });
  parser.on('opentag', ({ local, uri, attributes }) => {
    path.push(local);
    const plain = Object.values(attributes)
      .filter(({ name }) => !name.startsWith('xmlns'))
      .map(({ name, value }) => [name, value]);
    elements.push({ path: path.join('/'), uri, attributes: Object.fromEntries(plain) });
  });
  parser.on('closetag', () => {
    path.pop();
  });
  parser.write(xml).close();
  return elements;
}

describe('the WSDL', () => {
  test('[SO1] has the shape that Apache Axis gives a server1.jws', async () => {
    const { url } = await runServer();
    const answer = await fetch(`${url}${PATH}?wsdl`);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('text/xml; charset=utf-8');
    const text = await answer.text();
    const address = url + PATH;
    expect(text).toContain(`xmlns:impl="${address}"`);
    const encoded = { use: 'encoded', encodingStyle: ENCODING };
    const inWsdl = (path: string, attributes: Attributes) => ({ path, uri: WSDL, attributes });
    const inSoap = (path: string, attributes: Attributes) => ({ path, uri: WSDL_SOAP, attributes });
    const request = { name: 'getServerTimeRequest' };
    const response = { name: 'getServerTimeResponse' };
    const operation = { name: 'getServerTime' };
    expect(outline(text)).toEqual([
      inWsdl('definitions', { targetNamespace: address }),
      inWsdl('definitions/message', request),
      inWsdl('definitions/message', response),
      inWsdl('definitions/message/part', { name: 'getServerTimeReturn', type: 'xsd:int' }),
      inWsdl('definitions/portType', { name: 'server1' }),
      inWsdl('definitions/portType/operation', operation),
      inWsdl('definitions/portType/operation/input', {
        ...request,
        message: 'impl:getServerTimeRequest',
      }),
      inWsdl('definitions/portType/operation/output', {
        ...response,
        message: 'impl:getServerTimeResponse',
      }),
      inWsdl('definitions/binding', { name: 'server1SoapBinding', type: 'impl:server1' }),
      inSoap('definitions/binding/binding', {
        style: 'rpc',
        transport: 'http://schemas.xmlsoap.org/soap/http',
      }),
      inWsdl('definitions/binding/operation', operation),
      inSoap('definitions/binding/operation/operation', { soapAction: '' }),
      inWsdl('definitions/binding/operation/input', request),
      inSoap('definitions/binding/operation/input/body', {
        ...encoded,
        namespace: 'http://DefaultNamespace',
      }),
      inWsdl('definitions/binding/operation/output', response),
      inSoap('definitions/binding/operation/output/body', { ...encoded, namespace: address }),
      inWsdl('definitions/service', { name: 'server1Service' }),
      inWsdl('definitions/service/port', {
        name: 'server1',
        binding: 'impl:server1SoapBinding',
      }),
      inSoap('definitions/service/port/address', { location: address }),
    ]);
  });

  test.each(['?wsdl', '?WSDL', '?Wsdl', '?wsdl=1', '?wsdl=', '?a=b&wsdl', '?WSDL&a=b'])(
    '[SO1] is at %s, for HEAD too',
    async (query) => {
      const { url } = await runServer();
      const answer = await fetch(`${url}${PATH}${query}`);
      const text = await answer.text();
      expect(text).toContain('<wsdl:service name="server1Service">');
      const head = await fetch(`${url}${PATH}${query}`, { method: 'HEAD' });
      expect(head.status).toBe(200);
      expect(head.headers.get('content-type')).toBe('text/xml; charset=utf-8');
      expect(head.headers.get('content-length')).toBe(String(Buffer.byteLength(text)));
    },
  );

  test('[SO1] names the host that the client used', async () => {
    const { port } = await runServer();
    for (const host of ['localhost', `localhost:${port}`, '127.0.0.1:1', `[::1]:${port}`]) {
      const request = `GET ${PATH}?wsdl HTTP/1.1\r\nHost: ${host}\r\n\r\n`;
      const { body } = await sendRaw(port, Buffer.from(request));
      expect(body).toContain(`<wsdlsoap:address location="http://${host}${PATH}"/>`);
    }
  });

  test('[SO1] names the address of the connection to an HTTP/1.0 client without Host', async () => {
    for (const listensOn of ['127.0.0.1', '0.0.0.0', '::']) {
      const { port } = await runServer({ 'app.server.host': listensOn });
      for (const head of ['HTTP/1.0\r\n\r\n', 'HTTP/1.0\r\nHost:\r\n\r\n']) {
        if (listensOn === '127.0.0.1' && head.includes('Host')) continue;
        const { body } = await sendRaw(port, Buffer.from(`GET ${PATH}?wsdl ${head}`));
        expect(body).toContain(`<wsdlsoap:address location="http://127.0.0.1:${port}${PATH}"/>`);
      }
    }
  });

  test('[SO1] names app.server.public-url behind a proxy, whatever Host says', async () => {
    const publicUrl = "https://hooks.example.com/it's/a&b";
    const { url, post } = await runServer(
      {
        'app.server.public-url': publicUrl,
        'app.soap.path': '/axis/server1.jws',
      },
      { now: () => 7000 },
    );
    const address = 'https://hooks.example.com/it&#39;s/a&amp;b/axis/server1.jws';
    const text = await (await fetch(`${url}/axis/server1.jws?wsdl`)).text();
    expect(text).toContain(`targetNamespace="${address}"`);
    expect(text).toContain(`<wsdlsoap:address location="${address}"/>`);
    expect(outline(text)).toContainEqual({
      path: 'definitions/service/port/address',
      uri: WSDL_SOAP,
      attributes: { location: `${publicUrl}/axis/server1.jws` },
    });
    const answer = await post('/axis/server1.jws', HONEST_CALL);
    expect(await answer.text()).toBe(timeAnswer(address, 7));
  });

  test('[SO1] without ?wsdl there is a page for people', async () => {
    const { url } = await runServer();
    for (const query of ['', '?', '?wsd', '?a=wsdl']) {
      const answer = await fetch(`${url}${PATH}${query}`);
      expect(answer.status).toBe(200);
      expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'");
      const text = await answer.text();
      expect(text).toContain(`<code>${url}${PATH}</code>`);
      expect(text).toContain('<a href="?wsdl">');
    }
  });

  test('[SO1] other methods are 405', async () => {
    const { url } = await runServer();
    for (const method of ['PUT', 'DELETE', 'PATCH', 'OPTIONS']) {
      const answer = await fetch(url + PATH, { method });
      expect(answer.status, method).toBe(405);
      expect(answer.headers.get('allow')).toBe('GET, HEAD, POST');
    }
  });
});

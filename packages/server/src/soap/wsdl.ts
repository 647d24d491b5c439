import { escapeXml, NAMESPACES } from './xml.ts';

/** The shape Apache Axis 1.x gives a `server1.jws`, name by name: clients compiled it in. */
export function wsdl(soapAddress: string): string {
  const address = escapeXml(soapAddress);
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

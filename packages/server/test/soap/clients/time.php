<?php
// php time.php ADDRESS wsdl|plain [OPERATION]
// Prints what PHP's SoapClient makes of the answer, as JSON: a number stays one only with its type.
$address = $argv[1];
$operation = $argv[3] ?? 'getServerTime';
try {
    $client = $argv[2] === 'wsdl'
        ? new SoapClient("$address?wsdl", ['cache_wsdl' => WSDL_CACHE_NONE])
        : new SoapClient(null, ['location' => $address, 'uri' => 'http://DefaultNamespace']);
    echo json_encode(['value' => $client->__soapCall($operation, [])]);
} catch (SoapFault $fault) {
    echo json_encode(['faultcode' => $fault->faultcode, 'faultstring' => $fault->faultstring]);
}

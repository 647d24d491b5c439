# perl time.pl ADDRESS wsdl|plain [OPERATION]
# Prints what SOAP::Lite makes of the answer, as JSON.
use strict;
use warnings;
use JSON::PP;
use SOAP::Lite;

my ($address, $mode, $operation) = (@ARGV, 'getServerTime');
if ($mode eq 'wsdl') {
    print encode_json({ value => SOAP::Lite->service("$address?wsdl")->$operation() });
} else {
    my $answer = SOAP::Lite->uri('http://DefaultNamespace')->proxy($address)->call($operation);
    print encode_json(
        $answer->fault
        ? { faultcode => $answer->faultcode, faultstring => $answer->faultstring }
        : { value => $answer->result });
}

import { NameList } from '@hookline/records';

/** What telephone systems call what they tell of a call, the strongest name first. */
export const NAMES = {
  callId: NameList.of(`
    callId callUuid anrufId gespraechsId callSid callSessionId telephonySessionId conversationUuid
    pbxCallId linkedId uniqueId externalCallId generalCallId callGuid callKey callRef callReference
    callUniqueId callLogId callControlId callLegId sipCallId xCallId pbxId pbxCallGuid cdrId cdrUuid
    ucid callRecordId idAppel idChamada idLlamada
  `),
  /** Of a call, where it is one that is told of. */
  sessionId: NameList.of('sessionId sessionUuid sid interactionId conversationId channelId'),
  startedAt: new NameList(
    'startedAt',
    'startTime',
    'started',
    'start',
    'beginn',
    'callStart',
    'timeStart',
    'startDateTime',
    'startStamp',
    'callStartTime',
    'ringingStartTime',
  ),
  answeredAt: NameList.of(
    'answeredAt answerTime agentAnswerTime connectedAt connectTime answerStamp answered angenommenAm',
  ),
  endedAt: NameList.of(
    'endedAt endTime ended end hangupAt hangupTime beendetAm ende endDateTime endStamp callEnd callEndTime disconnected disconnectTime',
  ),
  at: new NameList(
    'timestamp',
    'at',
    'reportedAt',
    'time',
    'zeit',
    'zeitpunkt',
    'eventTime',
    'occurredAt',
    'datetime',
  ),
  state: NameList.of(
    'state callState status zustand event callStatus disposition eventType eventName type hookEvent',
  ),
  event: new NameList('event'),
  kind: NameList.of('event eventType eventName type'),
  inward: NameList.of('did calledDid toDid'),
  direction: NameList.of(
    'direction callDirection richtung callType type event eventType personality',
  ),
  outward: NameList.of('outgoing isOutgoing outbound isOutbound'),
  from: NameList.of(`
    from caller anrufer von callerNumber fromNumber callerId callerIdNumber callerPhone
    callingNumber callingParty callFrom ani cli src sourceNumber source
  `),
  to: NameList.of(`
    to callee called an calledNumber toNumber angerufener calledDid calleeNumber calleePhone
    calledParty callTo dialedNumber destination destinationNumber dst dnis did
  `),
  number: NameList.of(`
    number telefon telefonnummer phone phone_number tel mobil mobile handy rufnummer
    nummer remoteNumber remote gegenstelle externalNumber customerPhoneNumber customerPhone
    customerNumber contactNumber contactPhone clientNumber clientPhone rawDigits
    remoteParty remoteAddress external publicExternal
  `),
  name: NameList.of(`
    name callerName anruferName remoteName displayName customerName contactName clientName
    callerIdName
  `),
  fromName: NameList.of('fromName srcName'),
  toName: NameList.of('toName dstName calleeName'),
  /** Who the other party is in the books of the telephone system. */
  contact: new NameList('contact', 'customer', 'kontakt', 'client', 'kunde'),
  extension: new NameList('extension', 'nebenstelle', 'durchwahl', 'apparat'),
  duration: NameList.of('durationSec durationSeconds duration dauer callDuration billsec'),
  endCause: new NameList('endCause', 'hangupCause', 'cause', 'reason', 'grund'),
  answered: new NameList('answered', 'angenommen'),
  missed: new NameList('missed', 'verpasst', 'missedCall', 'missedCallReason'),
  voicemail: new NameList('voicemail', 'hasVoicemail', 'voicemailUrl', 'voicemailLink'),
  blocked: new NameList('blocked', 'gesperrt'),
  note: new NameList('note', 'notiz', 'bemerkung'),
} as const;

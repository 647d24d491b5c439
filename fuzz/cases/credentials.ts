/** What opens the service when its doors are closed. Carried to the open one too, and ignored. */
export const CREDENTIALS = {
  reader: 'token-of-a-reader',
  sender: 'token-of-a-sender',
  password: 'password-of-the-office',
  /** Of the password, made with the least effort: it is guessed hundreds of times. */
  hash: 'scrypt:16:1:1:bm90IHNvIHNhbHR5ISEhIQ:MkLwi1ruJAb3WsNd1DpOxvDxiqFnF-rCG6XOKnsY9gI',
  secret: 'whsec_c2VjcmV0IG9mIHRoZSBjb3VyaWVycw==',
};

export const CREDENTIAL_LINES = [
  `authorization: Bearer ${CREDENTIALS.reader}`,
  `x-webhook-token: ${CREDENTIALS.sender}`,
];

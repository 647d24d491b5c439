import Type from 'typebox';

/**
 * How foreign systems sign what they send, and in which header. Of a request that has several of
 * them the first one here counts.
 */
export const SIGNATURE_HEADERS = {
  standard: 'webhook-signature',
  stripe: 'stripe-signature',
  shopify: 'x-shopify-hmac-sha256',
  woocommerce: 'x-wc-webhook-signature',
  github: 'x-hub-signature-256',
} as const;
export type SignatureScheme = keyof typeof SIGNATURE_HEADERS;
export const SIGNATURE_SCHEMES = Object.keys(SIGNATURE_HEADERS) as readonly SignatureScheme[];

/** By which a repetition is known, the strongest first: what is signed beats what is not. */
export const KEY_HEADERS = {
  'webhook-id': 'webhook-id',
  'x-github-delivery': 'X-GitHub-Delivery',
  'x-shopify-webhook-id': 'X-Shopify-Webhook-Id',
  'x-wc-webhook-delivery-id': 'X-WC-Webhook-Delivery-ID',
  'idempotency-key': 'Idempotency-Key',
} as const;

/** In which known systems say what a message is about. */
export const TOPIC_HEADERS = ['x-shopify-topic', 'x-github-event', 'x-wc-webhook-topic'] as const;

const header = (description: string) => Type.Optional(Type.String({ description }));
const key = header('Sent again within ten minutes, it gets the first receipt and makes no event.');

/** What a webhook may say in its headers. */
export const WebhookHeaders = Type.Object({
  ...Object.fromEntries(Object.keys(KEY_HEADERS).map((name) => [name, key])),
  'webhook-timestamp': header('Standard Webhooks: seconds since 1970, 5 minutes off at most.'),
  [SIGNATURE_HEADERS.standard]: header('Standard Webhooks: `v1,` and base64, several by spaces.'),
  [SIGNATURE_HEADERS.stripe]: header('Stripe: `t=…,v1=…`, 5 minutes off at most.'),
  [SIGNATURE_HEADERS.shopify]: header('Shopify: HMAC-SHA256 of the body in base64.'),
  [SIGNATURE_HEADERS.woocommerce]: header('WooCommerce: HMAC-SHA256 of the body in base64.'),
  [SIGNATURE_HEADERS.github]: header('GitHub: `sha256=` and HMAC-SHA256 of the body in hex.'),
  ...Object.fromEntries(
    TOPIC_HEADERS.map((name) => [name, header('The `topic` of the event: what it is about.')]),
  ),
});

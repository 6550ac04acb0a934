import type { Endpoint } from './define.ts'

/** The longest value of the header Idempotency-Key, in characters. */
export const longestIdempotencyKey = 255

/** Seconds for which the server knows a call under its key. */
export const idempotencySeconds = 24 * 3600

/** Tells whether a call that changes something is carried out once under an `Idempotency-Key`. */
export const isDoneOnce = ({ method, role, repeated }: Endpoint): boolean =>
  method !== 'GET' && role !== 'anyone' && repeated === undefined

/** Tells whether a client may send the header: the call is done once, here or by its handler. */
export const takesIdempotencyKey = (endpoint: Endpoint): boolean =>
  isDoneOnce(endpoint) || (endpoint.repeated === 'handler' && !endpoint.keyInAddress)

/** Tells whether the answer is kept for a second call. Answers that hand out secrets are not. */
export const keepsAnswer = ({ scope }: Endpoint): boolean => scope !== 'none'

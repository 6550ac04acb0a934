import { ApiError } from '@tagma/client/api-error.ts'

/** Meaning of an unsuccessful call. `later`: make the same call again, after `wait` milliseconds if that is known. */
export type Outcome =
  | { readonly kind: 'later'; readonly wait?: number }
  | { readonly kind: 'refused'; readonly reason: string }

/** Reads the error of a call. Whatever is not a refusal by the server may still succeed. */
export function outcomeOf(error: unknown): Outcome {
  if (!(error instanceof ApiError)) return { kind: 'later' }
  const { status, code, retryAfter, message } = error
  if (status === 429)
    return retryAfter === undefined ? { kind: 'later' } : { kind: 'later', wait: retryAfter * 1000 }
  // An answer without a code is a proxy's. 401: after signing in again, the same person sends it.
  const isFinal = code !== '' && status >= 400 && status < 500 && status !== 401 && status !== 408
  return isFinal ? { kind: 'refused', reason: message } : { kind: 'later' }
}

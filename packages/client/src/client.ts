import type { Answer, Endpoint, Input } from '@tagma/contract/define.ts'
import { ApiError } from './api-error.ts'
import { encodeRequest } from './encode-request.ts'

export interface ClientOptions {
  /** Address of the server, without `/api/v1`. */
  readonly url: string
  /** Omitted for calls that need no account. */
  readonly credentials?: { readonly email: string; readonly apiKey: string }
  readonly userAgent?: string
  readonly fetch?: typeof fetch
}

export interface CallOptions {
  readonly signal?: AbortSignal
}

/** Calls endpoints of the contract, with its types. */
export interface Client {
  /** Resolves with the fields of a success. Rejects with an ApiError, or with the error of the network. */
  call<E extends Endpoint>(
    endpoint: E,
    args: Input<E>,
    options?: CallOptions,
  ): Promise<Answer<E> & CommonFields>
}

export interface CommonFields {
  readonly ignored_parameters_unsupported?: readonly string[]
}

export function createClient({ url, credentials, userAgent, fetch: send = fetch }: ClientOptions): Client {
  const headers: Record<string, string> = {}
  if (credentials) headers.authorization = `Basic ${btoa(`${credentials.email}:${credentials.apiKey}`)}`
  if (userAgent !== undefined) headers['user-agent'] = userAgent
  return {
    async call(endpoint, args, { signal } = {}) {
      const { method, path, body } = encodeRequest(endpoint, args)
      const response = await send(`${url}/api/v1${path}`, {
        method,
        headers,
        ...(body ? { body } : {}),
        ...(signal ? { signal } : {}),
      })
      const answer = (await response.json()) as Record<string, unknown>
      if (answer.result !== 'success') throw new ApiError(response.status, answer)
      const { result: _result, msg: _msg, ...fields } = answer
      return fields as never
    },
  }
}

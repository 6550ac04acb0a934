import { type Agent, request } from 'node:http'

/** A request of the API in wire form. */
export interface Exchange {
  readonly url: string
  /** Host name of the organization; the system need not know it. */
  readonly host: string
  readonly method: string
  /** Below `/api/v1`. */
  readonly path: string
  readonly authorization?: string | undefined
  readonly payload?: { readonly type: string; readonly body: string | Buffer } | undefined
  readonly agent?: Agent
}

export interface Answered {
  /** 0 if nothing came within a minute, or the connection broke; the body says why. */
  readonly status: number
  readonly body: string
}

export const exchange = ({ url, host, method, path, authorization, payload, agent }: Exchange) =>
  new Promise<Answered>((resolve) => {
    const headers = {
      host,
      ...(authorization === undefined ? {} : { authorization }),
      ...(payload ? { 'content-type': payload.type, 'content-length': Buffer.byteLength(payload.body) } : {}),
    }
    const fail = ({ message }: Error) => resolve({ status: 0, body: message })
    const options = { method, headers, timeout: 60_000, ...(agent && { agent }) }
    const sent = request(`${url}/api/v1${path}`, options, (response) => {
      const parts: Buffer[] = []
      response.on('data', (part: Buffer) => parts.push(part))
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, body: Buffer.concat(parts).toString() }),
      )
      response.on('error', fail)
    })
    sent.on('timeout', () => sent.destroy(new Error('There was no answer within a minute'))).on('error', fail)
    sent.end(payload?.body)
  })

/** Fields as a form. */
export const formOf = (fields: Readonly<Record<string, string>>) => ({
  type: 'application/x-www-form-urlencoded',
  body: String(new URLSearchParams(fields)),
})

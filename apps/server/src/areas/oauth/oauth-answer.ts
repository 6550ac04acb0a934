import type { PageContext, PageReply } from '#http/page.ts'
import { Refusal } from '#model/refusal.ts'

const headers = { 'content-type': 'application/json', 'cache-control': 'no-store' }

/** An answer for programs. */
export const oauthJson = (status: number, body: object): PageReply => ({
  status,
  headers,
  body: JSON.stringify(body),
})

/** Codes of errors that programs know: RFC 6749, 7591, 8707. */
export type OauthErrorCode =
  | 'invalid_request'
  | 'invalid_client'
  | 'invalid_grant'
  | 'invalid_scope'
  | 'invalid_target'
  | 'invalid_redirect_uri'
  | 'invalid_client_metadata'
  | 'unsupported_grant_type'
  | 'unsupported_response_type'
  | 'access_denied'
  | 'temporarily_unavailable'

/** An error that a program gets as an answer. */
export class OauthError extends Error {
  readonly code: OauthErrorCode
  readonly status: number

  constructor(code: OauthErrorCode, message: string, status = 400) {
    super(message)
    this.code = code
    this.status = status
  }
}

/** Answers a program's request; `limit` is counted by its address. Errors get the form that programs know. */
export function answerProgram(
  limit: string,
  answer: (context: PageContext) => Promise<PageReply>,
): (context: PageContext) => Promise<PageReply> {
  return async (context) => {
    if (!context.services.config.hasMcp) return switchedOff()
    try {
      const limited = context.tooMany(limit)
      if (limited) return tooOften(limited)
      return await answer(context)
    } catch (error) {
      if (error instanceof OauthError)
        return oauthJson(error.status, { error: error.code, error_description: error.message })
      if (error instanceof Refusal && error.code === 'REQUEST_TOO_LARGE')
        return oauthJson(413, { error: 'invalid_request', error_description: error.message })
      throw error
    }
  }
}

/** Answer where the operator wants no agents. */
export const switchedOff = (): PageReply =>
  oauthJson(404, { error: 'invalid_request', error_description: 'TAGMA_MCP is off on this server.' })

const tooOften = ({ headers: { 'retry-after': seconds = '60' } }: PageReply): PageReply => ({
  status: 429,
  headers: { ...headers, 'retry-after': seconds },
  body: JSON.stringify({
    error: 'temporarily_unavailable',
    error_description: `Too many requests: try again in ${seconds} seconds.`,
  }),
})

const mostBytes = 16 * 1024

/** Reads the form of a program's request. Its address does not count, because logs keep addresses. */
export async function readProgramForm({ readBody }: PageContext): Promise<ReadonlyMap<string, string>> {
  const fields = new Map<string, string>()
  for (const [name, value] of new URLSearchParams((await readBody(mostBytes)).toString())) {
    if (fields.has(name)) throw new OauthError('invalid_request', `Send ${name.slice(0, 40)} once.`)
    if (value !== '') fields.set(name, value)
  }
  return fields
}

/** Reads the JSON of a program's request. */
export async function readProgramJson({ readBody }: PageContext): Promise<unknown> {
  try {
    return JSON.parse((await readBody(mostBytes)).toString()) as unknown
  } catch (error) {
    if (error instanceof SyntaxError)
      throw new OauthError('invalid_client_metadata', 'The body is not valid JSON.')
    throw error
  }
}

/** Returns a field of a form. Throws an error that names it where it is missing. */
export function requireField(fields: ReadonlyMap<string, string>, name: string): string {
  const value = fields.get(name)
  if (value === undefined) throw new OauthError('invalid_request', `${name} is missing.`)
  return value
}

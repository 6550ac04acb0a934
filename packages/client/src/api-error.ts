/** An error that the server answered, or an answer that is not the server's. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  /** The HTTP status. */
  readonly status: number
  /** A code of the contract, such as BAD_REQUEST. Empty if the answer is not the server's, but a proxy's for example. */
  readonly code: string
  /** The sentence for people. The same as `message`. */
  readonly msg: string
  /** The fields that belong to the code. */
  readonly fields: Readonly<Record<string, unknown>>
  /** Seconds to wait before the next attempt, if the server said so. */
  readonly retryAfter: number | undefined

  constructor(status: number, body: Readonly<Record<string, unknown>>, headers?: Headers) {
    const { result: _result, msg, code, ...fields } = body
    const sentence = typeof msg === 'string' ? msg : `HTTP ${status}`
    super(sentence)
    this.msg = sentence
    this.status = status
    this.code = typeof code === 'string' ? code : ''
    this.fields = fields
    const seconds = Number(fields['retry-after'] ?? headers?.get('retry-after') ?? Number.NaN)
    this.retryAfter = seconds >= 0 ? seconds : undefined
  }
}

/** An error that the server answered. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly status: number
  /** A code of the contract, such as BAD_REQUEST. */
  readonly code: string
  /** The fields that belong to the code. */
  readonly fields: Readonly<Record<string, unknown>>

  constructor(status: number, body: Readonly<Record<string, unknown>>) {
    super(typeof body.msg === 'string' ? body.msg : `HTTP ${status}`)
    this.status = status
    this.code = typeof body.code === 'string' ? body.code : ''
    const { result: _result, msg: _msg, code: _code, ...fields } = body
    this.fields = fields
  }
}

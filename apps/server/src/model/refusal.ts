import type { ErrorCode } from '@tagma/contract/errors.ts'

/**
 * Error of the caller: rules, actions and handlers throw it when a request cannot be carried out. It has a code of the
 * contract, a sentence for the caller, and the fields that belong to the code. Any other error is a fault of the
 * server.
 */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly code: ErrorCode
  readonly fields: Readonly<Record<string, unknown>>

  constructor(code: ErrorCode, message: string, fields: Readonly<Record<string, unknown>> = {}) {
    super(message)
    this.code = code
    this.fields = fields
  }
}

/** The thing with the id in the path does not exist, or is not the caller's. */
export class Missing extends Refusal {
  constructor(message: string) {
    super('BAD_REQUEST', message)
  }
}

/** Makes the most common refusal. */
export const badRequest = (message: string) => new Refusal('BAD_REQUEST', message)

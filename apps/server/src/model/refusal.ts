import type { ErrorCode } from '@tagma/contract/errors.ts'

/**
 * What a rule, an action or a handler throws when a request cannot be carried out: a code of the contract, a sentence
 * for the caller, and the fields that belong to the code. Anything else that is thrown is a fault of the server.
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

/** What is addressed by an id in the path is not there, or not the caller's. */
export class Missing extends Refusal {
  constructor(message: string) {
    super('BAD_REQUEST', message)
  }
}

/** The commonest refusal. */
export const badRequest = (message: string) => new Refusal('BAD_REQUEST', message)

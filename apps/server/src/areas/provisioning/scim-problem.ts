/** SCIM's names for kinds of errors (RFC 7644, 3.12). */
export type ScimType =
  | 'invalidFilter'
  | 'invalidPath'
  | 'invalidSyntax'
  | 'invalidValue'
  | 'mutability'
  | 'noTarget'
  | 'tooMany'
  | 'uniqueness'

/** An error of the client, with its HTTP status and a sentence that says what to do. */
export class ScimProblem extends Error {
  readonly status: number
  readonly scimType: ScimType | undefined

  constructor(status: number, message: string, scimType?: ScimType) {
    super(message)
    this.status = status
    this.scimType = scimType
  }
}

/** Makes the most common problem. */
export const invalid = (scimType: ScimType, message: string): ScimProblem =>
  new ScimProblem(400, message, scimType)

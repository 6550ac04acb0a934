/** A person in the words of a token that a service of the operator has signed. */
export interface SignedPerson {
  readonly email: string
  /** Id of the token, which then counts once; undefined without one. */
  readonly id: string | undefined
  /** UNIX seconds from which on the token is too old. */
  readonly endsAt: number
}

/** Reads JSON Web Tokens of a service that the operator trusts. */
export interface SignedTokens {
  /** Undefined for a token that is not in order: its signature, its end, or its address. */
  read(token: string): Promise<SignedPerson | undefined>
}

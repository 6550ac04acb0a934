import type { OidcClaims } from '#model/oidc-claims.ts'

/** Secrets of one sign-in: they tie the provider's answer to the browser that began. */
export interface OidcSecrets {
  readonly state: string
  readonly nonce: string
  /** PKCE's code verifier. */
  readonly verifier: string
}

/**
 * `away`: the provider did not answer, or failed. `denied`: the person or the provider said no. `invalid`: the answer does not
 * belong to this sign-in, or is not the provider's.
 */
export type OidcTrouble = 'away' | 'denied' | 'invalid'

/** A sign-in that a provider did not complete. The message is for the log and names no secret. */
export class OidcFailure extends Error {
  override readonly name = 'OidcFailure'
  readonly trouble: OidcTrouble

  constructor(trouble: OidcTrouble, message: string) {
    super(message)
    this.trouble = trouble
  }
}

/** Somebody signed out at the provider: of one session there or, without `session`, of all. */
export interface OidcLogout {
  /** Id of the token, which counts once. */
  readonly id: string
  readonly issuer: string
  readonly subject: string | undefined
  readonly session: string | undefined
}

/** A provider of OpenID Connect, or one that can answer in its words. Methods reject with an OidcFailure. */
export interface Oidc {
  /** Address at which the provider asks the person. */
  authorizeUrl(secrets: OidcSecrets, redirectUri: string): Promise<string>
  /**
   * Exchanges the provider's answer for claims. `answer` is the address that the browser came back to, with its query. All
   * of it is checked: state, issuer, signature, audience, nonce, times.
   */
  finish(secrets: OidcSecrets, answer: URL): Promise<OidcClaims>
  /**
   * Address at which the provider asks whether to sign out there too, and then leads back (RP-Initiated Logout 1.0). Undefined
   * where it names none.
   */
  logoutUrl(backTo: string): Promise<string | undefined>
  /** Reads a logout token of Back-Channel Logout 1.0, and checks all but whether it was used before. */
  readLogout(token: string): Promise<OidcLogout>
  /** Says what is wrong with the set-up. Asks for a token with a code that does not exist. Returns undefined if all is well. */
  problem(redirectUri: string): Promise<string | undefined>
}

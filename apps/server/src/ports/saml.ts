import type { OidcClaims } from '#model/oidc-claims.ts'
import type { SamlName } from '#model/saml-name.ts'

/** This server, as a provider of SAML knows it. */
export interface SamlParty {
  /** Entity id: the address of the metadata. */
  readonly entityId: string
  /** Address that takes answers. */
  readonly answerUrl: string
  /** Address that takes and answers sign-outs. */
  readonly logoutUrl: string
}

/** A person in the words of a provider. All of it stood in bytes that the provider has signed. */
export interface SamlAnswer {
  readonly claims: OidcClaims
  /** Id of the assertion, which counts once. */
  readonly id: string
  /** UNIX seconds from which on the assertion is too old. */
  readonly endsAt: number
  /** Id of the request that it answers; undefined where nobody asked. */
  readonly requestId: string | undefined
}

/** Somebody signed out at the provider: of one session there or, without `session`, of all. */
export interface SamlLogout {
  /** Id of the request, which counts once and which the answer names. */
  readonly id: string
  readonly issuer: string
  readonly subject: string | undefined
  readonly session: string | undefined
}

/** The person and the session of a request to sign out at the provider. */
export interface SignOut {
  readonly name: SamlName
  /** The provider's id of its session; without it, all of the person are meant. */
  readonly session: string | undefined
}

/** The answer to a request of ours to sign out. */
export interface SignedOut {
  /** False if the provider could not sign the person out everywhere. */
  readonly isEverywhere: boolean
}

/** A provider of SAML 2.0. Methods reject with an OidcFailure: its troubles are the same. */
export interface Saml {
  /** Address at which the provider asks the person. `relayState` comes back with the answer. */
  requestUrl(party: SamlParty, asked: { readonly id: string; readonly relayState: string }): Promise<string>
  /** Reads the field SAMLResponse, and checks all but whether it answers this browser and was used before. */
  readAnswer(party: SamlParty, response: string): Promise<SamlAnswer>
  /** Reads a signed request to sign out from a query as it was sent, or the answer to one of ours. */
  readLogout(party: SamlParty, query: string): Promise<SamlLogout | SignedOut>
  /** Address at which the provider signs somebody out; undefined where it names none, or this server cannot sign. */
  logoutUrl(party: SamlParty, meant: SignOut): Promise<string | undefined>
  /** Address that answers a request to sign out; undefined where the provider names none. */
  logoutAnswerUrl(
    party: SamlParty,
    asked: { readonly id: string; readonly relayState: string | undefined },
  ): Promise<string | undefined>
  /** Describes this server for the provider: metadata of SAML 2.0. */
  metadata(party: SamlParty): Promise<string>
  /** Says what is wrong with the set-up. Returns undefined if all is well. */
  problem(): Promise<string | undefined>
}

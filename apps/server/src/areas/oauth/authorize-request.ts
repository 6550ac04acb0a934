import type { OauthClient } from '#store/people/oauth-clients.ts'
import { mayReturnTo } from './client-rules.ts'
import { isOwnResource, issuerOf, type OauthPlace } from './metadata-present.ts'
import type { OauthErrorCode } from './oauth-answer.ts'
import { type AgentScope, wantedScopes } from './scope-rules.ts'

/** Fields of an authorization request that the consent page keeps. */
export const requestFields = [
  'response_type',
  'client_id',
  'redirect_uri',
  'scope',
  'state',
  'resource',
  'code_challenge',
  'code_challenge_method',
] as const

type Fields = Readonly<Record<string, string>>

/** A program's request to be let in, as far as it is right. */
export interface AuthorizeRequest {
  readonly client: OauthClient
  readonly redirectUri: string
  readonly state: string | undefined
  readonly scopes: readonly AgentScope[]
  readonly codeChallenge: string
}

/** A mistake of the program in its request. */
export interface RequestMistake {
  readonly code: OauthErrorCode
  readonly message: string
}

/** Returns the address to which a request of the program leads people back; undefined if it is not one of its own. */
export function redirectUriOf(client: OauthClient, { redirect_uri: asked }: Fields): string | undefined {
  const [only] = client.redirectUris.length === 1 ? client.redirectUris : []
  if (asked === undefined || asked === '') return only
  return mayReturnTo(client.redirectUris, asked) ? asked : undefined
}

/** Reads a request whose program and address are known to be right. */
export function readAuthorizeRequest(
  place: OauthPlace,
  { client, redirectUri }: Pick<AuthorizeRequest, 'client' | 'redirectUri'>,
  fields: Fields,
): AuthorizeRequest | RequestMistake {
  const { response_type, state, resource, code_challenge = '', code_challenge_method, scope } = fields
  if (response_type !== 'code')
    return { code: 'unsupported_response_type', message: 'response_type has to be “code”.' }
  if (code_challenge_method !== 'S256' || !/^[\w-]{43}$/.test(code_challenge))
    return { code: 'invalid_request', message: 'PKCE is required: code_challenge, with the method S256.' }
  if (resource !== undefined && resource !== '' && !isOwnResource(place, resource))
    return { code: 'invalid_target', message: 'resource is the address of another server.' }
  const scopes = wantedScopes(scope)
  if (scopes.length === 0)
    return { code: 'invalid_scope', message: 'scope names nothing that tools here need.' }
  return {
    client,
    redirectUri,
    state: state === '' ? undefined : state,
    scopes,
    codeChallenge: code_challenge,
  }
}

/** The address that leads a person back to the program, with its answer. */
export function returnAddress(
  place: OauthPlace,
  { redirectUri, state }: Pick<AuthorizeRequest, 'redirectUri' | 'state'>,
  answer: Fields,
): string {
  const parameters = new URLSearchParams({
    ...answer,
    ...(state === undefined ? {} : { state }),
    iss: issuerOf(place),
  })
  return `${redirectUri}${redirectUri.includes('?') ? '&' : '?'}${String(parameters)}`
}

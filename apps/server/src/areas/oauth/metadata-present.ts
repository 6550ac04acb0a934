import type { Config } from '#config/config.ts'
import { organizationUrl } from '#directory/organization-url.ts'
import type { OrganizationRecord } from '#model/records.ts'
import { agentScopes } from './scope-rules.ts'

/** Path of the document about /mcp. */
export const resourcePath = '/.well-known/oauth-protected-resource/mcp'

/** The organization, and what says its address. */
export interface OauthPlace {
  readonly config: Pick<Config, 'publicUrl'>
  readonly organization: Pick<OrganizationRecord, 'subdomain'>
}

/** The organization's name as a server that gives tokens. */
export const issuerOf = ({ config, organization }: OauthPlace): string =>
  organizationUrl(config, organization)

/** The address that tokens are good for. */
export const resourceOf = (place: OauthPlace): string => `${issuerOf(place)}/mcp`

/** Tells whether a program means /mcp of the organization by an address. */
export function isOwnResource(place: OauthPlace, address: string): boolean {
  const url = URL.parse(address)
  return url !== null && [url.href, url.href.replace(/\/$/, '')].includes(resourceOf(place))
}

/** Names the documents that tell a program how it gets a token, and the scopes that a call needs. */
export const challenge = (place: OauthPlace, { error, scopes = agentScopes }: Challenge = {}): string =>
  [
    `Bearer ${error === undefined ? '' : `error="${error}", `}resource_metadata="${issuerOf(place)}${resourcePath}"`,
    `scope="${scopes.join(' ')}"`,
  ].join(', ')

interface Challenge {
  readonly error?: 'invalid_token' | 'insufficient_scope'
  readonly scopes?: readonly string[]
}

/** The document about /mcp (RFC 9728). */
export const resourceDocument = (place: OauthPlace, name: string): object => ({
  resource: resourceOf(place),
  authorization_servers: [issuerOf(place)],
  scopes_supported: agentScopes,
  bearer_methods_supported: ['header'],
  resource_name: name,
})

/** The document about the organization as a server that gives tokens (RFC 8414). */
export function serverDocument(place: OauthPlace, takesRegistrations: boolean): object {
  const issuer = issuerOf(place)
  return {
    issuer,
    authorization_endpoint: `${issuer}/oauth/authorize`,
    token_endpoint: `${issuer}/oauth/token`,
    ...(takesRegistrations ? { registration_endpoint: `${issuer}/oauth/register` } : {}),
    revocation_endpoint: `${issuer}/oauth/revoke`,
    scopes_supported: agentScopes,
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    token_endpoint_auth_methods_supported: ['none'],
    revocation_endpoint_auth_methods_supported: ['none'],
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
    client_id_metadata_document_supported: true,
  }
}

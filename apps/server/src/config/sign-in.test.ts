import { expect, test } from 'vitest'
import { parseConfig } from './config.ts'

const named = (name: string, parts: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(parts).map(([part, value]) => [`TAGMA_SIGN_IN_${name}_${part}`, value]))

const client = { CLIENT_ID: 'id', CLIENT_SECRET: 'secret' }
const tenant = '8a6e1d5c-0000-4000-8000-000000000000'

test('services are named by their variables', () => {
  expect(parseConfig({}).providers).toEqual([])
  const { providers } = parseConfig({
    ...named('CORP', { KIND: 'authentik', ISSUER: 'https://id.example/application/o/tagma/', ...client }),
    ...named('AZ', { KIND: 'entra', TENANT: tenant, ORGANIZATIONS: '-, Staff', ...client }),
  })
  expect(providers).toEqual([
    expect.objectContaining({
      name: 'az',
      label: 'Microsoft',
      issuer: `https://login.microsoftonline.com/${tenant}/v2.0`,
      organizations: ['', 'staff'],
    }),
    {
      name: 'corp',
      kind: 'authentik',
      label: 'CORP',
      iconUrl: undefined,
      issuer: 'https://id.example/application/o/tagma/',
      clientId: 'id',
      clientSecret: 'secret',
      scopes: [],
      organizations: undefined,
      domains: [],
      trustsEmail: false,
      links: 'ask',
      syncsEmail: false,
      creates: 'invited',
      groupsClaim: 'groups',
      requiredGroups: [],
      followed: undefined,
      secondFactor: 'ask',
      acr: [],
      endsAtProvider: false,
      apple: undefined,
      saml: undefined,
    },
  ])
})

test.each([
  [{ KIND: 'cas', ...client }, /TAGMA_SIGN_IN_A_KIND is "cas"; it should be one of oidc, google/],
  [{ KIND: 'saml' }, /needs TAGMA_SIGN_IN_A_METADATA_FILE or TAGMA_SIGN_IN_A_METADATA_URL/],
  [
    { KIND: 'saml', METADATA_FILE: 'a', SP_KEY_FILE: 'b' },
    /SP_KEY_FILE and TAGMA_SIGN_IN_A_SP_CERT_FILE belong/,
  ],
  [{ KIND: 'saml', METADATA_FILE: 'a', ATTRIBUTES: 'who=x' }, /TAGMA_SIGN_IN_A_ATTRIBUTES has "who=x"/],
  [{ KIND: 'saml', METADATA_URL: 'http://id.example' }, /TAGMA_SIGN_IN_A_METADATA_URL is .* https:/],
  [{ ...client }, /TAGMA_SIGN_IN_A_KIND is ""/],
  [{ KIND: 'oidc', ...client }, /TAGMA_SIGN_IN_A_KIND needs TAGMA_SIGN_IN_A_ISSUER/],
  [{ KIND: 'google', CLIENT_ID: 'id' }, /TAGMA_SIGN_IN_A_KIND needs TAGMA_SIGN_IN_A_CLIENT_SECRET/],
  [{ KIND: 'oidc', ISSUER: 'http://id.example', ...client }, /TAGMA_SIGN_IN_A_ISSUER is .* https:/],
  [{ KIND: 'entra', TENANT: 'common', ...client }, /TAGMA_SIGN_IN_A_TENANT is "common"/],
  [{ KIND: 'google', TRUST_EMAIL: 'on', ...client }, /TRUST_EMAIL needs TAGMA_SIGN_IN_A_DOMAINS/],
  [{ KIND: 'google', CREATE: 'all', ...client }, /TAGMA_SIGN_IN_A_CREATE is "all"/],
  [{ KIND: 'apple', REQUIRED_GROUPS: 'a', CLIENT_ID: 'a' }, /TAGMA_SIGN_IN_A_REQUIRED_GROUPS cannot be used/],
  [
    { KIND: 'github', LOGOUT_AT_PROVIDER: 'on', ...client },
    /TAGMA_SIGN_IN_A_LOGOUT_AT_PROVIDER cannot be on for github/,
  ],
  [
    { KIND: 'saml', METADATA_FILE: 'a', LOGOUT_AT_PROVIDER: 'on' },
    /TAGMA_SIGN_IN_A_LOGOUT_AT_PROVIDER needs TAGMA_SIGN_IN_A_SP_KEY_FILE/,
  ],
  [{ KIND: 'apple', ROLES: 'a=guest', CLIENT_ID: 'a' }, /TAGMA_SIGN_IN_A_ROLES cannot be used: Apple/],
  [{ KIND: 'apple', CLIENT_ID: 'a', TEAM_ID: 't', KEY_ID: 'k' }, /KIND needs TAGMA_SIGN_IN_A_KEY_FILE/],
  [{ KIND: 'google', ROLES: 'a=chief', ...client }, /TAGMA_SIGN_IN_A_ROLES has "a=chief"; write group=role/],
  [{ KIND: 'google', ROLES: 'a=guest, a=member', ...client }, /TAGMA_SIGN_IN_A_ROLES names a twice/],
  [{ KIND: 'google', ROLES: 'a=owner', ...client }, /set TAGMA_SIGN_IN_A_OWNERS to on/],
  [{ KIND: 'google', OWNERS: 'on', ...client }, /TAGMA_SIGN_IN_A_OWNERS needs TAGMA_SIGN_IN_A_ROLES/],
  [{ KIND: 'google', GROUPS: '*=*', ...client }, /TAGMA_SIGN_IN_A_GROUPS has "\*=\*"/],
  [{ KIND: 'google', GROUPS_DENY: 'a', ...client }, /GROUPS_DENY needs TAGMA_SIGN_IN_A_GROUPS/],
  [{ KIND: 'google', GROUPS: 'a=b', GROUPS_ALLOW: '(', ...client }, /GROUPS_ALLOW is "\("; .* RE2/],
  [{ KIND: 'google', ACR: 'gold', ...client }, /TAGMA_SIGN_IN_A_ACR needs TAGMA_SIGN_IN_A_SECOND_FACTOR/],
  [{ KIND: 'github', SECOND_FACTOR: 'claim', ...client }, /SECOND_FACTOR cannot be claim: GitHub/],
  [{ KIND: 'saml', METADATA_FILE: 'a', SECOND_FACTOR: 'claim' }, /needs TAGMA_SIGN_IN_A_ACR for SAML/],
  [{ KIND: 'google', LINK: 'always', ...client }, /TAGMA_SIGN_IN_A_LINK is "always"/],
  [{ KIND: 'google', EMAIL_SYNC: 'yes', ...client }, /TAGMA_SIGN_IN_A_EMAIL_SYNC is "yes"/],
  [{ KIND: 'google', COLOUR: 'red', ...client }, /TAGMA_SIGN_IN_A_COLOUR is no setting of Tagma/],
])('%j is refused', (parts, problem) => {
  expect(() => parseConfig(named('A', parts))).toThrow(problem)
})

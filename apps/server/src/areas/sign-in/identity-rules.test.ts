import { roles } from '@tagma/contract/roles.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseProviders, type ProviderConfig } from '#config/sign-in.ts'
import { must } from '#model/must.ts'
import { roleAfter } from './claimed-groups.ts'
import { decideArrival, type Identity, identityOf } from './identity-rules.ts'

const provider = (settings: Readonly<Record<string, string>>): ProviderConfig => {
  const all = { ISSUER: 'https://id.example', CLIENT_ID: 'id', CLIENT_SECRET: 'secret', ...settings }
  const environment = Object.fromEntries(
    Object.entries(all).map(([part, value]) => [`TAGMA_SIGN_IN_CORP_${part}`, value]),
  )
  return must(parseProviders(environment)[0], 'there is a provider')
}

/** The identity of somebody who is let in. */
function admitted(...of: Parameters<typeof identityOf>): Identity {
  const identity = identityOf(...of)
  if (typeof identity === 'string') throw new Error(`refused: ${identity}`)
  return identity
}

const account = fc.record({
  id: fc.constant(8),
  isActive: fc.boolean(),
  isBot: fc.boolean(),
  role: fc.constantFrom(...Object.values(roles)),
  hasOther: fc.boolean(),
  hasFactor: fc.boolean(),
  isConfirmed: fc.boolean(),
})

test('no account is ever entered without a link, a proof or all that stands for one, and none is made for an unproved address', () => {
  fc.assert(
    fc.property(
      fc.record({
        identity: fc.record({ email: fc.constantFrom('', 'iris@example.com'), isVerified: fc.boolean() }),
        linked: fc.option(fc.record({ id: fc.constant(7), isActive: fc.boolean() }), { nil: undefined }),
        account: fc.option(account, { nil: undefined }),
        creates: fc.constantFrom('on' as const, 'invited' as const, 'off' as const),
        links: fc.constantFrom('ask' as const, 'verified-email' as const),
        needsInvitation: fc.boolean(),
      }),
      (arrival) => {
        const decision = decideArrival(arrival)
        const { identity, linked, account: found, creates } = arrival
        const isFree = linked === undefined && found === undefined
        const isProvable = linked === undefined && found?.isActive === true && !found.isBot && !found.hasOther
        const isSafe =
          isProvable &&
          arrival.links === 'verified-email' &&
          identity.isVerified &&
          !found.hasFactor &&
          found.role > roles.administrator
        const isAllowed = {
          enter: linked?.isActive === true,
          prove: isProvable && !(isSafe && found.isConfirmed),
          link: isSafe && found.isConfirmed,
          claim: isSafe && !found.isConfirmed && found.role > roles.moderator,
          create: isFree && identity.email !== '' && identity.isVerified && creates !== 'off',
          refuse: true,
        }
        expect([decision, isAllowed[decision.kind]]).toEqual([decision, true])
        const theirs = { prove: found?.id, link: found?.id, claim: found?.id }
        const whose = { enter: linked?.id, ...theirs, create: undefined, refuse: undefined }
        expect('userId' in decision ? decision.userId : undefined).toBe(whose[decision.kind])
      },
    ),
  )
})

const base = { iss: 'https://id.example', sub: '1' }

test.each<[boolean, Readonly<Record<string, string>>, Readonly<Record<string, unknown>>]>([
  [true, { KIND: 'oidc' }, { email: 'i@a.example', email_verified: true }],
  [false, { KIND: 'oidc' }, { email: 'i@a.example' }],
  [false, { KIND: 'oidc' }, { email_verified: true }],
  [
    true,
    { KIND: 'authentik', TRUST_EMAIL: 'on', DOMAINS: 'A.example' },
    { email: 'i@a.example', email_verified: false },
  ],
  [false, { KIND: 'authentik', TRUST_EMAIL: 'on', DOMAINS: 'a.example' }, { email: 'i@b.example' }],
  [false, { KIND: 'authentik', TRUST_EMAIL: 'on', DOMAINS: 'a.example' }, { email: 'i@a.example@b.example' }],
  [true, { KIND: 'google' }, { email: 'i@gmail.com', email_verified: true }],
  [false, { KIND: 'google' }, { email: 'i@a.example', email_verified: true }],
  [true, { KIND: 'google' }, { email: 'i@a.example', email_verified: true, hd: 'a.example' }],
  [
    false,
    { KIND: 'entra', TENANT: '8a6e1d5c-0000-4000-8000-000000000000' },
    { email: 'i@a.example', email_verified: true },
  ],
])('%j: whether an address is verified with %j and %j', (isVerified, settings, claims) => {
  expect(admitted(provider(settings), { ...base, ...claims }).isVerified).toBe(isVerified)
})

test('Google lets in the people of the named domains only', () => {
  const google = provider({ KIND: 'google', DOMAINS: 'a.example,b.example' })
  expect(admitted(google, { ...base, hd: 'b.example' }).subject).toBe('1')
  expect(identityOf(google, { ...base, hd: 'c.example' })).toBe('S-3-domain')
  expect(identityOf(google, { ...base, email: 'i@a.example', email_verified: true })).toBe('S-3-domain')
})

test('people of Entra are known by the id in their directory', () => {
  const entra = provider({ KIND: 'entra', TENANT: '8a6e1d5c-0000-4000-8000-000000000000' })
  expect(admitted(entra, { ...base, tid: 't', oid: 'o' }).subject).toBe('t:o')
  expect(admitted(provider({ KIND: 'oidc' }), { ...base, tid: 't', oid: 'o' }).subject).toBe('1')
})

test.each([
  [{ name: ' Wera  Weber ' }, 'Wera Weber'],
  [{ name: '**', given_name: 'Wera', family_name: 'Weber' }, 'Wera Weber'],
  [{ preferred_username: 'wera@corp.example' }, 'wera'],
  [{ email: 'wera@corp.example' }, 'wera'],
  [{ name: 'Wera|12' }, 'Wera'],
  [{ name: 'w'.repeat(200) }, 'w'.repeat(100)],
  [{ name: { first: 'Wera' } }, 'Newcomer'],
])('the claims %j make the name %s', (claims, fullName) => {
  expect(admitted(provider({ KIND: 'oidc' }), { ...base, ...claims }).fullName).toBe(fullName)
})

test.each<[boolean, string | undefined, Readonly<Record<string, unknown>>]>([
  [true, undefined, { groups: ['a', 'The staff'] }],
  [false, undefined, { groups: ['the staff', 'staff'] }],
  [false, undefined, { groups: 'The staff' }],
  [false, undefined, { groups: [] }],
  [false, undefined, {}],
  [false, undefined, { _claim_names: { groups: 'src1' } }],
  [true, 'realm_access.roles', { realm_access: { roles: ['staff'] } }],
  [true, 'https://corp.example/groups', { 'https://corp.example/groups': ['staff'] }],
  [false, 'realm_access.roles.length', { realm_access: { roles: ['staff'] } }],
  [false, 'constructor.name', {}],
])('%s: whether somebody is in a required group, by the claim %s of %j', (isIn, claim, claims) => {
  const parts = {
    KIND: 'oidc',
    REQUIRED_GROUPS: 'The staff, staff',
    ...(claim ? { GROUPS_CLAIM: claim } : {}),
  }
  const groups = isIn ? provider(parts) : provider({ ...parts, REQUIRED_GROUPS: 'The staff' })
  expect(identityOf(groups, { ...base, ...claims }) !== 'S-3-group').toBe(isIn)
})

test('a provider never makes or unmakes an owner unless it may, and takes only the role that it gave', () => {
  const role = fc.constantFrom(...Object.values(roles))
  fc.assert(
    fc.property(
      fc.boolean(),
      role,
      fc.option(role),
      fc.option(role),
      (mayChangeOwners, has, given, wanted) => {
        const next = roleAfter({ mayChangeOwners }, { role: has, given }, wanted)
        const isTaken = given === has
        const allowed = [undefined, wanted ?? (isTaken ? roles.member : undefined)]
        expect(allowed).toContain(next)
        const isOwnerKept =
          mayChangeOwners || (next !== roles.owner && (has !== roles.owner || next === undefined))
        expect(isOwnerKept).toBe(true)
      },
    ),
  )
})

test.each<[unknown, unknown]>([
  [['Eng', 'eng '], { kind: 'named', groups: ['eng'], role: null }],
  [['boss', 'staff', 'guests'], { kind: 'named', groups: [], role: roles.administrator }],
  [[], { kind: 'named', groups: [], role: null }],
  ['boss', { kind: 'absent' }],
  [{ a: 1 }, { kind: 'absent' }],
  [undefined, { kind: 'absent' }],
])('the claim %j means %j', (value, meant) => {
  const config = provider({
    KIND: 'oidc',
    GROUPS: 'Eng=Eng, eng=eng, boss=Bosses',
    ROLES: 'boss=administrator, staff=member, guests=guest',
    GROUPS_CLAIM: 'realm_access.roles',
  })
  const claims = { iss: 'https://id.example', sub: '1', realm_access: { roles: value } }
  expect(admitted(config, claims).groups).toEqual(meant)
  expect(admitted(provider({ KIND: 'oidc' }), claims).groups).toBeUndefined()
})

test('Entra says that there are too many groups to name', () => {
  const config = provider({ KIND: 'entra', TENANT: '8a6e1d5c-0000-4000-8000-000000000000', ROLES: 'a=guest' })
  for (const claims of [{ hasgroups: true }, { hasgroups: 'true' }, { _claim_names: { groups: 'src1' } }])
    expect(admitted(config, { ...base, ...claims }).groups).toEqual({ kind: 'cut' })
})

test.each<[boolean, Readonly<Record<string, string>>, Readonly<Record<string, unknown>>]>([
  [false, {}, { amr: ['mfa'] }],
  [true, { SECOND_FACTOR: 'trusted' }, {}],
  [true, { SECOND_FACTOR: 'claim' }, { amr: ['pwd', 'otp'] }],
  [false, { SECOND_FACTOR: 'claim' }, { amr: ['pwd'] }],
  [false, { SECOND_FACTOR: 'claim' }, { amr: 'mfa' }],
  [false, { SECOND_FACTOR: 'claim' }, {}],
  [true, { SECOND_FACTOR: 'claim', ACR: 'silver gold' }, { acr: 'gold' }],
  [false, { SECOND_FACTOR: 'claim', ACR: 'gold' }, { acr: 'bronze', amr: ['mfa'] }],
])('%j: whether a sign-in had a second step, with %j and %j', (hasStep, settings, claims) => {
  expect(admitted(provider({ KIND: 'oidc', ...settings }), { ...base, ...claims }).hasStep).toBe(hasStep)
})

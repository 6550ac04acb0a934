import { afterAll, beforeAll, expect, test } from 'vitest'
import { parseConfig } from '#config/config.ts'
import { must } from '#model/must.ts'
import { oidcServer, type OidcServer } from '#test/oidc-server.ts'
import { openidClientOidc } from './openid-client-oidc.ts'

let server: OidcServer
beforeAll(async () => {
  server = await oidcServer()
})
afterAll(() => server.close())

const redirect = 'http://org1.localhost/complete/corp/'

const problemWith = (parts: Readonly<Record<string, string>>, address = redirect) => {
  const { providers, outgoing } = parseConfig(server.settings('CORP', parts))
  return openidClientOidc(must(providers[0], 'there is one'), outgoing, () => 0).problem(address)
}

test('a service that knows this server has no problem', async () => {
  expect(await problemWith({})).toBeUndefined()
})

test('a wrong secret, id or issuer is named with the variable to mend', async () => {
  const wrongClient =
    /^corp does not accept the client: copy TAGMA_SIGN_IN_CORP_CLIENT_ID and TAGMA_SIGN_IN_CORP_CLIENT_SECRET/
  expect(await problemWith({ CLIENT_SECRET: 'wrong' })).toMatch(wrongClient)
  expect(await problemWith({ CLIENT_ID: 'other' })).toMatch(wrongClient)
  const wrongIssuer =
    /^corp has no document at .*TAGMA_SIGN_IN_CORP_ISSUER has to be the issuer, letter by letter\.$/
  expect(await problemWith({ ISSUER: `${server.issuer}/realms/x` })).toMatch(wrongIssuer)
  expect(await problemWith({ ISSUER: server.issuer.replace('127.0.0.1', 'localhost') })).toMatch(wrongIssuer)
  expect(await problemWith({ ISSUER: 'http://127.0.0.1:1' })).toMatch(wrongIssuer)
})

test('an address that the service does not lead back to is named', async () => {
  expect(await problemWith({}, 'https://other.example/complete/corp/')).toBe(
    'Register https://other.example/complete/corp/ as redirect address at corp.',
  )
})

test('a clock that differs from the one of the service is named, to the second or two', async () => {
  try {
    server.setClock(93)
    expect(await problemWith({})).toMatch(
      /^The clock is 9[234] s behind the one of corp: switch on time synchronization\.$/,
    )
    server.setClock(-45)
    expect(await problemWith({})).toMatch(/^The clock is 4[456] s ahead of the one of corp/)
    server.setClock(20)
    expect(await problemWith({})).toBeUndefined()
  } finally {
    server.setClock(0)
  }
})

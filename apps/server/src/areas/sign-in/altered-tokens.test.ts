import { createHmac, createPublicKey, KeyObject } from 'node:crypto'
import { decodeJwt, generateKeyPair, type JWTPayload, SignJWT, UnsecuredJWT } from 'jose'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { systemClock } from '#ports/clock.ts'
import { systemRandom } from '#ports/random.ts'
import { testApp } from '#test/app.ts'
import { TestBrowser } from '#test/browser.ts'
import { type Alteration, oidcServer, type OidcServer } from '#test/oidc-server.ts'

// A provider whose token endpoint answers something else than it should: each field is checked.

let corp: OidcServer
beforeAll(async () => {
  corp = await oidcServer()
})
afterAll(() => corp.close())
afterEach(() => corp.alter())

/** Signs somebody new in while the provider's answers are altered. Returns the code of the page; undefined for success. */
async function codeWith(alteration: Alteration): Promise<string | undefined> {
  const t = await testApp(corp.settings('CORP'))
  await t.given.user('olive', { role: 'owner' })
  await t.given.settings({ invite_required: false })
  const sub = systemRandom.uuid()
  corp.person({ sub, email: `${sub}@corp.example`, email_verified: true, name: 'Wera' })
  const browser = new TestBrowser(t)
  const before = t.directory.users.size
  const { headers } = await browser.request('GET', '/accounts/login/social/oidc/corp')
  const { pathname, search } = await corp.signIn(String(headers.location), sub)
  corp.alter(alteration)
  const { body } = await browser.request('GET', pathname + search)
  const isIn = (await browser.call('GET', '/users/me')).status === 200
  expect(t.directory.users.size - before).toBe(isIn ? 1 : 0)
  return isIn ? undefined : /Code (S-[\w-]+)/.exec(body)?.[1]
}

/** Signs the claims of a token again, some of them changed, as the provider would. */
const signedWith = (
  change: JWTPayload,
  key: CryptoKey = corp.privateKey,
  header: object = {},
): Alteration => ({
  idToken: (token) =>
    new SignJWT({ ...decodeJwt(token), ...change })
      .setProtectedHeader({ alg: 'RS256', kid: 'one', ...header })
      .sign(key),
})

/** HMAC with the provider's public key as its secret: the classic mistake of a checker that believes the header. */
const byPublicKey: Alteration = {
  async idToken(token) {
    const secret = createPublicKey(KeyObject.from(corp.privateKey)).export({ type: 'spki', format: 'pem' })
    const base64 = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')
    const signed = `${base64({ alg: 'HS256' })}.${base64(decodeJwt(token))}`
    return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`
  },
}

test('the same claims signed once more, with another name, sign in', async () => {
  expect(await codeWith(signedWith({ name: 'Somebody' }))).toBeUndefined()
})

const hourAgo = () => Math.floor(systemClock.now() / 1000) - 3600

test.each<[string, () => Alteration | Promise<Alteration>]>([
  ['of another sign-in, by its nonce,', () => signedWith({ nonce: 'x'.repeat(43) })],
  ['without a nonce', () => signedWith({ nonce: undefined })],
  ['for another client', () => signedWith({ aud: 'other' })],
  ['for two clients, given to the other one,', () => signedWith({ aud: ['tagma', 'other'], azp: 'other' })],
  ['of another issuer', () => signedWith({ iss: 'https://evil.example' })],
  ['of an hour ago', () => signedWith({ iat: hourAgo() - 600, exp: hourAgo() })],
  ['without an end', () => signedWith({ exp: undefined })],
  ['about nobody', () => signedWith({ sub: undefined })],
  ['with another key', async () => signedWith({}, (await generateKeyPair('RS256')).privateKey)],
  [
    'with a key that the provider does not name',
    async () => signedWith({}, (await generateKeyPair('RS256')).privateKey, { kid: 'two' }),
  ],
  ['without a signature', () => ({ idToken: async (token) => new UnsecuredJWT(decodeJwt(token)).encode() })],
  ['signed by the public key', () => byPublicKey],
  ['that is none', () => ({ idToken: async () => 'e30.e30.e30' })],
  [
    'with the facts about somebody else beside it',
    () => ({ userinfo: (claims) => ({ ...claims, sub: 'other' }) }),
  ],
])('a token %s signs nobody in', async (_, make) => {
  expect(await codeWith(await make())).toBe('S-0-invalid')
})

import { createDecipheriv } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync, zstdDecompressSync } from 'node:zlib'
import { SignJWT } from 'jose'
import pg from 'pg'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { codeOf, stepSeconds } from '#areas/sign-in/totp.ts'
import { must } from '#model/must.ts'
import { ownerSettings } from '#test/http-caller.ts'
import { oidcClientSecret, type OidcServer, oidcServer } from '#test/oidc-server.ts'
import { type Installation, installation } from '#test/server-process.ts'

// Signs in by all ways, makes every kind of key, and then looks into everything that the server has written.

let corp: OidcServer
beforeAll(async () => {
  corp = await oidcServer()
})
afterAll(() => corp.close())

type Fields = Readonly<Record<string, string>>
type Json = Readonly<Record<string, unknown>>

const jwtKey = 'a key of forty letters for JSON Web Tokens'
const { TAGMA_OWNER_EMAIL: email, TAGMA_OWNER_PASSWORD: password } = ownerSettings

/** A browser with cookies. */
class Browser {
  readonly cookies = new Map<string, string>()
  readonly #url: string

  constructor(url: string) {
    this.#url = url
  }

  async request(method: string, path: string, fields?: Fields, headers: Fields = {}) {
    const response = await fetch(new URL(path, this.#url), {
      method,
      redirect: 'manual',
      headers: {
        'sec-fetch-site': 'same-origin',
        cookie: [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        ...headers,
      },
      ...(method === 'GET' ? {} : { body: new URLSearchParams(fields) }),
    })
    for (const header of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(header) ?? []
      if (value === '') this.cookies.delete(name)
      else this.cookies.set(name, value)
    }
    const body = await response.text()
    return { status: response.status, location: response.headers.get('location') ?? '', body }
  }

  /** The value of a cookie, which has a prefix where the browser would keep it. */
  valueOf(name: string): string {
    return must(this.cookies.get(`__Host-${name}`) ?? this.cookies.get(name), `there is a cookie ${name}`)
  }

  async call(method: string, path: string, fields?: Fields): Promise<Json> {
    const { status, body } = await this.request(method, `/json${path}`, fields)
    if (status !== 200) throw new Error(`${method} ${path}: ${body}`)
    return JSON.parse(body) as Json
  }
}

/** Secrets by what they are. */
type Secrets = Map<string, string | Buffer>

const letters = 'abcdefghijklmnopqrstuvwxyz234567'
function bytesOfBase32(text: string): Buffer {
  const bits = [...text].map((letter) => letters.indexOf(letter).toString(2).padStart(5, '0')).join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}

/** Signs in by a provider; the app may have left a pad. */
async function byProvider(browser: Browser, secrets: Secrets, query = '') {
  corp.person({ sub: 'wera', email: 'wera@corp.example', email_verified: true, name: 'Wera' })
  const begun = await browser.request('GET', `/accounts/login/social/oidc/corp${query}`)
  secrets.set(`cookie of the sign-in${query}`, browser.valueOf('tagma-flow'))
  const back = await corp.signIn(begun.location, 'wera')
  secrets.set(`code of the provider${query}`, must(back.searchParams.get('code'), 'there is a code'))
  return browser.request('GET', back.pathname + back.search)
}

/** Keys that apps get at the end of a sign-in. */
async function byApps(url: string, secrets: Secrets): Promise<void> {
  const pad = '5c'.repeat(32)
  const phone = await byProvider(new Browser(url), secrets, `?mobile_flow_otp=${pad}`)
  const hex = must(/otp_encrypted_api_key=(\w+)/.exec(phone.location)?.[1], 'the phone has a key')
  secrets.set('key of a phone', Buffer.from(Buffer.from(hex, 'hex').map((byte) => byte ^ 0x5c)).toString())
  const desk = await byProvider(new Browser(url), secrets, `?desktop_flow_otp=${pad}`)
  const shown = /<textarea[^>]*>([\da-f]+)<\/textarea>/.exec(desk.body)?.[1]
  const bytes = Buffer.from(must(shown, 'a text is shown'), 'hex')
  const decipher = createDecipheriv('aes-256-gcm', Buffer.from(pad, 'hex'), bytes.subarray(0, 12))
  decipher.setAuthTag(bytes.subarray(-16))
  const token = decipher.update(bytes.subarray(12, -16), undefined, 'utf8') + decipher.final('utf8')
  secrets.set('token of the desktop app', token)
  await new Browser(url).request('GET', `/accounts/login/subdomain/${token}`)
}

/** Keys that an owner makes, and a second factor. */
async function byOwner(url: string, secrets: Secrets): Promise<Browser> {
  const guess = 'a guess that is quite wrong'
  secrets.set('a wrong password', guess)
  secrets.set('the password of the owner', password)
  const browser = new Browser(url)
  await browser.request('POST', '/login/', { username: email, password: guess })
  await browser.request('POST', '/login/', { username: email, password })
  secrets.set('cookie of a session', browser.valueOf('tagma'))
  const made = await browser.call('POST', '/tagma/access_tokens', { name: 'Report', scopes: '["full"]' })
  secrets.set('access token', String(made.token))
  const scim = await browser.call('POST', '/tagma/scim_clients', { name: 'Okta', password })
  secrets.set('secret of a client of SCIM', String(scim.secret))
  const begun = await browser.call('POST', '/tagma/second_factor', { password })
  const secret = String(begun.secret).replaceAll('-', '')
  secrets.set('secret of an authenticator app', secret)
  secrets.set('bytes of that secret', bytesOfBase32(secret))
  const code = codeOf(bytesOfBase32(secret), Math.floor(Date.now() / 1000 / stepSeconds))
  const confirmed = await browser.call('POST', '/tagma/second_factor/confirm', { code })
  for (const [index, one] of (confirmed.recovery_codes as string[]).entries()) {
    secrets.set(`recovery code ${index}`, one)
    secrets.set(`recovery code ${index} without signs`, one.replaceAll('-', ''))
  }
  const again = new Browser(url)
  await again.request('POST', '/login/', { username: email, password })
  secrets.set('cookie before the second step', again.valueOf('tagma-flow'))
  const [used = ''] = confirmed.recovery_codes as string[]
  await again.request('POST', '/accounts/login/second-factor/', { code: used })
  secrets.set('cookie after the second step', again.valueOf('tagma'))
  return again
}

async function byToken(url: string, secrets: Secrets): Promise<void> {
  const token = await new SignJWT({ email: 'wera@corp.example' })
    .setProtectedHeader({ alg: 'HS256' })
    .setExpirationTime(Math.floor(Date.now() / 1000) + 120)
    .sign(new TextEncoder().encode(jwtKey))
  secrets.set('JSON Web Token', token)
  const response = await fetch(`${url}/api/v1/jwt/fetch_api_key`, {
    method: 'POST',
    body: new URLSearchParams({ token }),
  })
  const { api_key } = (await response.json()) as { readonly api_key: string }
  secrets.set('key for a JSON Web Token', api_key)
}

/** The forms in which bytes may lie in a file: as they are, in hexadecimal digits, and in base64 at any place of a text. */
function formsOf(secret: string | Buffer): Buffer[] {
  const bytes = Buffer.from(secret as string)
  const base64 = [0, 1, 2].flatMap((before) => {
    const text = Buffer.concat([Buffer.alloc(before), bytes])
      .toString('base64')
      .replace(/=+$/, '')
    // Its ends depend on what stands beside it.
    const inner = text.slice(before === 0 ? 0 : 4, -2)
    return [inner, inner.replaceAll('+', '-').replaceAll('/', '_')]
  })
  const hex = bytes.toString('hex')
  const plain = bytes.toString('latin1')
  // Letters and digits have the same form in several of them.
  const forms = new Set([plain, hex, hex.toUpperCase(), encodeURIComponent(plain), ...base64])
  return [...forms].map((form) => Buffer.from(form, 'latin1'))
}

/** Files below a folder, those that are compressed unpacked too. */
function filesBelow(folder: string): (readonly [name: string, bytes: Buffer])[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .flatMap((entry) => {
      const path = join(entry.parentPath, entry.name)
      const bytes = readFileSync(path)
      return [[path, bytes] as const, ...unpacked(bytes).map((more) => [`${path}, unpacked`, more] as const)]
    })
}

function unpacked(bytes: Buffer): Buffer[] {
  if (bytes.length > 3 && bytes.readUInt32LE(0) === 0xfd2fb528) return [zstdDecompressSync(bytes)]
  return bytes[0] === 0x1f && bytes[1] === 0x8b ? [gunzipSync(bytes)] : []
}

/** All rows of PostgreSQL, as text and bytes in hexadecimal digits. */
async function rowsOf({ environment }: Installation): Promise<Buffer> {
  const url = environment.DATABASE_URL
  if (url === undefined) return Buffer.alloc(0)
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows: tables } = await client.query<{ name: string }>(
      'select quote_ident(table_schema) || $$.$$ || quote_ident(table_name) as name from information_schema.tables where table_schema = current_schema()',
    )
    const texts: string[] = []
    for (const { name } of tables)
      for (const row of (await client.query<Json>(`select * from ${name}`)).rows)
        texts.push(
          ...Object.values(row).map((value) =>
            Buffer.isBuffer(value) ? value.toString('hex') : String(value),
          ),
        )
    expect(texts.length).toBeGreaterThan(500)
    return Buffer.from(texts.join('\n'))
  } finally {
    await client.end()
  }
}

test('no password, key, code or cookie is in the database, the log, the audit log, an export or a backup', async () => {
  const tagma = await installation({
    ...ownerSettings,
    ...corp.settings('CORP', { CREATE: 'on' }),
    TAGMA_JWT_KEY: jwtKey,
    TAGMA_JWT_ALGORITHMS: 'HS256',
    TAGMA_LOG: 'debug',
  })
  onTestFinished(() => tagma.remove())
  await tagma.start()
  const secrets: Secrets = new Map([
    ['secret of the provider', oidcClientSecret],
    ['key for JSON Web Tokens', jwtKey],
  ])
  const owner = await byOwner(tagma.url, secrets)
  const browser = new Browser(tagma.url)
  await byProvider(browser, secrets)
  secrets.set('cookie of a session by a provider', browser.valueOf('tagma'))
  await byApps(tagma.url, secrets)
  await byToken(tagma.url, secrets)
  await owner.request('POST', '/accounts/logout/')
  const log = tagma.output()
  await tagma.stop('SIGTERM')

  const made = join(tagma.dataDir, '..')
  const audit = await tagma.run('audit', 'export')
  const exported = await tagma.run('export', '--to', join(made, 'export.tar'))
  const saved = await tagma.run('backup', '--to', join(made, 'backups'))
  expect([audit.code, exported.code, saved.code]).toEqual([0, 0, 0])
  expect(existsSync(join(made, 'export.tar'))).toBe(true)
  const written = [
    ['the log', Buffer.from(log)],
    ['the audit log', Buffer.from(audit.output)],
    ['the rows', await rowsOf(tagma)],
    ...filesBelow(made),
  ] as const
  // Otherwise the look would prove nothing.
  const everything = Buffer.concat(written.map(([, bytes]) => bytes))
  for (const known of ['wera@corp.example', 'session.opened', 'token.created'])
    expect(everything.includes(known)).toBe(true)

  const found = [...secrets].flatMap(([what, secret]) => {
    const forms = formsOf(secret)
    return written.flatMap(([where, bytes]) =>
      forms.some((form) => bytes.includes(form)) ? [`${what} in ${where}`] : [],
    )
  })
  expect(found).toEqual([])
  expect(secrets.size).toBeGreaterThan(30)
})

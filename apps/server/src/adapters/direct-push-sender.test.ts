import { createHash, generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer as createHttp } from 'node:http'
import { createServer as createHttp2, type IncomingHttpHeaders, type ServerHttp2Stream } from 'node:http2'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { jwtVerify } from 'jose'
import sodium from 'libsodium-wrappers'
import { expect, onTestFinished, test } from 'vitest'
import type { PushFailure, PushRequest } from '#ports/push-sender.ts'
import { directPushSender } from './direct-push-sender.ts'

await sodium.ready
const pair = sodium.crypto_box_keypair()
const privateKey = Buffer.from(pair.privateKey).toString('base64')
const publicKey = Buffer.from(pair.publicKey).toString('base64')
const folder = mkdtempSync(join(tmpdir(), 'tagma-push-'))
process.once('exit', () => rmSync(folder, { recursive: true, force: true }))

const seal = (registration: object) =>
  Buffer.from(sodium.crypto_box_seal(JSON.stringify(registration), pair.publicKey)).toString('base64')
const idOf = (token: string) => createHash('sha256').update(token).digest().subarray(0, 8).toString('base64')
const now = () => Math.floor(Date.now() / 1000)

function request(kind: 'fcm' | 'apns', change: Partial<PushRequest> = {}): PushRequest {
  return {
    id: '6a1ba6b3-6a5f-4b0c-8f0e-1d2f6a1ba6b3',
    organization: 'organization',
    userId: 1,
    kind,
    tokenId: 'id',
    token: 'c0ffee',
    appId: kind === 'apns' ? 'org.example.app' : null,
    isUrgent: true,
    content: { kind: 'encrypted', keyId: 7, data: 'sealed' },
    ...change,
  }
}

const standing = { isServed: true, until: null }
const sent = { isDead: false, standing }
const dead = { isDead: true, standing }

/** Apple's service over HTTP/2; the test decides its answers. */
async function apple() {
  const { publicKey: verifying, privateKey: signing } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const keyFile = join(folder, 'apns.p8')
  writeFileSync(keyFile, signing.export({ type: 'pkcs8', format: 'pem' }))
  const got: { headers: IncomingHttpHeaders; body: unknown }[] = []
  const service = { status: 200, reason: '', got, verifying }
  const server = createHttp2()
  server.on('stream', (stream: ServerHttp2Stream, headers: IncomingHttpHeaders) => {
    let text = ''
    stream.on('data', (chunk: Buffer) => (text += String(chunk)))
    stream.on('end', () => {
      got.push({ headers, body: JSON.parse(text) })
      stream.respond({ ':status': service.status })
      stream.end(service.reason === '' ? '' : JSON.stringify({ reason: service.reason }))
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const sender = await directPushSender({
    privateKey,
    apns: { url, keyFile, keyId: 'KEY', teamId: 'TEAM' },
    fcm: undefined,
    timeoutSeconds: 2,
  })
  onTestFinished(async () => {
    await sender.close()
    server.close()
  })
  return { service, sender, server }
}

/** Google's token service and FCM. */
async function google() {
  const { publicKey: verifying, privateKey: signing } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const got: { path: string; authorization: string; body: string }[] = []
  const service = { status: 200, answer: {}, got, verifying, url: '' }
  const server = createHttp((incoming, response) => {
    let body = ''
    incoming.on('data', (chunk: Buffer) => (body += String(chunk)))
    incoming.on('end', () => {
      const path = incoming.url ?? ''
      got.push({ path, authorization: incoming.headers.authorization ?? '', body })
      const isToken = path === '/token'
      response
        .writeHead(isToken ? 200 : service.status)
        .end(JSON.stringify(isToken ? { access_token: 'access', expires_in: 3600 } : service.answer))
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  service.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const accountFile = join(folder, 'account.json')
  writeFileSync(
    accountFile,
    JSON.stringify({
      project_id: 'project',
      client_email: 'tagma@example.com',
      private_key: signing.export({ type: 'pkcs8', format: 'pem' }),
      token_uri: `${service.url}/token`,
    }),
  )
  const fcm = { url: service.url, accountFile }
  return { service, sender: await directPushSender({ privateKey, apns: undefined, fcm, timeoutSeconds: 2 }) }
}

test('Apple gets notifications over HTTP/2 with a signed token', async () => {
  const { service, sender } = await apple()
  expect(await sender.send(request('apns'))).toEqual(sent)
  expect(await sender.send(request('apns', { isUrgent: false }))).toEqual(sent)
  const [first, second] = service.got
  expect(first?.headers).toMatchObject({
    ':path': '/3/device/c0ffee',
    'apns-id': request('apns').id,
    'apns-topic': 'org.example.app',
    'apns-push-type': 'alert',
    'apns-priority': '10',
  })
  expect(first?.body).toMatchObject({
    aps: { 'mutable-content': 1 },
    push_key_id: 7,
    encrypted_data: 'sealed',
  })
  expect(second?.headers).toMatchObject({ 'apns-push-type': 'background', 'apns-priority': '5' })
  const token = String(first?.headers.authorization).replace('bearer ', '')
  const { payload, protectedHeader } = await jwtVerify(token, service.verifying)
  expect([payload.iss, protectedHeader.kid, protectedHeader.alg]).toEqual(['TEAM', 'KEY', 'ES256'])
})

test.each([
  [410, 'Unregistered', 'dead'],
  [400, 'BadDeviceToken', 'dead'],
  [403, 'InvalidProviderToken', 'refused'],
  [403, 'ExpiredProviderToken', 'fault'],
  [429, 'TooManyRequests', 'fault'],
  [503, 'ServiceUnavailable', 'fault'],
  [413, 'PayloadTooLarge', 'unfit'],
  [400, 'TopicDisallowed', 'unfit'],
])('Apple answers %i %s: %s', async (status, reason, outcome) => {
  const { service, sender } = await apple()
  Object.assign(service, { status, reason })
  const seen = await sender.send(request('apns')).then(
    ({ isDead }) => (isDead ? 'dead' : 'sent'),
    (error: unknown) => (error as PushFailure).reason,
  )
  expect(seen).toBe(outcome)
})

test('Apple being away is noticed', async () => {
  const { sender, server } = await apple()
  server.close()
  await once(server, 'close')
  await expect(sender.send(request('apns'))).rejects.toMatchObject({ reason: 'unreachable' })
})

test('Google gets notifications over HTTP v1 with an access token that is got once', async () => {
  const { service, sender } = await google()
  expect(await Promise.all([sender.send(request('fcm')), sender.send(request('fcm'))])).toEqual([sent, sent])
  expect(service.got.map((call) => call.path)).toEqual([
    '/token',
    '/v1/projects/project/messages:send',
    '/v1/projects/project/messages:send',
  ])
  expect(service.got[1]?.authorization).toBe('Bearer access')
  expect(JSON.parse(service.got[1]?.body ?? '')).toEqual({
    message: {
      token: 'c0ffee',
      data: { push_key_id: '7', encrypted_data: 'sealed' },
      android: { priority: 'high' },
    },
  })
  const assertion = new URLSearchParams(service.got[0]?.body).get('assertion') ?? ''
  const { payload } = await jwtVerify(assertion, service.verifying, { audience: `${service.url}/token` })
  expect(payload.iss).toBe('tagma@example.com')
})

test('Google’s dead tokens and failures are told apart', async () => {
  const { service, sender } = await google()
  service.status = 404
  service.answer = { error: { details: [{ errorCode: 'UNREGISTERED' }] } }
  expect(await sender.send(request('fcm'))).toEqual(dead)
  Object.assign(service, { status: 403, answer: {} })
  await expect(sender.send(request('fcm'))).rejects.toMatchObject({ reason: 'refused' })
  service.status = 500
  await expect(sender.send(request('fcm'))).rejects.toMatchObject({ reason: 'fault' })
  Object.assign(service, {
    status: 400,
    answer: { error: { details: [{ errorCode: 'INVALID_ARGUMENT' }] } },
  })
  await expect(sender.send(request('fcm'))).rejects.toMatchObject({ reason: 'unfit' })
  await expect(sender.send(request('apns'))).rejects.toMatchObject({ reason: 'unfit' })
})

test('registrations are opened with the server’s own key, and checked', async () => {
  const { sender } = await google()
  const register = (registration: object, key = publicKey, token = 'android') =>
    sender.register({
      organization: 'organization',
      tokenId: idOf(token),
      publicKey: key,
      encryptedRegistration: seal(registration),
    })
  const good = { token_kind: 'fcm', token: 'android', timestamp: now() }
  expect(await register(good)).toEqual({ kind: 'fcm', token: 'android', appId: null })
  const iphone = { token_kind: 'apns', token: 'c0ffee', timestamp: now(), ios_app_id: 'a' }
  await expect(register(iphone, publicKey, 'c0ffee')).rejects.toMatchObject({ reason: 'unfit' })
  const rejected = (code: string) => ({ name: 'RegistrationRejected', code })
  await expect(register(good, 'AAAA')).rejects.toMatchObject(rejected('INVALID_BOUNCER_PUBLIC_KEY'))
  for (const change of [{ token: 'other' }, { token_kind: 'web' }, { timestamp: 'now' }, { ios_app_id: 'a' }])
    await expect(register({ ...good, ...change })).rejects.toMatchObject(
      rejected('INVALID_ENCRYPTED_PUSH_REGISTRATION'),
    )
  await expect(register({ ...good, timestamp: now() - 90_000 })).rejects.toMatchObject(
    rejected('REQUEST_EXPIRED'),
  )
})

test('a file that holds no key is refused by name, before anything is sent', async () => {
  const { publicKey: pub, privateKey: rsa } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const file = (name: string, text: string) => {
    writeFileSync(join(folder, name), text)
    return join(folder, name)
  }
  const account = {
    project_id: 'project',
    client_email: 'tagma@example.com',
    private_key: rsa.export({ type: 'pkcs8', format: 'pem' }),
    token_uri: 'https://oauth2.example.com/token',
  }
  const open = (change: { keyFile?: string; accountFile?: string }) =>
    directPushSender({
      privateKey,
      apns:
        change.keyFile === undefined
          ? undefined
          : { url: 'https://a', keyFile: change.keyFile, keyId: 'K', teamId: 'T' },
      fcm:
        change.accountFile === undefined ? undefined : { url: 'https://f', accountFile: change.accountFile },
      timeoutSeconds: 1,
    })
  const refusals: [Parameters<typeof open>[0], RegExp][] = [
    [
      { keyFile: join(folder, 'missing.p8') },
      /^TAGMA_APNS_KEY_FILE names .*missing.p8, which cannot be read \(ENOENT\)/,
    ],
    [
      { keyFile: file('text.p8', 'no key') },
      /^TAGMA_APNS_KEY_FILE names .*text.p8, which holds no signing key/,
    ],
    [{ keyFile: file('rsa.p8', account.private_key) }, /^TAGMA_APNS_KEY_FILE .* holds no signing key/],
    [{ accountFile: join(folder, 'missing.json') }, /^TAGMA_FCM_ACCOUNT_FILE names .*cannot be read/],
    [{ accountFile: file('text.json', 'no JSON') }, /^TAGMA_FCM_ACCOUNT_FILE .*token_uri is missing/],
    [
      { accountFile: file('half.json', JSON.stringify({ ...account, client_email: '' })) },
      /client_email is missing/,
    ],
    [
      { accountFile: file('uri.json', JSON.stringify({ ...account, token_uri: 'x' })) },
      /token_uri is no address/,
    ],
    [
      {
        accountFile: file(
          'public.json',
          JSON.stringify({ ...account, private_key: pub.export({ type: 'spki', format: 'pem' }) }),
        ),
      },
      /private_key is no key/,
    ],
  ]
  for (const [change, message] of refusals) {
    const error = await open(change).catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ name: 'ConfigError', message: expect.stringMatching(message) })
  }
})

import { createPrivateKey, X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { afterAll, expect, test } from 'vitest'
import { parseSaml } from '#config/saml.ts'
import { must } from '#model/must.ts'
import { systemClock } from '#ports/clock.ts'
import { OidcFailure } from '#ports/oidc.ts'
import { type AnswerParts, persistentName, samlServer } from '#test/saml-server.ts'
import { readResponse, type Reading } from './saml-answer.ts'
import { readMetadata } from './saml-metadata.ts'

const idp = samlServer()
const other = samlServer()
afterAll(() => {
  idp.close()
  other.close()
})

const party = {
  entityId: 'https://chat.example/saml/corp/metadata.xml',
  answerUrl: 'https://chat.example/complete/corp/',
  logoutUrl: 'https://chat.example/logout/corp/',
}
const { attributes } = parseSaml({
  read: (part) => (part === 'METADATA_FILE' ? idp.metadataFile : ''),
  variable: (part) => part,
  metadataUrl: undefined,
  allowsUnsolicited: false,
})
const reading = (more: Partial<Reading> = {}): Reading => ({
  provider: readMetadata(idp.metadata, ''),
  party,
  now: systemClock.now() / 1000,
  key: undefined,
  attributes,
  groupsClaim: 'groups',
  ...more,
})
const read = (xml: string, more?: Partial<Reading>) =>
  readResponse(Buffer.from(xml).toString('base64'), reading(more))
const respond = (parts?: AnswerParts, requestId: string | undefined = '_request') =>
  idp.respond(party, requestId, parts)
const good = { subject: 'wera', attributes: { email: 'wera@corp.example', groups: ['eng', 'ops'] } }

/** Reads an answer; the person, or nobody. Anything but a failure of the port is a fault. */
function personIn(xml: string): string | undefined {
  try {
    return read(xml).claims.sub
  } catch (error) {
    if (error instanceof OidcFailure) return undefined
    throw error
  }
}

test.each(['assertion', 'response', 'both'] as const)('an answer with a signed %s is read', async (signs) => {
  const answer = read(await respond({ ...good, signs }))
  expect(answer).toMatchObject({
    claims: { iss: idp.entityId, sub: 'wera', email: 'wera@corp.example', sid: 'session of wera' },
    requestId: '_request',
  })
  expect(answer.claims.groups).toEqual(['eng', 'ops'])
  expect(answer.endsAt).toBeGreaterThan(systemClock.now() / 1000)
})

test('attributes by the names of Entra and Shibboleth are read, and an id among them counts before the name', async () => {
  const answer = read(
    await respond({
      attributes: {
        'http://schemas.microsoft.com/identity/claims/objectidentifier': 'object 1',
        'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress': 'w@corp.example',
        'urn:oid:2.5.4.42': 'Wera',
        'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/surname': 'Weber & Söhne <1>',
      },
    }),
  )
  expect(answer.claims).toMatchObject({
    sub: 'object 1',
    email: 'w@corp.example',
    given_name: 'Wera',
    family_name: 'Weber & Söhne <1>',
  })
})

test.each([
  'urn:oasis:names:tc:SAML:2.0:nameid-format:transient',
  'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress',
  'urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified',
])('a name of the form %s is nobody', async (format) => {
  const xml = await respond({ subject: 'wera@corp.example', format })
  expect(() => read(xml)).toThrow(/lasting id/)
})

const between = (xml: string, from: string, to: string) =>
  xml.slice(xml.indexOf(from), xml.indexOf(to) + to.length)
const assertionIn = (xml: string) => between(xml, '<saml:Assertion', '</saml:Assertion>')
const signatureIn = (xml: string) => between(xml, '<Signature', '</Signature>')
const evil = (xml: string, id = '_evil') =>
  assertionIn(xml)
    .replace(signatureIn(xml), '')
    .replace(/ ID="[^"]+"/, ` ID="${id}"`)
    .replaceAll('wera', 'owner')
const idOf = (xml: string) => / ID="([^"]+)"/.exec(assertionIn(xml))?.[1] ?? ''

const attacks: Readonly<Record<string, (xml: string) => string>> = {
  'evil first': (xml) => xml.replace('<saml:Assertion', `${evil(xml)}<saml:Assertion`),
  'evil second': (xml) => xml.replace('</saml:Assertion>', `</saml:Assertion>${evil(xml)}`),
  'the signed one in an Object of the evil one’s signature': (xml) =>
    xml.replace(
      assertionIn(xml),
      evil(xml, idOf(xml)).replace(
        '<saml:Subject',
        `${signatureIn(xml).replace('</Signature>', `<Object>${assertionIn(xml).replace(signatureIn(xml), '')}</Object></Signature>`)}<saml:Subject`,
      ),
    ),
  'the signed one in Extensions': (xml) =>
    xml.replace(
      assertionIn(xml),
      `<samlp:Extensions xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol">${assertionIn(xml)}</samlp:Extensions>${evil(xml)}`,
    ),
  'the signed one in Advice, with the same id': (xml) =>
    xml.replace(
      assertionIn(xml),
      evil(xml, idOf(xml)).replace(
        '<saml:Conditions',
        `<saml:Advice>${assertionIn(xml)}</saml:Advice><saml:Conditions`,
      ),
    ),
  'the signature of the signed one on the evil one': (xml) =>
    xml.replace(assertionIn(xml), evil(xml).replace('<saml:Subject', `${signatureIn(xml)}<saml:Subject`)),
  'a value changed': (xml) => xml.replaceAll('wera', 'owner'),
  'the signature removed': (xml) => xml.replace(signatureIn(xml), ''),
  'a comment in the name': (xml) => xml.replace('>wera<', '>owner<!-- -->wera<'),
  'a document type': (xml) => `<!DOCTYPE r [<!ENTITY e "owner">]>${xml}`,
  'an instruction': (xml) => xml.replace('>wera<', '><?x?>wera<'),
  'an entity': (xml) => xml.replace('>wera<', '>&e;wera<'),
  'an id twice': (xml) => xml.replace('<saml:Subject>', `<saml:Subject ID="${idOf(xml)}">`),
  'no answer': () => '<Response xmlns="urn:oasis:names:tc:SAML:1.0:protocol"/>',
  'half an answer': (xml) => xml.slice(0, xml.length / 2),
  'deep nesting': (xml) => xml.replace('>wera<', `>${'<a>'.repeat(70)}${'</a>'.repeat(70)}wera<`),
  'a reference to everything': (xml) => xml.replace(`URI="#${idOf(xml)}"`, 'URI=""'),
  'a transform that is not known': (xml) =>
    xml.replace(
      '<Transforms>',
      '<Transforms><Transform Algorithm="http://www.w3.org/TR/1999/REC-xslt-19991116"/>',
    ),
}

test.each(Object.keys(attacks))('with %s, nobody is let in', async (name) => {
  const xml = await respond(good)
  const changed = attacks[name]?.(xml) ?? ''
  expect(changed).not.toBe(xml)
  expect(personIn(xml)).toBe('wera')
  expect(personIn(changed)).toBeUndefined()
})

test.each<[string, AnswerParts]>([
  ['another issuer with the same certificate', { more: { issuer: 'https://evil.example' } }],
  ['another audience', { more: { audience: 'https://other.example' } }],
  ['another recipient', { more: { recipient: 'https://other.example/acs' } }],
  ['another destination', { more: { destination: 'https://other.example/acs' } }],
  ['SHA-1 as digest', { more: { digestAlgorithm: 'sha1' } }],
  ['SHA-1 in the signature', { more: { signatureAlgorithm: 'rsa-sha1' } }],
  ['no signature', { signs: 'none' }],
  [
    'the key of somebody else',
    { more: { key: readFileSync(other.keyFile), cert: readFileSync(other.certFile) } },
  ],
  ['a refusal as status', { more: { samlStatusCode: 'urn:oasis:names:tc:SAML:2.0:status:Responder' } }],
])('an answer with %s is refused', async (_name, parts) => {
  const xml = await respond({ ...good, ...parts })
  expect(() => read(xml)).toThrow(OidcFailure)
})

test('an answer counts in its time only, with a minute for the clocks', async () => {
  const xml = await respond({ ...good, more: { lifetimeInSeconds: 120 } })
  const now = systemClock.now() / 1000
  expect(read(xml, { now: now + 170 }).claims.sub).toBe('wera')
  expect(() => read(xml, { now: now + 190 })).toThrow(/time/)
  expect(() => read(xml, { now: now - 3600 })).toThrow(/clocks/)
})

test('what is not base64, not UTF-8 or too long is refused', () => {
  for (const field of ['', 'a', '%%%%', Buffer.from([0xff, 0xfe, 0x3c]).toString('base64')])
    expect(() => readResponse(field, reading())).toThrow(OidcFailure)
  expect(() => read(`<a>${'x'.repeat(300_000)}</a>`)).toThrow(/too long/)
})

test('an assertion that is encrypted is read with the key, and refused by CBC', async () => {
  const encryption = {
    encryptionCert: readFileSync(other.certFile, 'utf8'),
    encryptionPublicKey: new X509Certificate(readFileSync(other.certFile)).publicKey.export({
      type: 'spki',
      format: 'pem',
    }),
  }
  const key = createPrivateKey(readFileSync(other.keyFile))
  const gcm = { ...encryption, encryptionAlgorithm: 'http://www.w3.org/2009/xmlenc11#aes256-gcm' }
  const cbc = {
    ...encryption,
    disallowEncryptionWithInsecureAlgorithm: false,
    encryptionAlgorithm: 'http://www.w3.org/2001/04/xmlenc#aes256-cbc',
  }
  for (const signs of ['assertion', 'both', 'response'] as const)
    expect(read(await respond({ ...good, signs, more: gcm }), { key }).claims.sub).toBe('wera')
  expect(() => read('')).toThrow(OidcFailure)
  const xml = await respond({ ...good, more: gcm })
  expect(() => read(xml)).toThrow(/SP_KEY_FILE/)
  const unsigned = await respond({ ...good, signs: 'none', more: gcm })
  expect(() => read(unsigned, { key })).toThrow(OidcFailure)
  const byCbc = await respond({ ...good, more: cbc })
  expect(() => read(byCbc, { key })).toThrow(/AES-256-GCM/)
})

/** A small generator, so that a failure can be repeated. */
function* numbers(seed: number): Generator<number, never> {
  let state = seed
  for (;;) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    yield state / 2 ** 32
  }
}

test('however elements of a signed answer are moved, copied and renamed, it is refused or names the same person', async () => {
  const draw = numbers(507)
  const upTo = (most: number) => Math.floor(draw.next().value * most)
  const texts = [await respond(good), await respond({ ...good, signs: 'both' })]
  const sources = texts.map((xml) => ({
    xml,
    elements: [...xml.matchAll(/<([\w:]+)(?: [^<>]*)?>(?:(?!<\1[ >])[\s\S])*?<\/\1>/g)].map(
      ([whole]) => whole,
    ),
    places: [...xml.matchAll(/</g)].map(({ index }) => index),
  }))
  let readAgain = 0
  for (let turn = 0; turn < 200; turn++) {
    const { xml, elements, places } = must(sources[turn % 2], 'there are two')
    const from = elements[upTo(elements.length)] ?? ''
    const at = places[upTo(places.length)] ?? 0
    const piece = [from, from.replaceAll('wera', 'owner'), evil(xml)][upTo(3)] ?? ''
    const base = upTo(2) === 0 ? xml : xml.replace(from, '')
    const changed = base.slice(0, at) + piece + base.slice(at)
    const person = personIn(changed)
    if (person !== undefined) readAgain += 1
    expect([undefined, 'wera']).toContain(person)
  }
  expect(readAgain).toBeLessThan(200)
})

test('metadata is read with two certificates, and what is missing is said', () => {
  const certificates = [idp, other].map(({ certFile }) => readFileSync(certFile, 'utf8'))
  expect(readMetadata(idp.metadata, '').certificates).toHaveLength(1)
  const two = idp.metadata.replace(
    '<SingleLogoutService',
    `${between(other.metadata, '<KeyDescriptor', '</KeyDescriptor>')}<SingleLogoutService`,
  )
  expect(readMetadata(two, idp.entityId).certificates).toHaveLength(certificates.length)
  expect(() => readMetadata(idp.metadata, 'https://evil.example')).toThrow(
    /does not describe https:\/\/evil.example, but/,
  )
  expect(() => readMetadata(idp.metadata.replaceAll('HTTP-Redirect', 'HTTP-POST'), '')).toThrow(
    /SingleSignOnService/,
  )
  expect(() => readMetadata(idp.metadata.replaceAll('IDPSSODescriptor', 'SPSSODescriptor'), '')).toThrow(
    /no provider/,
  )
  expect(() => readMetadata(idp.metadata.replace(/<KeyDescriptor[\s\S]*<\/KeyDescriptor>/, ''), '')).toThrow(
    /certificate/,
  )
  expect(persistentName).toContain('persistent')
})

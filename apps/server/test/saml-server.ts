import { execFileSync } from 'node:child_process'
import { createPrivateKey, type KeyObject, randomBytes, sign } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deflateRawSync, inflateRawSync } from 'node:zlib'
import samlp from 'samlp'
import { must } from '#model/must.ts'

export const persistentName = 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent'

/** Parts of an answer, each of which can be put wrong. */
export interface AnswerParts {
  readonly subject?: string
  readonly attributes?: Readonly<Record<string, string | readonly string[]>>
  readonly format?: string
  readonly signs?: 'assertion' | 'response' | 'both' | 'none'
  /** Replaces parts of what samlp is told. */
  readonly more?: Readonly<Record<string, unknown>>
}

/** A party at which somebody is signed in, as the provider keeps it. */
export interface SignedInParty {
  readonly entityId: string
  readonly logoutUrl: string
  readonly subject: string
  readonly cert: string
}

/** A provider of SAML by samlp. Files lie in a folder of their own until `close`. */
export interface SamlServer {
  readonly entityId: string
  readonly key: KeyObject
  readonly keyFile: string
  readonly certFile: string
  readonly metadata: string
  readonly metadataFile: string
  /** Environment variables that make the server under test use it under a name, such as CORP. */
  settings(name: string, more?: Readonly<Record<string, string>>): Record<string, string>
  /** Answers a request that came by redirect. Returns the fields of the form that the browser posts. */
  answer(
    location: string,
    parts?: AnswerParts,
  ): Promise<{ readonly SAMLResponse: string; readonly RelayState: string }>
  /**
   * Signs somebody out who was led there by a signed request. Returns the address that it leads back to. Rejects for a
   * request that means an unknown person. `isPartial`: says that another party could not be signed out.
   */
  signOut(location: string, party: SignedInParty, isPartial?: boolean): Promise<string>
  /** Makes an answer for a party as XML; `requestId` undefined answers nobody. */
  respond(
    party: { readonly entityId: string; readonly answerUrl: string },
    requestId: string | undefined,
    parts?: AnswerParts,
  ): Promise<string>
  close(): void
}

/** Makes a key and a self-signed certificate as PEM files. */
export function makeCertificate(
  folder: string,
  name: string,
  days = 365,
): { keyFile: string; certFile: string } {
  const [keyFile, certFile] = [join(folder, `${name}.key`), join(folder, `${name}.crt`)]
  execFileSync(
    'openssl',
    ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-subj', `/CN=${name}`, '-days', String(days)].concat([
      '-keyout',
      keyFile,
      '-out',
      certFile,
    ]),
    { stdio: 'ignore' },
  )
  return { keyFile, certFile }
}

const withoutLines = (pem: string) => pem.replaceAll(/-----[^-]+-----|\s/g, '')

export const idpMetadata = (entityId: string, certificates: readonly string[]): string =>
  `<EntityDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata" entityID="${entityId}"><IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">${certificates.map((pem) => `<KeyDescriptor use="signing"><KeyInfo xmlns="http://www.w3.org/2000/09/xmldsig#"><X509Data><X509Certificate>${withoutLines(pem)}</X509Certificate></X509Data></KeyInfo></KeyDescriptor>`).join('')}<SingleLogoutService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="${entityId}/out"/><SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="${entityId}/sso"/></IDPSSODescriptor></EntityDescriptor>`

const redirectBinding = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect'

interface Participant {
  readonly serviceProviderLogoutURL: string
  readonly cert: string
  readonly serviceProviderId: string
  readonly nameId: string
  readonly sessionIndex: string
}

/** The parties at which somebody is signed in, as samlp asks for them. */
function participantsOf(all: Participant[]) {
  const found = (issuer: string, indexes: readonly string[], nameId: string) =>
    all.find(
      (one) =>
        one.serviceProviderId === issuer && indexes.includes(one.sessionIndex) && one.nameId === nameId,
    )
  return {
    hasElements: () => all.length > 0,
    getFirst: (done: (error: null, first: unknown) => void) => done(null, all[0]),
    get: (
      issuer: string,
      indexes: readonly string[],
      nameId: string,
      done: (error: null, found: unknown) => void,
    ) => done(null, found(issuer, indexes, nameId)),
    remove: (issuer: string, index: string, nameId: string, done: (error: null) => void) => {
      const gone = found(issuer, [index], nameId)
      if (gone) all.splice(all.indexOf(gone), 1)
      done(null)
    },
  }
}

export function samlServer(): SamlServer {
  const folder = mkdtempSync(join(tmpdir(), 'tagma-saml-'))
  const entityId = `https://${randomBytes(4).toString('hex')}.idp.example`
  const { keyFile, certFile } = makeCertificate(folder, 'idp')
  const cert = readFileSync(certFile, 'utf8')
  const key = readFileSync(keyFile, 'utf8')
  const metadataFile = join(folder, 'metadata.xml')
  const metadata = idpMetadata(entityId, [cert])
  writeFileSync(metadataFile, metadata)
  const respond: SamlServer['respond'] = (party, requestId, parts = {}) => {
    const {
      subject = 'wera',
      attributes = {},
      format = persistentName,
      signs = 'assertion',
      more = {},
    } = parts
    const config = {
      issuer: entityId,
      cert,
      key,
      audience: party.entityId,
      recipient: party.answerUrl,
      destination: party.answerUrl,
      inResponseTo: requestId,
      signatureAlgorithm: 'rsa-sha256',
      digestAlgorithm: 'sha256',
      signAssertion: signs === 'assertion' || signs === 'both',
      signResponse: signs === 'response' || signs === 'both',
      sessionIndex: `session of ${subject}`,
      lifetimeInSeconds: 600,
      profileMapper: () => ({
        getClaims: () => attributes,
        getNameIdentifier: () => ({ nameIdentifier: subject, nameIdentifierFormat: format }),
      }),
      ...more,
    }
    return new Promise((resolve, reject) =>
      samlp.getSamlResponse(config, {}, (error, response) =>
        error ? reject(error) : resolve(must(response, 'there is an answer')),
      ),
    )
  }
  return {
    entityId,
    key: createPrivateKey(key),
    keyFile,
    certFile,
    metadata,
    metadataFile,
    settings: (name, more = {}) =>
      Object.fromEntries(
        Object.entries({ KIND: 'saml', METADATA_FILE: metadataFile, ...more }).map(([part, value]) => [
          `TAGMA_SIGN_IN_${name}_${part}`,
          value,
        ]),
      ),
    async answer(location, parts) {
      const { searchParams } = new URL(location)
      const request = inflateRawSync(Buffer.from(searchParams.get('SAMLRequest') ?? '', 'base64')).toString()
      const read = (pattern: RegExp) => must(pattern.exec(request)?.[1], `the request has ${pattern.source}`)
      const party = {
        answerUrl: read(/AssertionConsumerServiceURL="([^"]+)"/),
        entityId: read(/<saml:Issuer>([^<]+)</),
      }
      const xml = await respond(party, read(/ ID="([^"]+)"/), parts)
      return {
        SAMLResponse: Buffer.from(xml).toString('base64'),
        RelayState: searchParams.get('RelayState') ?? '',
      }
    },
    respond,
    signOut: (location, { entityId: serviceProviderId, logoutUrl, subject, cert: own }, isPartial = false) =>
      new Promise((resolve, reject) => {
        const serviceProviderLogoutURL = logoutUrl
        const session = {
          nameId: subject,
          nameIdFormat: persistentName,
          sessionIndex: `session of ${subject}`,
        }
        let state: object | undefined
        const leave = samlp.logout({
          issuer: entityId,
          cert,
          key,
          deflate: true,
          protocolBinding: redirectBinding,
          signatureAlgorithm: 'rsa-sha256',
          digestAlgorithm: 'sha256',
          sessionParticipants: participantsOf([
            { serviceProviderId, serviceProviderLogoutURL, ...session, cert: own },
          ]),
          clearIdPSession: (done: (error?: Error) => void) =>
            done(isPartial ? new Error('another one stays') : undefined),
          // Its own store needs sessions of Express.
          store: {
            save: (_: unknown, given: object, done: (error: null, key: string) => void) => {
              state = given
              done(null, 'state')
            },
            load: (_: unknown, __: string, ___: unknown, done: (error: null, found: unknown) => void) =>
              done(null, state),
          },
        })
        const query = Object.fromEntries(new URL(location).searchParams)
        leave({ query, body: {} }, { redirect: resolve }, reject)
      }),
    close: () => rmSync(folder, { recursive: true, force: true }),
  }
}

/** Makes an address that brings a request by redirect, with RelayState `back`; without a key it is not signed. */
export function bySamlRedirect(address: string, xml: string, key: KeyObject | undefined): string {
  const query = new URLSearchParams({
    SAMLRequest: deflateRawSync(xml).toString('base64'),
    RelayState: 'back',
  })
  if (key) {
    query.set('SigAlg', 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256')
    query.set('Signature', sign('sha256', Buffer.from(String(query)), key).toString('base64'))
  }
  return `${address}?${query}`
}

import { createPrivateKey, type KeyObject, randomBytes, X509Certificate } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { OutgoingConfig } from '#config/outgoing.ts'
import type { SamlConfig } from '#config/saml.ts'
import type { ProviderConfig } from '#config/sign-in.ts'
import type { Clock } from '#ports/clock.ts'
import { OidcFailure } from '#ports/oidc.ts'
import { OutgoingFailure } from '#ports/outgoing-http.ts'
import type { Saml, SamlParty } from '#ports/saml.ts'
import { callGuarded } from './guarded-http.ts'
import { providerOutgoing } from './provider-outgoing.ts'
import type { SamlProvider } from './saml-metadata.ts'

/** Seconds until metadata is read again. */
const metadataSeconds = 3600
/** Days before its end in which a certificate is complained about. */
const warnDays = 30
const daySeconds = 24 * 3600

interface Loaded {
  readonly provider: SamlProvider
  readonly key: KeyObject | undefined
  /** The certificate of the key, base64 without lines. */
  readonly certificate: string | undefined
}

/**
 * A provider of SAML by the library xml-crypto, which is loaded at the first use: a server without SAML never pays for it,
 * and a provider that is away keeps no server from starting.
 */
export function xmlCryptoSaml(
  config: ProviderConfig & { readonly saml: SamlConfig },
  outgoing: Pick<OutgoingConfig, 'allows'>,
  clock: Clock,
): Saml {
  let known: { readonly loaded: Promise<Loaded>; readonly since: number } | undefined
  let last: Loaded | undefined

  /** Reads the metadata once for all who ask meanwhile. When it cannot be read any more, what it said before counts. */
  function load(): Promise<Loaded> {
    if (known && clock.elapsed() < known.since + metadataSeconds * 1000) return known.loaded
    const loaded = loadSetting(config, outgoing).then(
      (read) => (last = read),
      (error: unknown) => {
        if (last) return last
        known = undefined
        throw failureOf(error)
      },
    )
    known = { loaded, since: clock.elapsed() }
    return loaded
  }

  const now = () => Math.floor(clock.now() / 1000)
  return {
    async requestUrl(party, { id, relayState }) {
      const { provider, key } = await load()
      const { signInRequest } = await import('./saml-messages.ts')
      const { redirectTo } = await import('./saml-redirect.ts')
      const xml = signInRequest({ provider, party, now: now() }, id)
      return redirectTo(provider.signOnUrl, { kind: 'SAMLRequest', xml, relayState }, key)
    },
    async readAnswer(party, response) {
      const { provider, key } = await load()
      const { readResponse } = await import('./saml-answer.ts')
      const { attributes } = config.saml
      return readResponse(response, {
        provider,
        party,
        now: now(),
        key,
        attributes,
        groupsClaim: config.groupsClaim,
      })
    },
    ...signingOut(load, now),
    async metadata(party: SamlParty) {
      const { describeParty } = await import('./saml-metadata.ts')
      // The provider may need this before its own metadata exists.
      return describeParty(party, (await readOwnKey(config)).certificate)
    },
    problem: () => problemWith(config, load, now),
  }
}

const newId = () => `_${randomBytes(20).toString('hex')}`

/** Signing out, at either side. */
const signingOut = (
  load: () => Promise<Loaded>,
  now: () => number,
): Pick<Saml, 'readLogout' | 'logoutUrl' | 'logoutAnswerUrl'> => ({
  async readLogout(party, query) {
    const { provider } = await load()
    const { readRedirect } = await import('./saml-redirect.ts')
    const { isSignedOut, readSignOut } = await import('./saml-messages.ts')
    const { kind, xml } = readRedirect(query, provider.certificates)
    return kind === 'SAMLResponse'
      ? { isEverywhere: isSignedOut(xml, { provider, party }) }
      : readSignOut(xml, { provider, party, now: now() })
  },
  async logoutUrl(party, meant) {
    const { provider, key } = await load()
    const { signOutRequest } = await import('./saml-messages.ts')
    const { redirectTo } = await import('./saml-redirect.ts')
    const destination = provider.signOutUrl
    if (destination === undefined || !key) return undefined
    const xml = signOutRequest({ provider, party, now: now() }, { ...meant, id: newId(), destination })
    return redirectTo(destination, { kind: 'SAMLRequest', xml }, key)
  },
  async logoutAnswerUrl(party, { id, relayState }) {
    const { provider, key } = await load()
    const { signOutAnswer } = await import('./saml-messages.ts')
    const { redirectTo } = await import('./saml-redirect.ts')
    if (provider.logoutUrl === undefined) return undefined
    const xml = signOutAnswer({ provider, party, now: now() }, newId(), id, provider.logoutUrl)
    return redirectTo(provider.logoutUrl, { kind: 'SAMLResponse', xml, relayState }, key)
  },
})

const variableOf = ({ name }: ProviderConfig, part: string) => `TAGMA_SIGN_IN_${name.toUpperCase()}_${part}`

async function loadSetting(
  config: ProviderConfig & { readonly saml: SamlConfig },
  outgoing: Pick<OutgoingConfig, 'allows'>,
): Promise<Loaded> {
  const { readMetadata } = await import('./saml-metadata.ts')
  const { metadataFile, metadataUrl } = config.saml
  const text =
    metadataUrl === undefined
      ? await readNamed(config, 'METADATA_FILE', metadataFile ?? '')
      : await fetchMetadata(metadataUrl, outgoing)
  return { provider: readMetadata(text, config.issuer), ...(await readOwnKey(config)) }
}

async function fetchMetadata(url: string, outgoing: Pick<OutgoingConfig, 'allows'>): Promise<string> {
  const bounds = providerOutgoing({ issuer: url }, outgoing)
  const { status, text } = await callGuarded(bounds, { url, method: 'GET', headers: {}, body: undefined })
  if (status !== 200) throw new OidcFailure('away', `The metadata answered with ${status}.`)
  return text
}

async function readOwnKey(
  config: ProviderConfig & { readonly saml: SamlConfig },
): Promise<Pick<Loaded, 'key' | 'certificate'>> {
  const { keyFile, certificateFile } = config.saml
  if (keyFile === undefined || certificateFile === undefined)
    return { key: undefined, certificate: undefined }
  const keyText = await readNamed(config, 'SP_KEY_FILE', keyFile)
  const certificateText = await readNamed(config, 'SP_CERT_FILE', certificateFile)
  let key: KeyObject
  let certificate: X509Certificate
  try {
    key = createPrivateKey(keyText)
    certificate = new X509Certificate(certificateText)
  } catch {
    throw new OidcFailure(
      'invalid',
      `${variableOf(config, 'SP_KEY_FILE')} and ${variableOf(config, 'SP_CERT_FILE')} have to be a private key and a certificate as PEM.`,
    )
  }
  if (!certificate.checkPrivateKey(key))
    throw new OidcFailure(
      'invalid',
      `The certificate of ${variableOf(config, 'SP_CERT_FILE')} is not of the key in ${variableOf(config, 'SP_KEY_FILE')}.`,
    )
  return { key, certificate: certificate.raw.toString('base64') }
}

async function readNamed(config: ProviderConfig, part: string, path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : ''
    throw new OidcFailure(
      'invalid',
      `${variableOf(config, part)} is "${path}", a file that cannot be read${code}.`,
    )
  }
}

async function problemWith(
  config: ProviderConfig & { readonly saml: SamlConfig },
  load: () => Promise<Loaded>,
  now: () => number,
): Promise<string | undefined> {
  const { name, saml } = config
  const from = variableOf(config, saml.metadataUrl === undefined ? 'METADATA_FILE' : 'METADATA_URL')
  let provider: SamlProvider
  try {
    ;({ provider } = await load())
  } catch (error) {
    return `${name} cannot be used: ${failureOf(error).message} Check ${from}.`
  }
  const ends = provider.certificates.map(({ validTo }) => Date.parse(validTo) / 1000)
  const newest = Math.max(...ends)
  if (newest < now() + warnDays * daySeconds)
    return `The certificate of ${name} ends on ${new Date(newest * 1000).toISOString().slice(0, 10)}: get the new metadata for ${from}; two certificates may be in it at once.`
  return undefined
}

function failureOf(error: unknown): OidcFailure {
  if (error instanceof OidcFailure) return error
  const text = error instanceof Error ? error.message : String(error)
  return new OidcFailure(error instanceof OutgoingFailure ? 'away' : 'invalid', text)
}

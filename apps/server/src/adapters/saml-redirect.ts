import { createPublicKey, type KeyObject, sign, verify, type X509Certificate } from 'node:crypto'
import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { signatureAlgorithms } from './saml-signatures.ts'
import { badSaml } from './saml-tree.ts'

/** The binding HTTP-Redirect: a message in the query, deflated, with a signature over the query as it was sent. */

const longestQuery = 64 * 1024
const longestMessage = 64 * 1024
const rsaSha256 = 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256'
const ecdsaSha256 = 'http://www.w3.org/2001/04/xmldsig-more#ecdsa-sha256'

export interface RedirectMessage {
  readonly kind: 'SAMLRequest' | 'SAMLResponse'
  readonly xml: string
  readonly relayState?: string | undefined
}

/** Makes the address that brings a message. `key` signs it; undefined leaves it unsigned. */
export function redirectTo(
  address: string,
  { kind, xml, relayState }: RedirectMessage,
  key: KeyObject | undefined,
): string {
  const parts = [`${kind}=${encodeURIComponent(deflateRawSync(xml).toString('base64'))}`]
  if (relayState !== undefined) parts.push(`RelayState=${encodeURIComponent(relayState)}`)
  if (key) {
    parts.push(`SigAlg=${encodeURIComponent(key.asymmetricKeyType === 'ec' ? ecdsaSha256 : rsaSha256)}`)
    const value = sign('sha256', Buffer.from(parts.join('&')), { key, dsaEncoding: 'ieee-p1363' })
    parts.push(`Signature=${encodeURIComponent(value.toString('base64'))}`)
  }
  return `${address}${address.includes('?') ? '&' : '?'}${parts.join('&')}`
}

/**
 * Reads a signed message from a query as it was sent. The query has exactly the parts of the binding, each once: what is
 * read is then what was signed. Throws an OidcFailure unless one of the certificates has signed it.
 */
export function readRedirect(query: string, certificates: readonly X509Certificate[]): RedirectMessage {
  if (query.length > longestQuery) throw badSaml('The query is too long.')
  const raw = new Map<string, string>()
  for (const part of query.split('&')) {
    const at = part.indexOf('=')
    const name = part.slice(0, Math.max(at, 0))
    if (!['SAMLRequest', 'SAMLResponse', 'RelayState', 'SigAlg', 'Signature'].includes(name) || raw.has(name))
      throw badSaml('The query has a part twice, or one that does not belong there.')
    raw.set(name, part.slice(at + 1))
  }
  const kind = raw.has('SAMLRequest') ? 'SAMLRequest' : 'SAMLResponse'
  if (raw.has('SAMLRequest') === raw.has('SAMLResponse')) throw badSaml('The query has not one message.')
  const text = (name: string): string => {
    try {
      return decodeURIComponent((raw.get(name) ?? '').replaceAll('+', '%20'))
    } catch {
      throw badSaml('The query is not encoded right.')
    }
  }
  const algorithm = signatureAlgorithms.get(text('SigAlg'))
  const value = text('Signature')
  if (!algorithm || value === '') throw badSaml('The query is not signed with SHA-256 or more.')
  const signed = [kind, 'RelayState', 'SigAlg']
    .filter((name) => raw.has(name))
    .map((name) => `${name}=${raw.get(name)}`)
    .join('&')
  const isRight = certificates.some((certificate) => {
    const key = createPublicKey(certificate.publicKey.export({ type: 'spki', format: 'pem' }))
    if (key.asymmetricKeyType !== (algorithm.isCurve ? 'ec' : 'rsa')) return false
    const bytes = Buffer.from(value, 'base64')
    return verify(algorithm.digest, Buffer.from(signed), { key, dsaEncoding: 'ieee-p1363' }, bytes)
  })
  if (!isRight) throw badSaml('The signature of the query is not by a certificate of the provider.')
  return {
    kind,
    xml: inflated(text(kind)),
    ...(raw.has('RelayState') ? { relayState: text('RelayState') } : {}),
  }
}

function inflated(base64: string): string {
  try {
    const bytes = inflateRawSync(Buffer.from(base64, 'base64'), { maxOutputLength: longestMessage })
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw badSaml('The message cannot be unpacked, or is too long.')
  }
}

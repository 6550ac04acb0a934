import { createHash, createPublicKey, verify, type X509Certificate } from 'node:crypto'
import { ExclusiveCanonicalization, SignedXml } from 'xml-crypto'
import {
  childOf,
  childrenOf,
  everyElement,
  badSaml,
  namespaces,
  readXml,
  type XmlElement,
} from './saml-tree.ts'

/**
 * Reads what a provider has signed. The library checks digests and signatures; everything here sees to it that there is
 * only one way to read the document, so that what was signed is what is read.
 */

const digests = new Map([
  ['http://www.w3.org/2001/04/xmlenc#sha256', 'sha256'],
  ['http://www.w3.org/2001/04/xmldsig-more#sha384', 'sha384'],
  ['http://www.w3.org/2001/04/xmlenc#sha512', 'sha512'],
])

/** Algorithms of signatures, by their names: the digest, and whether the key is one of an elliptic curve. */
export const signatureAlgorithms: ReadonlyMap<string, SignatureAlgorithm> = new Map(
  ['256', '384', '512'].flatMap((size): [string, SignatureAlgorithm][] => [
    [`http://www.w3.org/2001/04/xmldsig-more#rsa-sha${size}`, { digest: `sha${size}`, isCurve: false }],
    [`http://www.w3.org/2001/04/xmldsig-more#ecdsa-sha${size}`, { digest: `sha${size}`, isCurve: true }],
  ]),
)

interface SignatureAlgorithm {
  readonly digest: string
  readonly isCurve: boolean
}

const exclusive = 'http://www.w3.org/2001/10/xml-exc-c14n#'
const transforms = new Set(['http://www.w3.org/2000/09/xmldsig#enveloped-signature', exclusive])

/** Checks the form of a document before a library sees it. `root` may have signatures itself, or its one assertion may. */
export function requireOneReading(root: XmlElement): void {
  const ids = new Set<string>()
  const signed = new Set([root, ...assertionsOf(root)])
  for (const element of everyElement(root)) {
    for (const name of ['ID', 'Id', 'id']) {
      const id = element.attributes.get(name)
      if (id === undefined) continue
      if (ids.has(id)) throw badSaml('Two elements have the same id.')
      if (!/^[\w.-]{1,200}$/.test(id)) throw badSaml('An id has characters that no id has.')
      ids.add(id)
    }
    if (element.namespace === namespaces.signature && element.name === 'Object')
      throw badSaml('A signature has an Object.')
    const signatures = childrenOf(element, 'signature', 'Signature')
    if (signatures.length > 0 && !signed.has(element)) throw badSaml('A signature stands where none may be.')
    if (signatures.length > 1) throw badSaml('There are several signatures where one may be.')
    const [signature] = signatures
    if (signature) requireKnownForm(signature, element.attributes.get('ID'))
  }
}

export const assertionsOf = (root: XmlElement): readonly XmlElement[] =>
  childrenOf(root, 'assertion', 'Assertion')

function requireKnownForm(signature: XmlElement, id: string | undefined): void {
  const info = childOf(signature, 'signature', 'SignedInfo')
  const references = childrenOf(info, 'signature', 'Reference')
  const [reference] = references
  if (
    !reference ||
    references.length !== 1 ||
    id === undefined ||
    reference.attributes.get('URI') !== `#${id}`
  )
    throw badSaml('A signature is not that of the element in which it stands.')
  const algorithmOf = (element: XmlElement | undefined) => element?.attributes.get('Algorithm') ?? ''
  if (!signatureAlgorithms.has(algorithmOf(childOf(info, 'signature', 'SignatureMethod'))))
    throw badSaml('The signature is not by RSA or ECDSA with SHA-256 or more.')
  if (!digests.has(algorithmOf(childOf(reference, 'signature', 'DigestMethod'))))
    throw badSaml('The digest of the signature is not SHA-256 or more.')
  if (algorithmOf(childOf(info, 'signature', 'CanonicalizationMethod')) !== exclusive)
    throw badSaml('The signature is not over exclusive canonical XML.')
  const steps = childrenOf(childOf(reference, 'signature', 'Transforms'), 'signature', 'Transform')
  const names = steps.map(algorithmOf)
  if (names.length > 2 || !names.includes(exclusive) || names.some((name) => !transforms.has(name)))
    throw badSaml('The signature has other transforms than enveloped and exclusive.')
}

/**
 * Checks the signature of an element of the document. Returns the element as it stands in the bytes that were signed.
 * Throws an OidcFailure unless one of the certificates has signed it.
 */
export function readSigned(
  document: string,
  element: XmlElement,
  certificates: readonly X509Certificate[],
): XmlElement {
  const signature = childOf(element, 'signature', 'Signature')
  if (!signature) throw badSaml('The signature is missing.')
  for (const certificate of certificates) {
    const bytes = signedBytes(document, signature.source(), certificate)
    if (bytes === undefined) continue
    const read = readXml(bytes, Number.POSITIVE_INFINITY)
    if (read.name !== element.name || read.attributes.get('ID') !== element.attributes.get('ID')) break
    return read
  }
  throw badSaml('The signature is not by a certificate of the provider, or the document was changed.')
}

function signedBytes(document: string, signature: string, certificate: X509Certificate): string | undefined {
  const checker = new SignedXml({
    publicCert: certificate.publicKey.export({ type: 'spki', format: 'pem' }),
    getCertFromKeyInfo: () => null,
  })
  checker.SignatureAlgorithms = Object.fromEntries(
    [...signatureAlgorithms].map(([name, { digest, isCurve }]) => [name, verifierOf(name, digest, isCurve)]),
  )
  checker.HashAlgorithms = Object.fromEntries(
    [...digests].map(([name, digest]) => [name, hasherOf(name, digest)]),
  )
  const { CanonicalizationAlgorithms: all } = checker
  checker.CanonicalizationAlgorithms = {
    ...Object.fromEntries(Object.entries(all).filter(([name]) => transforms.has(name))),
    [exclusive]: ExclusiveCanonicalization,
  }
  try {
    checker.loadSignature(signature)
    if (!checker.checkSignature(document)) return undefined
    const [bytes, ...more] = checker.getSignedReferences()
    return more.length === 0 ? bytes : undefined
  } catch {
    // The library throws for a wrong signature as for what it does not know.
    return undefined
  }
}

const verifierOf = (name: string, digest: string, isCurve: boolean) =>
  class {
    getAlgorithmName = () => name
    getSignature = () => {
      throw new Error('Nothing is signed here.')
    }
    verifySignature = (material: string, pem: string, value: string) => {
      const key = createPublicKey(pem)
      // Each kind of key takes its own kind of signature, whatever the document names.
      if (key.asymmetricKeyType !== (isCurve ? 'ec' : 'rsa')) return false
      const signature = Buffer.from(value, 'base64')
      return verify(digest, Buffer.from(material), { key, dsaEncoding: 'ieee-p1363' }, signature)
    }
  }

const hasherOf = (name: string, digest: string) =>
  class {
    getAlgorithmName = () => name
    getHash = (text: string) => createHash(digest).update(text, 'utf8').digest('base64')
  }

import { X509Certificate } from 'node:crypto'
import type { SamlParty } from '#ports/saml.ts'
import { childOf, childrenOf, escapeXml, badSaml, namespaces, readXml, type XmlElement } from './saml-tree.ts'

/** A provider, as its metadata describes it. */
export interface SamlProvider {
  /** Entity id: the issuer of its answers. */
  readonly entityId: string
  /** Where people are sent to sign in, by redirect. */
  readonly signOnUrl: string
  /** Where requests to sign out go; undefined without any. */
  readonly signOutUrl: string | undefined
  /** Where answers to sign-outs go; undefined without any. */
  readonly logoutUrl: string | undefined
  readonly certificates: readonly X509Certificate[]
}

const redirect = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect'
const post = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST'

/** Letters of metadata. A federation of universities describes all its members in one document. */
const longest = 16 * 1024 * 1024

/** Reads metadata. `entityId` names the provider where the document has several. Throws an OidcFailure. */
export function readMetadata(text: string, entityId: string): SamlProvider {
  const root = readXml(text.replaceAll(/<!--[\s\S]*?-->/g, ''), longest)
  const all = root.name === 'EntitiesDescriptor' ? childrenOf(root, 'metadata', 'EntityDescriptor') : [root]
  const described = all.filter((entity) => childrenOf(entity, 'metadata', 'IDPSSODescriptor').length > 0)
  const named =
    entityId === '' ? described : described.filter((one) => one.attributes.get('entityID') === entityId)
  const [entity, ...more] = named
  if (!entity)
    throw badSaml(
      described.length === 0
        ? 'The metadata describes no provider that signs people in (IDPSSODescriptor).'
        : `The metadata does not describe ${entityId}, but ${described
            .slice(0, 3)
            .map((one) => one.attributes.get('entityID'))
            .join(', ')}.`,
    )
  if (more.length > 0) throw badSaml('The metadata describes several providers: name one by ISSUER.')
  const role = childOf(entity, 'metadata', 'IDPSSODescriptor')
  const signOn = serviceOf(role, 'SingleSignOnService')
  if (!signOn) throw badSaml('The metadata names no SingleSignOnService by HTTP-Redirect.')
  const logout = serviceOf(role, 'SingleLogoutService')
  const certificates = childrenOf(role, 'metadata', 'KeyDescriptor')
    .filter((key) => key.attributes.get('use') !== 'encryption')
    .flatMap((key) => childrenOf(childOf(key, 'signature', 'KeyInfo'), 'signature', 'X509Data'))
    .flatMap((data) => childrenOf(data, 'signature', 'X509Certificate'))
    .map(({ text: base64 }) => certificateOf(base64))
  if (certificates.length === 0) throw badSaml('The metadata has no certificate for signatures.')
  return {
    entityId: entity.attributes.get('entityID') ?? '',
    signOnUrl: webAddress(signOn.attributes.get('Location')),
    signOutUrl: logout && webAddress(logout.attributes.get('Location')),
    logoutUrl:
      logout && webAddress(logout.attributes.get('ResponseLocation') ?? logout.attributes.get('Location')),
    certificates,
  }
}

const serviceOf = (role: XmlElement | undefined, name: string) =>
  childrenOf(role, 'metadata', name).find(({ attributes }) => attributes.get('Binding') === redirect)

function certificateOf(base64: string): X509Certificate {
  try {
    return new X509Certificate(Buffer.from(base64, 'base64'))
  } catch {
    throw badSaml('A certificate in the metadata cannot be read.')
  }
}

function webAddress(text = ''): string {
  const url = URL.parse(text)
  if (url?.protocol !== 'https:' && url?.protocol !== 'http:')
    throw badSaml(`The metadata names "${text.slice(0, 100)}", which is no web address.`)
  return text
}

/** Describes this server. `certificate` is that of its key, base64 without lines; undefined without a key. */
export function describeParty(
  { entityId, answerUrl, logoutUrl }: SamlParty,
  certificate: string | undefined,
): string {
  const key = (use: string, methods = '') =>
    `<KeyDescriptor use="${use}"><ds:KeyInfo><ds:X509Data><ds:X509Certificate>${certificate}</ds:X509Certificate></ds:X509Data></ds:KeyInfo>${methods}</KeyDescriptor>`
  const encryption = [
    'http://www.w3.org/2009/xmlenc11#aes256-gcm',
    'http://www.w3.org/2001/04/xmlenc#rsa-oaep-mgf1p',
  ].map((name) => `<EncryptionMethod Algorithm="${name}"/>`)
  const keys = certificate === undefined ? '' : key('signing') + key('encryption', encryption.join(''))
  return `<?xml version="1.0" encoding="UTF-8"?>
<EntityDescriptor xmlns="${namespaces.metadata}" xmlns:ds="${namespaces.signature}" entityID="${escapeXml(entityId)}"><SPSSODescriptor AuthnRequestsSigned="${certificate !== undefined}" WantAssertionsSigned="true" protocolSupportEnumeration="${namespaces.protocol}">${keys}<SingleLogoutService Binding="${redirect}" Location="${escapeXml(logoutUrl)}"/><NameIDFormat>urn:oasis:names:tc:SAML:2.0:nameid-format:persistent</NameIDFormat><AssertionConsumerService index="0" isDefault="true" Binding="${post}" Location="${escapeXml(answerUrl)}"/></SPSSODescriptor></EntityDescriptor>
`
}

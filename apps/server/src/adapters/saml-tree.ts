import { DOMParser, XMLSerializer } from '@xmldom/xmldom'
import { OidcFailure } from '#ports/oidc.ts'

/** An element as it is read here: no entities, no comments, no instructions. */
export interface XmlElement {
  /** Name without a prefix. */
  readonly name: string
  /** Empty without a namespace. */
  readonly namespace: string
  /** Attributes without a namespace. */
  readonly attributes: ReadonlyMap<string, string>
  readonly children: readonly XmlElement[]
  /** All text in the element itself, trimmed. */
  readonly text: string
  /** The element as XML, for the library of signatures. */
  readonly source: () => string
}

export const namespaces = {
  protocol: 'urn:oasis:names:tc:SAML:2.0:protocol',
  assertion: 'urn:oasis:names:tc:SAML:2.0:assertion',
  metadata: 'urn:oasis:names:tc:SAML:2.0:metadata',
  signature: 'http://www.w3.org/2000/09/xmldsig#',
  encryption: 'http://www.w3.org/2001/04/xmlenc#',
} as const

/** Letters of a document, and elements within elements. */
const longest = 256 * 1024
const deepest = 64

export const badSaml = (message: string) => new OidcFailure('invalid', message)

/**
 * Reads XML that somebody else has written. Throws an OidcFailure for what no message of SAML needs: a document type,
 * entities, comments, CDATA, instructions, deep nesting, or what is not well-formed.
 */
export function readXml(text: string, limit = longest): XmlElement {
  if (text.length > limit) throw badSaml('The XML is too long.')
  const body = text.replace(/^\uFEFF?\s*<\?xml [^<>?]*\?>/, '')
  if (body.includes('<!') || body.includes('<?'))
    throw badSaml('The XML has a document type, a comment, CDATA or an instruction.')
  if (/&(?!(?:lt|gt|amp|quot|apos|#\d{1,7}|#x[\da-f]{1,6});)/i.test(body))
    throw badSaml('The XML names an entity.')
  requireShallow(body)
  const complain = (message: unknown) => {
    throw badSaml(`The XML is not well-formed: ${String(message).slice(0, 100)}`)
  }
  const document = new DOMParser({
    errorHandler: { warning: complain, error: complain, fatalError: complain },
  }).parseFromString(body, 'text/xml') as unknown as Document | undefined
  const root = document?.documentElement as Element | null | undefined
  if (!root) throw badSaml('The XML is empty.')
  return elementOf(root)
}

function requireShallow(text: string): void {
  let depth = 0
  for (const [tag] of text.matchAll(/<\/?[^\s<>"'/]+(?:"[^"<]*"|'[^'<]*'|[^"'<>])*>/g)) {
    if (tag.startsWith('</')) depth -= 1
    else if (!tag.endsWith('/>')) depth += 1
    if (depth > deepest) throw badSaml('The XML is nested too deeply.')
  }
}

const elementNode = 1
const textNode = 3

function elementOf(node: Element): XmlElement {
  const nodes = [
    ...(Array.from({ length: node.childNodes.length }, (_, at) => node.childNodes[at]) as Node[]),
  ]
  const attributes = Array.from({ length: node.attributes.length }, (_, at) => node.attributes[at] as Attr)
  return {
    name: node.localName,
    namespace: node.namespaceURI ?? '',
    attributes: new Map(
      attributes.filter(({ name }) => !name.includes(':')).map(({ name, value }) => [name, value]),
    ),
    children: nodes
      .filter(({ nodeType }) => nodeType === elementNode)
      .map((child) => elementOf(child as Element)),
    text: nodes
      .filter(({ nodeType }) => nodeType === textNode)
      .map(({ nodeValue }) => nodeValue ?? '')
      .join('')
      .trim(),
    source: () => new XMLSerializer().serializeToString(node),
  }
}

/** Children of a name. */
export const childrenOf = (
  element: XmlElement | undefined,
  namespace: keyof typeof namespaces,
  name: string,
): readonly XmlElement[] =>
  (element?.children ?? []).filter(
    (child) => child.name === name && child.namespace === namespaces[namespace],
  )

/** The one child of a name; undefined without one. Throws for several. */
export function childOf(
  element: XmlElement | undefined,
  namespace: keyof typeof namespaces,
  name: string,
): XmlElement | undefined {
  const found = childrenOf(element, namespace, name)
  if (found.length > 1) throw badSaml(`There are several elements ${name} where one may be.`)
  return found[0]
}

/** The element and all below it. */
export function* everyElement(element: XmlElement): Generator<XmlElement> {
  yield element
  for (const child of element.children) yield* everyElement(child)
}

export const escapeXml = (text: string) =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&apos;')

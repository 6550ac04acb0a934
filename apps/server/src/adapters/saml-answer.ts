import type { KeyObject } from 'node:crypto'
import type { SamlFact, SamlConfig } from '#config/saml.ts'
import type { SamlName } from '#model/saml-name.ts'
import type { SamlAnswer, SamlParty } from '#ports/saml.ts'
import { decryptAssertion } from './saml-decrypt.ts'
import type { SamlProvider } from './saml-metadata.ts'
import { assertionsOf, readSigned, requireOneReading } from './saml-signatures.ts'
import { childOf, childrenOf, badSaml, namespaces, readXml, type XmlElement } from './saml-tree.ts'

/** Seconds between the clocks of both sides. */
const clockSeconds = 60

const persistent = 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent'
const bearer = 'urn:oasis:names:tc:SAML:2.0:cm:bearer'
const success = 'urn:oasis:names:tc:SAML:2.0:status:Success'

/** Settings, keys and the time by which an answer is read. */
export interface Reading {
  readonly provider: SamlProvider
  readonly party: SamlParty
  /** UNIX seconds. */
  readonly now: number
  /** Key that assertions are encrypted for; undefined takes none that are. */
  readonly key: KeyObject | undefined
  /** Names of attributes for each fact about a person; the first that the provider sends counts. */
  readonly attributes: SamlConfig['attributes']
  /** Claim under which the groups are given on. */
  readonly groupsClaim: string
}

/**
 * Reads the field SAMLResponse: Web Browser SSO Profile, 4.1.4. Everything about the person is read from bytes that the
 * provider has signed. Throws an OidcFailure.
 */
export function readResponse(field: string, reading: Reading): SamlAnswer {
  const { provider, party, now } = reading
  const document = decoded(field)
  const response = readXml(document)
  if (response.name !== 'Response' || response.namespace !== namespaces.protocol)
    throw badSaml('The answer is not a Response of SAML 2.0.')
  requireOneReading(response)
  const assertion = signedAssertion(document, response, reading)
  requireResponse(response, reading)
  const issuer = childOf(assertion, 'assertion', 'Issuer')?.text
  if (issuer !== provider.entityId)
    throw badSaml(`The assertion is of ${shortened(issuer)}, not of ${provider.entityId}.`)
  const id = assertion.attributes.get('ID')
  if (id === undefined) throw badSaml('The assertion has no id.')
  const confirmed = confirmationOf(assertion, party, now)
  requireConditions(assertion, party, now)
  const requestId = confirmed.attributes.get('InResponseTo') ?? response.attributes.get('InResponseTo')
  if ((response.attributes.get('InResponseTo') ?? requestId) !== requestId)
    throw badSaml('The answer and its assertion are to different requests.')
  const statement = childrenOf(assertion, 'assertion', 'AuthnStatement')[0]
  if (!statement) throw badSaml('The assertion does not say that somebody signed in (AuthnStatement).')
  const session = statement.attributes.get('SessionIndex')
  if (isPast(statement.attributes.get('SessionNotOnOrAfter'), now))
    throw badSaml('The session at the provider has ended.')
  return {
    claims: claimsOf(assertion, { issuer, session, acr: classOf(statement), reading }),
    id,
    endsAt: timeOf(confirmed.attributes.get('NotOnOrAfter')) + clockSeconds,
    requestId,
  }
}

function decoded(field: string): string {
  const base64 = field.replaceAll(/[\r\n]/g, '')
  if (!/^(?:[A-Za-z\d+/]{4})*(?:[A-Za-z\d+/]{2}==|[A-Za-z\d+/]{3}=)?$/.test(base64) || base64 === '')
    throw badSaml('The answer is not base64.')
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(base64, 'base64'))
  } catch {
    throw badSaml('The answer is not UTF-8.')
  }
}

/** The one assertion, from bytes that were signed: its own signature, or that of the response around it. */
function signedAssertion(document: string, response: XmlElement, { provider, key }: Reading): XmlElement {
  const { certificates } = provider
  const encrypted = childrenOf(response, 'assertion', 'EncryptedAssertion')
  const plain = assertionsOf(response)
  if (plain.length + encrypted.length !== 1) {
    requireSuccess(response)
    throw badSaml('The answer has not exactly one assertion.')
  }
  const isSigned = (element: XmlElement) => childOf(element, 'signature', 'Signature') !== undefined
  const outer = isSigned(response) ? readSigned(document, response, certificates) : undefined
  if (outer && plain.length === 1 && plain[0] && !isSigned(plain[0])) return theOne(assertionsOf(outer))
  if (plain[0]) return readSigned(document, plain[0], certificates)
  if (!key)
    throw badSaml(
      'The assertion is encrypted, and no key is set: set SP_KEY_FILE, or let the provider not encrypt.',
    )
  // Bytes inside of a signed response are the provider's; those of another one have to be signed themselves.
  const inside = decryptAssertion(
    theOne(childrenOf(outer ?? response, 'assertion', 'EncryptedAssertion')),
    key,
  )
  const assertion = readXml(inside)
  if (assertion.name !== 'Assertion' || assertion.namespace !== namespaces.assertion)
    throw badSaml('What is encrypted is no assertion.')
  requireOneReading(assertion)
  return outer && !isSigned(assertion) ? assertion : readSigned(inside, assertion, certificates)
}

function theOne(elements: readonly XmlElement[]): XmlElement {
  const [element, ...more] = elements
  if (!element || more.length > 0) throw badSaml('What was signed has not exactly one assertion.')
  return element
}

function requireSuccess(response: XmlElement): void {
  const code = childOf(childOf(response, 'protocol', 'Status'), 'protocol', 'StatusCode')
  if (code?.attributes.get('Value') === success) return
  const detail =
    childOf(code, 'protocol', 'StatusCode')?.attributes.get('Value') ?? code?.attributes.get('Value')
  throw badSaml(`The provider refused: ${shortened(detail)}.`)
}

function requireResponse(response: XmlElement, { provider, party }: Reading): void {
  requireSuccess(response)
  if (response.attributes.get('Version') !== '2.0') throw badSaml('The answer is not of SAML 2.0.')
  const destination = response.attributes.get('Destination')
  if (destination !== undefined && destination !== party.answerUrl)
    throw badSaml(`The answer is for ${shortened(destination)}, not for ${party.answerUrl}.`)
  const issuer = childOf(response, 'assertion', 'Issuer')?.text
  if (issuer !== undefined && issuer !== provider.entityId)
    throw badSaml(`The answer is of ${shortened(issuer)}, not of ${provider.entityId}.`)
}

/** The confirmation that holds here and now: by whoever brings the assertion, to this address, in its time. */
function confirmationOf(assertion: XmlElement, { answerUrl }: SamlParty, now: number): XmlElement {
  const subject = childOf(assertion, 'assertion', 'Subject')
  const found = childrenOf(subject, 'assertion', 'SubjectConfirmation')
    .filter(({ attributes }) => attributes.get('Method') === bearer)
    .flatMap((confirmation) => childrenOf(confirmation, 'assertion', 'SubjectConfirmationData'))
    .find(
      ({ attributes }) =>
        attributes.get('Recipient') === answerUrl &&
        !attributes.has('NotBefore') &&
        attributes.has('NotOnOrAfter') &&
        !isPast(attributes.get('NotOnOrAfter'), now),
    )
  if (!found)
    throw badSaml(`The assertion is not for ${answerUrl}, or its time is over. Are both clocks right?`)
  return found
}

function requireConditions(assertion: XmlElement, { entityId }: SamlParty, now: number): void {
  const conditions = childOf(assertion, 'assertion', 'Conditions')
  if (!conditions) throw badSaml('The assertion has no conditions.')
  const begins = conditions.attributes.get('NotBefore')
  if (begins !== undefined && timeOf(begins) > now + clockSeconds)
    throw badSaml('The time of the assertion has not begun. Are both clocks right?')
  if (isPast(conditions.attributes.get('NotOnOrAfter'), now))
    throw badSaml('The time of the assertion is over. Are both clocks right?')
  const restrictions = childrenOf(conditions, 'assertion', 'AudienceRestriction')
  // Each restriction has to hold; within one, any of its audiences does.
  const holds = (restriction: XmlElement) =>
    childrenOf(restriction, 'assertion', 'Audience').some(({ text }) => text === entityId)
  if (restrictions.length === 0 || !restrictions.every(holds))
    throw badSaml(`The assertion is for another audience than ${entityId}.`)
}

const isPast = (time: string | undefined, now: number): boolean =>
  time !== undefined && timeOf(time) <= now - clockSeconds

/** UNIX seconds of a time in UTC. Throws for anything else. */
function timeOf(text = ''): number {
  const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|\+00:00)$/.test(text)
    ? Date.parse(text)
    : Number.NaN
  if (Number.isNaN(time)) throw badSaml(`"${shortened(text)}" is no time.`)
  return time / 1000
}

/** The way in which somebody signed in, by its class. */
const classOf = (statement: XmlElement): string | undefined =>
  childOf(childOf(statement, 'assertion', 'AuthnContext'), 'assertion', 'AuthnContextClassRef')?.text

function claimsOf(
  assertion: XmlElement,
  about: {
    readonly issuer: string
    readonly session: string | undefined
    readonly acr: string | undefined
    readonly reading: Reading
  },
): SamlAnswer['claims'] {
  const { issuer, session, acr, reading } = about
  const values = attributesOf(assertion)
  const valueOf = (fact: SamlFact) => {
    const name = reading.attributes[fact].find((one) => (values.get(one) ?? []).length > 0)
    return name === undefined ? undefined : values.get(name)
  }
  const nameId = wholeName(assertion)
  const sub = valueOf('id')?.[0] ?? lastingName(assertion)
  const one = { email: valueOf('email')?.[0], name: valueOf('name')?.[0] }
  const names = { given_name: valueOf('first_name')?.[0], family_name: valueOf('last_name')?.[0] }
  // Without a value, the attribute says that there are no groups; without the attribute, nobody says anything.
  const isNamed = reading.attributes.groups.some((name) => values.has(name))
  const groups = valueOf('groups') ?? (isNamed ? [] : undefined)
  return {
    ...one,
    ...names,
    ...(groups ? { [reading.groupsClaim]: groups } : {}),
    ...(values.has(tooManyGroups) ? { hasgroups: true } : {}),
    ...(session === undefined ? {} : { sid: session }),
    ...(acr === undefined ? {} : { acr }),
    ...(nameId ? { name_id: nameId } : {}),
    iss: issuer,
    sub,
  }
}

/** Entra's attribute in the place of more than 150 groups (Microsoft Learn, "Configure group claims for applications"). */
const tooManyGroups = 'http://schemas.microsoft.com/claims/groups.link'

/** Values of attributes by their names; without those that are empty. */
function attributesOf(assertion: XmlElement): ReadonlyMap<string, readonly string[]> {
  const values = new Map<string, string[]>()
  for (const statement of childrenOf(assertion, 'assertion', 'AttributeStatement'))
    for (const attribute of childrenOf(statement, 'assertion', 'Attribute')) {
      const name = attribute.attributes.get('Name')
      const texts = childrenOf(attribute, 'assertion', 'AttributeValue')
        .map(({ text }) => text)
        .filter((text) => text !== '')
      if (name !== undefined) values.set(name, [...(values.get(name) ?? []), ...texts])
    }
  return values
}

/** The name of a person that stays theirs. An address does not: it changes hands. */
function lastingName(assertion: XmlElement): string {
  const name = nameOf(assertion)
  if (name) return name
  throw badSaml(
    'The provider names nobody by a lasting id: choose “persistent” as the format of the name there, or name an attribute by ATTRIBUTES=id=….',
  )
}

/** The persistent name in a subject or a request to sign out; undefined for names of other kinds. */
export function nameOf(element: XmlElement): string | undefined {
  const subject = childOf(element, 'assertion', 'Subject') ?? element
  const name = childOf(subject, 'assertion', 'NameID')
  return name?.attributes.get('Format') === persistent && name.text !== '' ? name.text : undefined
}

/** The name of a person as the provider wrote it, whatever its form. */
function wholeName(assertion: XmlElement): SamlName | undefined {
  const name = childOf(childOf(assertion, 'assertion', 'Subject'), 'assertion', 'NameID')
  if (!name || name.text === '') return undefined
  const { attributes, text: value } = name
  const [format, qualifier, spQualifier] = ['Format', 'NameQualifier', 'SPNameQualifier'].map((one) =>
    attributes.get(one),
  )
  return {
    value,
    ...(format === undefined ? {} : { format }),
    ...(qualifier === undefined ? {} : { qualifier }),
    ...(spQualifier === undefined ? {} : { spQualifier }),
  }
}

const shortened = (text = 'nobody') => text.slice(0, 100)

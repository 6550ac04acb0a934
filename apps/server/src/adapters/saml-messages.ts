import type { SamlLogout, SamlParty, SignOut } from '#ports/saml.ts'
import { nameOf } from './saml-answer.ts'
import type { SamlProvider } from './saml-metadata.ts'
import { childOf, childrenOf, escapeXml, badSaml, namespaces, readXml } from './saml-tree.ts'

/** Seconds for which a request to sign out is believed. */
const believedSeconds = 300

interface Sending {
  readonly provider: SamlProvider
  readonly party: SamlParty
  /** UNIX seconds. */
  readonly now: number
}

const header = (name: string, id: string, destination: string, { now }: Sending) =>
  `<samlp:${name} xmlns:samlp="${namespaces.protocol}" xmlns:saml="${namespaces.assertion}" ID="${id}" Version="2.0" IssueInstant="${new Date(now * 1000).toISOString()}" Destination="${escapeXml(destination)}"`

const issuer = ({ entityId }: SamlParty) => `<saml:Issuer>${escapeXml(entityId)}</saml:Issuer>`

/** Asks the provider who somebody is. */
export const signInRequest = (sending: Sending, id: string): string =>
  `${header('AuthnRequest', id, sending.provider.signOnUrl, sending)} ProtocolBinding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" AssertionConsumerServiceURL="${escapeXml(sending.party.answerUrl)}">${issuer(sending.party)}</samlp:AuthnRequest>`

/** Says that somebody has signed out here and wants to there. */
export function signOutRequest(
  sending: Sending,
  { id, destination, name, session }: SignOut & { readonly id: string; readonly destination: string },
): string {
  const { format, qualifier, spQualifier, value } = name
  const named = { Format: format, NameQualifier: qualifier, SPNameQualifier: spQualifier }
  const attributes = Object.entries(named).map(([key, text]) =>
    text === undefined ? '' : ` ${key}="${escapeXml(text)}"`,
  )
  const ends = new Date((sending.now + believedSeconds) * 1000).toISOString()
  const index = session === undefined ? '' : `<samlp:SessionIndex>${escapeXml(session)}</samlp:SessionIndex>`
  return `${header('LogoutRequest', id, destination, sending)} NotOnOrAfter="${ends}" Reason="urn:oasis:names:tc:SAML:2.0:logout:user">${issuer(sending.party)}<saml:NameID${attributes.join('')}>${escapeXml(value)}</saml:NameID>${index}</samlp:LogoutRequest>`
}

/** Reads the answer to a request of ours, whose signature was checked. Tells whether the person is signed out there. */
export function isSignedOut(xml: string, { provider, party }: Pick<Sending, 'provider' | 'party'>): boolean {
  const answer = readAddressed('LogoutResponse', xml, { provider, party })
  const status = childOf(childOf(answer, 'protocol', 'Status'), 'protocol', 'StatusCode')
  return status?.attributes.get('Value') === 'urn:oasis:names:tc:SAML:2.0:status:Success'
}

/** Answers a request to sign out. */
export const signOutAnswer = (sending: Sending, id: string, requestId: string, destination: string): string =>
  `${header('LogoutResponse', id, destination, sending)} InResponseTo="${escapeXml(requestId)}">${issuer(sending.party)}<samlp:Status><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Success"/></samlp:Status></samlp:LogoutResponse>`

/** Reads a request to sign out whose signature was checked. Throws an OidcFailure. */
export function readSignOut(xml: string, { provider, party, now }: Sending): SamlLogout {
  const request = readAddressed('LogoutRequest', xml, { provider, party })
  const id = request.attributes.get('ID') ?? ''
  const time = Date.parse(request.attributes.get('IssueInstant') ?? '') / 1000
  const ends = request.attributes.get('NotOnOrAfter')
  if (!/^[\w.-]{1,200}$/.test(id) || Number.isNaN(time) || Math.abs(now - time) > believedSeconds)
    throw badSaml('The LogoutRequest has no id, or its time is over. Are both clocks right?')
  if (ends !== undefined && !(Date.parse(ends) / 1000 > now - 60))
    throw badSaml('The LogoutRequest is too old.')
  const session = childrenOf(request, 'protocol', 'SessionIndex')[0]?.text
  const subject = nameOf(request)
  if (session === undefined && subject === undefined)
    throw badSaml('The LogoutRequest names neither a session nor a person by a lasting name.')
  return { id, issuer: provider.entityId, subject, session }
}

/** Reads a message of this kind, of the provider and for this party. Throws an OidcFailure for any other. */
function readAddressed(
  kind: 'LogoutRequest' | 'LogoutResponse',
  xml: string,
  { provider, party }: Pick<Sending, 'provider' | 'party'>,
) {
  const message = readXml(xml)
  if (message.name !== kind || message.namespace !== namespaces.protocol)
    throw badSaml(`The message is no ${kind}.`)
  if (childOf(message, 'assertion', 'Issuer')?.text !== provider.entityId)
    throw badSaml(`The ${kind} is of another provider.`)
  const destination = message.attributes.get('Destination')
  if (destination !== undefined && destination !== party.logoutUrl)
    throw badSaml(`The ${kind} is for another address.`)
  return message
}

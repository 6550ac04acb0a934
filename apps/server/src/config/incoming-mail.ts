import { ConfigError, parsePort } from './values.ts'
import type { ReadVariable } from './variables.ts'

/** Settings of the mail to channels that the server receives. */
export interface IncomingMailConfig {
  readonly host: string
  readonly port: number
  /** Part after the @ in the addresses of channels; lower case. */
  readonly domain: string
}

/** Undefined if the server receives no mail. Throws a ConfigError that says which setting is missing or wrong. */
export function parseIncomingMail(read: ReadVariable): IncomingMailConfig | undefined {
  const port = parsePort('TAGMA_INCOMING_MAIL_PORT', read('TAGMA_INCOMING_MAIL_PORT'))
  const domain = read('TAGMA_INCOMING_MAIL_DOMAIN').toLowerCase()
  if ((port === 0) !== (domain === ''))
    throw new ConfigError(
      'TAGMA_INCOMING_MAIL_PORT and TAGMA_INCOMING_MAIL_DOMAIN belong together: set both or neither.',
    )
  if (port === 0) return undefined
  if (!/^(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)*[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?$/.test(domain))
    throw new ConfigError(
      `TAGMA_INCOMING_MAIL_DOMAIN is "${domain}"; it should be a domain such as chat.example.com.`,
    )
  return { host: read('TAGMA_INCOMING_MAIL_HOST') || read('TAGMA_HOST'), port, domain }
}

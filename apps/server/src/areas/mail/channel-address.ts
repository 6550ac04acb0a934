import { createHmac, timingSafeEqual } from 'node:crypto'
import type { ChannelRecord, UserRecord } from '#model/records.ts'

// An address of a channel needs no row. It contains its holder and the sender of its messages, and a signature made
// with the holder's API key: a new key ends the address. Lower case, digits and hyphens only, because mail servers may
// change the case before the @. That part has room for 64 letters.

/** Content of an address, before its signature is checked. */
export interface ChannelAddress {
  readonly channelId: number
  /** User who was given the address. */
  readonly holderId: number
  /** User who sends the messages. */
  readonly senderId: number
  readonly signature: string
  readonly options: MailOptions
}

/**
 * Parts of a mail that the message includes. Clients choose them by words behind an address, each after a `+` or a `.`,
 * such as `+show-sender`.
 */
export interface MailOptions {
  readonly showSender: boolean
  readonly includeFooter: boolean
  readonly includeQuotes: boolean
  readonly preferHtml: boolean
}

/** Makes the address, given to `holder`, by which a channel gets messages from `sender`. */
export function channelAddress(
  domain: string,
  holder: UserRecord,
  channel: Pick<ChannelRecord, 'id'>,
  sender: Pick<UserRecord, 'id'>,
): string {
  const claim = [channel.id, holder.id, sender.id].map((id) => id.toString(36)).join('-')
  return `${claim}-${sign(holder, claim)}@${domain}`
}

/** Reads the address of a channel; undefined for any other address. */
export function readChannelAddress(domain: string, address: string): ChannelAddress | undefined {
  const at = address.lastIndexOf('@')
  if (address.slice(at + 1).toLowerCase() !== domain) return undefined
  const [name = '', ...words] = address.slice(0, at).toLowerCase().split(/[+.]/)
  const match = /^([\da-z]{1,10})-([\da-z]{1,10})-([\da-z]{1,10})-([\da-z]{16})$/.exec(name)
  if (!match) return undefined
  const [channelId = 0, holderId = 0, senderId = 0] = match.slice(1, 4).map((id) => Number.parseInt(id, 36))
  return {
    channelId,
    holderId,
    senderId,
    signature: match[4] ?? '',
    options: {
      showSender: words.includes('show-sender'),
      includeFooter: words.includes('include-footer'),
      includeQuotes: words.includes('include-quotes'),
      preferHtml: words.includes('prefer-html'),
    },
  }
}

/** Tells whether `channelAddress` made an address for its holder, with the holder's current API key. */
export function isGenuine({ channelId, holderId, senderId, signature }: ChannelAddress, holder: UserRecord) {
  const claim = [channelId, holderId, senderId].map((id) => id.toString(36)).join('-')
  return timingSafeEqual(Buffer.from(signature), Buffer.from(sign(holder, claim)))
}

/** 80 bits in 16 letters and digits. */
function sign(holder: UserRecord, claim: string): string {
  const digest = createHmac('sha256', holder.apiKey).update(`mail to channel ${claim}`).digest('hex')
  return BigInt(`0x${digest.slice(0, 20)}`)
    .toString(36)
    .padStart(16, '0')
}

import { createHmac, timingSafeEqual } from 'node:crypto'
import type { ChannelRecord, UserRecord } from '#model/records.ts'

// An address of a channel needs no row: it says whom it was given to and who shall post, and is signed with the API key
// of whom it was given to, so that it ends with that key. In lower case, digits and hyphens, because mail servers may
// change the case of what stands before the @, and it has room for 64 letters only.

/** What an address says, before it is known to be genuine. */
export interface ChannelAddress {
  readonly channelId: number
  /** Whom the address was given to. */
  readonly holderId: number
  /** Whom the messages come from. */
  readonly senderId: number
  readonly signature: string
  readonly options: MailOptions
}

/**
 * What of a mail becomes part of the message: words that clients put behind an address, each after a `+` or a `.`, such
 * as `+show-sender`.
 */
export interface MailOptions {
  readonly showSender: boolean
  readonly includeFooter: boolean
  readonly includeQuotes: boolean
  readonly preferHtml: boolean
}

/** The address by which a channel gets messages from `sender`, given to `holder`. */
export function channelAddress(
  domain: string,
  holder: UserRecord,
  channel: Pick<ChannelRecord, 'id'>,
  sender: Pick<UserRecord, 'id'>,
): string {
  const claim = [channel.id, holder.id, sender.id].map((id) => id.toString(36)).join('-')
  return `${claim}-${sign(holder, claim)}@${domain}`
}

/** Undefined for what cannot be the address of a channel. */
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

/** Whether an address was made by `channelAddress` for its holder, with the API key that they have now. */
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

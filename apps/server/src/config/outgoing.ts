import { BlockList, isIP } from 'node:net'
import { ConfigError, parseCount } from './values.ts'
import type { ReadVariable } from './variables.ts'

/** A place that this server may be asked to call. */
export interface OutgoingTarget {
  readonly hostname: string
  readonly port: number
  /** One of the addresses that the name has. */
  readonly address: string
}

export interface OutgoingConfig {
  /** Tells whether a place in a private network may be called. */
  readonly allows: (target: OutgoingTarget) => boolean
  /** Seconds for a whole call. */
  readonly timeoutSeconds: number
}

/** Parses networks, addresses and names, each with or without a port: `10.0.0.0/8,127.0.0.1:5002,bots.lan`. */
export function parseOutgoing(read: ReadVariable): OutgoingConfig {
  const entries = read('TAGMA_OUTGOING_ALLOW')
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
    .map(entryOf)
  return {
    allows: (target) => entries.some((isAllowed) => isAllowed(target)),
    timeoutSeconds: parseCount('TAGMA_WEBHOOK_TIMEOUT', read('TAGMA_WEBHOOK_TIMEOUT'), 1),
  }
}

function entryOf(text: string): (target: OutgoingTarget) => boolean {
  const [, bracketed, plain, port] =
    /^(?:\[([^\]]+)\]|([^:\s]+|[0-9a-f:]+(?:\/\d+)?))(?::(\d{1,5}))?$/i.exec(text) ?? []
  const host = bracketed ?? plain
  if (host === undefined) throw wrong(text)
  const isPort = (given: number) => port === undefined || Number(port) === given
  const [net = '', bits] = host.split('/')
  const version = isIP(net)
  if (version === 0) {
    if (bits !== undefined || !/^[a-z0-9.-]+$/i.test(host)) throw wrong(text)
    return (target) => isPort(target.port) && target.hostname.toLowerCase() === host.toLowerCase()
  }
  const family = version === 4 ? 'ipv4' : 'ipv6'
  const list = new BlockList()
  try {
    if (bits === undefined) list.addAddress(net, family)
    else list.addSubnet(net, Number(bits), family)
  } catch {
    throw wrong(text)
  }
  return ({ address, port: given }) =>
    isPort(given) && isIP(address) === version && list.check(address, family)
}

const wrong = (text: string) =>
  new ConfigError(
    `TAGMA_OUTGOING_ALLOW has "${text}"; it should be networks, addresses or names such as 10.0.0.0/8, 127.0.0.1:5002 or bots.lan, with commas between them.`,
  )

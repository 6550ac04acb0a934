import { lookup } from 'node:dns'
import { BlockList, isIP, type LookupFunction } from 'node:net'

/** Addresses that no foreign server has: this machine, private networks, and addresses with a special meaning. */
const reserved = { ipv4: new BlockList(), ipv6: new BlockList() }
for (const [net, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  reserved.ipv4.addSubnet(net, bits, 'ipv4')
// IPv6 uses only 2000::/3, and a few of its networks embed or document addresses.
for (const [net, bits] of [
  ['::', 3],
  ['4000::', 2],
  ['8000::', 1],
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  reserved.ipv6.addSubnet(net, bits, 'ipv6')

/** Tells whether an IP address belongs to the public network. */
export function isPublicAddress(address: string): boolean {
  const family = { 4: 'ipv4', 6: 'ipv6' } as const
  const known = family[isIP(address) as keyof typeof family] as 'ipv4' | 'ipv6' | undefined
  return known !== undefined && !reserved[known].check(address, known)
}

/** Looks addresses up as usual; returns them only if all of them are allowed. */
export function lookupAmong(isAllowed: (address: string) => boolean): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, found) => {
      const [one] = found ?? []
      if (error ?? !one) callback(error ?? new Error('No address'), '', 4)
      else if (!found.every(({ address }) => isAllowed(address)))
        callback(new Error('A private address'), '', 4)
      else if (options.all) callback(null, found)
      else callback(null, one.address, one.family)
    })
  }
}

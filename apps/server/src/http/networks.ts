import { isIPv4, isIPv6 } from 'node:net'

/** Part of an address that belongs to one customer of a network: an IPv4 address, the /64 of an IPv6 address. */
export const addressKey = (address: string): string => prefix(address, 4, 4)

/** Network of an address: the /24 of an IPv4 address, the /48 of an IPv6 address. */
export const networkOf = (address: string): string => prefix(address, 3, 3)

function prefix(address: string, bytes: number, groups: number): string {
  const plain = address.replace(/^::ffff:(?=[\d.]+$)/i, '').replace(/%.*$/, '')
  if (isIPv4(plain)) return plain.split('.').slice(0, bytes).join('.')
  if (!isIPv6(plain)) return plain
  // URL gives every address one spelling: lower case, no leading zeros, an IPv4 tail as two groups.
  const [head = '', tail] = new URL(`http://[${plain}]`).hostname.slice(1, -1).split('::')
  const first = head === '' ? [] : head.split(':')
  const last = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = tail === undefined ? 0 : 8 - first.length - last.length
  return [...first, ...Array.from({ length: zeros }, () => '0'), ...last].slice(0, groups).join(':')
}

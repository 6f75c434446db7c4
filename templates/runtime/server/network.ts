import { isIPv6 } from 'node:net'

/**
 * Whom an address belongs to, as far as limits go: itself, or for IPv6 its first 64 bits, since whoever has one address there has all of them.
 */
export function networkOf(address: string): string {
  if (!isIPv6(address) || address.includes('.')) return address.replace(/^::ffff:/i, '')
  const [start = [], end = []] = address.split('::').map(groupsOf)
  const zeros = Array.from({ length: Math.max(0, 8 - start.length - end.length) }, () => '0')
  return `${[...start, ...zeros, ...end].slice(0, 4).join(':')}::/64`
}

function groupsOf(part: string): readonly string[] {
  return part === '' ? [] : part.split(':').map((group) => Number.parseInt(group, 16).toString(16))
}

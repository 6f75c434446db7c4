import { expect, test } from 'vitest'
import { networkOf } from './limits.js'

test.each([
  ['192.0.2.1', '192.0.2.1'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:1:2::9', '2001:db8:1:2::/64'],
  ['2001:db8::', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  // As some proxies write them in X-Forwarded-For.
  ['192.0.2.1:49152', '192.0.2.1'],
  ['[2001:db8:1:2::9]:49152', '2001:db8:1:2::/64'],
  ['[2001:db8:1:2::9]', '2001:db8:1:2::/64'],
])('the address %s counts toward the limit for %s', (address, network) => {
  expect(networkOf(address)).toBe(network)
})

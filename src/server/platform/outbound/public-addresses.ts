import { BlockList, isIP, isIPv4 } from 'node:net'

/** Loopback, private, link-local (cloud metadata) and reserved networks. */
const reservedIpv4 = new BlockList()
for (const [network, bits] of [
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
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const) {
  reservedIpv4.addSubnet(network, bits, 'ipv4')
}

// Global unicast only, without the ranges that embed IPv4 addresses.
const globalIpv6 = new BlockList()
globalIpv6.addSubnet('2000::', 3, 'ipv6')
const reservedIpv6 = new BlockList()
for (const [network, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const) {
  reservedIpv6.addSubnet(network, bits, 'ipv6')
}

/** Whether an address is on the public internet. */
export function isPublicAddress(ip: string) {
  const plain = ip.toLowerCase().replace(/^::ffff:(?=\d+\.)/, '')
  if (isIPv4(plain)) return !reservedIpv4.check(plain, 'ipv4')
  return isIP(plain) === 6 && globalIpv6.check(plain, 'ipv6') && !reservedIpv6.check(plain, 'ipv6')
}

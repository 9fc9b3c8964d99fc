import { BlockList, isIP, isIPv4 } from 'node:net'

/** Every network that is not the open internet: this machine, its neighbours, what clouds tell their machines. */
const closed = new BlockList()
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
  closed.addSubnet(network, bits, 'ipv4')
}

// What is open of the new kind is less than what is closed. Addresses that carry one of the old kind are left out of it.
const open = new BlockList()
open.addSubnet('2000::', 3, 'ipv6')
const openButNot = new BlockList()
for (const [network, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const) {
  openButNot.addSubnet(network, bits, 'ipv6')
}

/** Whether an address belongs to the open internet. */
export function isPublic(ip: string) {
  const plain = ip.toLowerCase().replace(/^::ffff:(?=\d+\.)/, '')
  if (isIPv4(plain)) return !closed.check(plain, 'ipv4')
  return isIP(plain) === 6 && open.check(plain, 'ipv6') && !openButNot.check(plain, 'ipv6')
}

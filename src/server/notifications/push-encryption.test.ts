import { expect, test } from 'vitest'
import { aReceiver } from '#test/push-receiver.ts'
import { MAX_PAYLOAD_BYTES, areKeysValid, encryptPush } from './push-encryption.ts'

// Appendix A of RFC 8291.
const example = {
  text: 'When I grow up, I want to be a watermelon',
  keys: {
    p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  },
  privateKey: 'yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw',
  salt: 'DGv6ra1nlYgDCS1FRnbzlw',
  sealed:
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
}

test('encryption matches the example in RFC 8291', () => {
  const chosen = {
    privateKey: Buffer.from(example.privateKey, 'base64url'),
    salt: Buffer.from(example.salt, 'base64url'),
  }
  expect(encryptPush(Buffer.from(example.text), example.keys, chosen).toString('base64url')).toBe(example.sealed)
})

test('only the receiver can decrypt a message, each one differs, and the longest fits in one record', () => {
  const browser = aReceiver()
  const text = 'x'.repeat(MAX_PAYLOAD_BYTES)
  const sealed = encryptPush(Buffer.from(text), browser.keys)
  expect(browser.open(sealed)).toBe(text)
  expect(sealed).toHaveLength(4096)
  expect(encryptPush(Buffer.from(text), browser.keys).equals(sealed)).toBe(false)
  expect(() => aReceiver().open(sealed)).toThrow('unable to authenticate')
})

test.each([
  ['keys of a browser', aReceiver().keys, true],
  ['the keys of the example', example.keys, true],
  ['empty keys', { p256dh: '', auth: '' }, false],
  ['a point that is not on the curve', { ...example.keys, p256dh: Buffer.alloc(65, 4).toString('base64url') }, false],
  ['a short secret', { ...example.keys, auth: 'BTBZMqHH6r4' }, false],
])('%s are validated', (_what, keys, usable) => {
  expect(areKeysValid(keys)).toBe(usable)
})

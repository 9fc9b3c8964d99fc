import { createHash, randomBytes } from 'node:crypto'
import { placeOf } from '#server/platform/secrets/sealed-columns.ts'
import type { Vault } from '#server/platform/secrets/vault.ts'

/** Crockford's alphabet: no letter looks like a digit. 16 characters of 32 are 80 bits. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const LENGTH = 16
const GROUP = /.{4}(?=.)/g

/** A new code with its hash, and its text encrypted for the row. */
export function createGiftCode(vault: Vault, id: string) {
  const letters = [...randomBytes(LENGTH)].map((byte) => ALPHABET[byte % ALPHABET.length]).join('')
  const text = letters.replace(GROUP, '$&-')
  return { text, codeHash: hashGiftCode(text), code: vault.seal(placeOf('gift_code.code', id), text) }
}

/** Empty when the code was encrypted with a key that is lost. It can still be redeemed. */
export function openGiftCode(vault: Vault, { id, code }: { id: string; code: string | null }) {
  return code ? vault.open(placeOf('gift_code.code', id), code) : ''
}

/** However it was typed: with or without hyphens, in any case, with O for 0 and I or L for 1. */
export function hashGiftCode(typed: string) {
  const letters = typed
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, '')
    .replaceAll('O', '0')
    .replace(/[IL]/g, '1')
  return createHash('sha256').update(letters).digest()
}

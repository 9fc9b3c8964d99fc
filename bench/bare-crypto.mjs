// Baseline for sign-ins and tokens: argon2id checks or RS256 signatures alone, with the same concurrency as the load.
import { hash, verify } from '@node-rs/argon2'
import { SignJWT, generateKeyPair } from 'jose'

const [, , what, seconds, atOnce] = process.argv
const end = Date.now() + Number(seconds) * 1000
const work = what === 'argon2id' ? await checking() : await signing()
let done = 0
async function worker() {
  while (Date.now() < end) {
    await work()
    done += 1
  }
}
await Promise.all(Array.from({ length: Number(atOnce) }, worker))
console.log(`did ${done / Number(seconds)}`)

async function checking() {
  const stored = await hash('correct horse battery')
  return () => verify(stored, 'correct horse battery')
}

async function signing() {
  const { privateKey } = await generateKeyPair('RS256')
  const claims = { sub: 'x'.repeat(28), email: 'bench@example.com' }
  return () => new SignJWT(claims).setProtectedHeader({ alg: 'RS256' }).sign(privateKey)
}

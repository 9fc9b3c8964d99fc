// What a sign-in must cost at least: bare argon2id, as many checks at once as the load makes. Prints checks a second.
import { hash, verify } from '@node-rs/argon2'

const [, , seconds, atOnce] = process.argv.map(Number)
const stored = await hash('correct horse battery')
const end = Date.now() + seconds * 1000
let done = 0
async function check() {
  while (Date.now() < end) {
    await verify(stored, 'correct horse battery')
    done += 1
  }
}
await Promise.all(Array.from({ length: atOnce }, check))
console.log(`checked ${done / seconds}`)

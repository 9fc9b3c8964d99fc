import { LRUCache } from 'lru-cache'
import { domainToASCII, domainToUnicode } from 'node:url'
import { toLatin } from './look-alikes.ts'

/** Scripts that put no spaces between words, and pictures: an entry that starts or ends with one matches anywhere. */
const UNSPACED =
  '\\p{scx=Han}\\p{scx=Hiragana}\\p{scx=Katakana}\\p{sc=Thai}\\p{sc=Lao}\\p{sc=Khmer}\\p{sc=Myanmar}\\p{sc=Tibetan}\\p{Extended_Pictographic}'
const unspaced = new RegExp(`[${UNSPACED}]`, 'v')
const LETTER = `[\\p{L}\\p{M}\\p{N}${UNSPACED}]`
const SPACED_LETTER = `[[\\p{L}\\p{M}\\p{N}]--[${UNSPACED}]]`
const letter = new RegExp(LETTER, 'v')

/** Accents, vowel points and other marks that leave a word readable, but not those that make another letter of it. */
const MARKS =
  // oxlint-disable-next-line no-misleading-character-class -- the class is made of marks
  /[\u0300-\u036f\u0483-\u0489\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u064b-\u065f\u0670\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe00-\ufe0f\ufe20-\ufe2f]/gu
/** Invisible: format characters, fillers and the grapheme joiner. */
const INVISIBLE = /[\p{Cf}\u115f\u1160\u17b4\u17b5\u180b-\u180f\u3164\uffa0]/gu

/** Plain letters: without accents, invisible characters, widths and styles. Case is left for `toLatin`. */
function fold(text: string) {
  return text.normalize('NFKD').replace(MARKS, '').replace(INVISIBLE, '').normalize('NFC')
}

/** The two ways to read a text: as it is written, and as it looks. A Greek or Cyrillic word is itself in the first. */
function readings(text: string): [written: string, looks: string] {
  const plain = fold(text)
  return [plain.toLowerCase(), toLatin(plain).toLowerCase()]
}

/** Digits and signs that stand for letters. A sign counts only before a letter, so that it can still end a sentence. */
const BEFORE_LETTER = '(?=[\\p{L}\\p{N}])'
const substitutes: Record<string, string> = {
  a: `(?:a|4|@${BEFORE_LETTER})`,
  b: '[b8]',
  e: '[e3€]',
  g: '[g9]',
  i: `(?:i|1|[!\\|]${BEFORE_LETTER})`,
  l: `(?:l|1|\\|${BEFORE_LETTER})`,
  o: '[o0]',
  s: `(?:s|5|\\$)`,
  t: '[t7]',
  z: '[z2]',
}

const GAP = `[^\\p{L}\\p{N}]{0,3}`

/**
 * The pattern of an entry. Latin and other spaced words match whole words. A leading or trailing `*` matches the rest of
 * a word too, and a leading `~` allows separators between letters. Null when the entry has no letter.
 */
function toPattern(entry: string): string | null {
  const spread = entry.startsWith('~')
  const core = spread ? entry.slice(1).trim() : entry
  const [openStart, openEnd] = [core.startsWith('*'), core.endsWith('*')]
  const words = core.match(new RegExp(`${LETTER}+`, 'gv')) ?? []
  const [first, last] = [words[0]?.at(0), words.at(-1)?.at(-1)]
  if (first === undefined || last === undefined) return null
  const between = spread ? GAP : ''
  const pattern = words
    .map((word) => Array.from(word, (character) => substitutes[character] ?? character).join(between))
    .join(spread ? GAP : '[^\\p{L}\\p{N}]+')
  const isAnywhere = (end: string | undefined) => end !== undefined && unspaced.test(end)
  const start = openStart || isAnywhere(Array.from(core).find((one) => letter.test(one))) ? '' : `(?<!${SPACED_LETTER})`
  const end = openEnd || isAnywhere(Array.from(core).findLast((one) => letter.test(one))) ? '' : `(?!${SPACED_LETTER})`
  return start + pattern + end
}

type Compiled = { entry: string; patterns: [written: RegExp | null, looks: RegExp | null] }

function compileWord(entry: string): Compiled {
  const [written, looks] = readings(entry.trim()).map((reading) => {
    const pattern = toPattern(reading)
    return pattern === null ? null : new RegExp(pattern, 'v')
  })
  return { entry, patterns: [written ?? null, looks ?? null] }
}

type CompiledDomain = { entry: string; ascii: string; looks: RegExp }

function compileDomain(entry: string): CompiledDomain[] {
  const host = hostOf(entry)
  if (host === null) return []
  const labels = toLatin(fold(domainToUnicode(host)))
    .toLowerCase()
    .split('.')
  const looks = labels.map((label) =>
    Array.from(label, (one) => substitutes[one] ?? (one === '-' ? '\\-' : one)).join(''),
  )
  return [{ entry, ascii: host, looks: new RegExp(`(?:^|\\.)${looks.join('\\.')}$`, 'v') }]
}

/** The host of a domain or address as an owner writes it. */
function hostOf(entry: string) {
  const bare = entry
    .trim()
    .replace(/^\*\./, '')
    .replace(/^[a-z][a-z0-9+.-]*:\/\//i, '')
    .replace(/[/?#:].*$/s, '')
    .replace(/\.+$/, '')
  const ascii = domainToASCII(bare.normalize('NFKC').replace(/[。．｡]/g, '.'))
  return ascii.includes('.') ? ascii : null
}

/** Anything that reads as a host, with or without a scheme. `[.]` and `(dot)` stand for a dot. */
const HOST = /[\p{L}\p{M}\p{N}](?:[\p{L}\p{M}\p{N}\-_]*\.)+[\p{L}\p{M}\p{N}][\p{L}\p{M}\p{N}-]+/gu

function hostsIn(text: string) {
  const plain = safeDecode(text)
    .normalize('NFKC')
    .replace(INVISIBLE, '')
    .replace(/\s*[[({]\s*(?:\.|dot)\s*[\])}]\s*/gi, '.')
    .replace(/[。．｡․]/g, '.')
  return [...new Set(plain.match(HOST) ?? [])].map((host) => {
    const ascii = domainToASCII(host) || host.toLowerCase()
    return { host, ascii, looks: toLatin(fold(domainToUnicode(ascii) || host)).toLowerCase() }
  })
}

/** Browsers decode `%61` in a host. */
function safeDecode(text: string) {
  return text.replace(/%([2-7][0-9a-f])/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
}

export type Blocked = { entry: string; found: string }
export type BlockList = { findWord(text: string): Blocked | null; findDomain(text: string): Blocked | null }

/** The rules of the site and those in a test box. Compiling a thousand entries takes far longer than matching them. */
const recent = new LRUCache<string, BlockList>({ max: 4 })

/** Matching ignores case, accents, invisible characters and look-alike letters. */
export function compileBlockList(words: readonly string[], domains: readonly string[]): BlockList {
  const key = JSON.stringify([words, domains])
  const list = recent.get(key) ?? createBlockList(words, domains)
  recent.set(key, list)
  return list
}

function createBlockList(words: readonly string[], domains: readonly string[]): BlockList {
  const compiled = words.map(compileWord)
  const hosts = domains.flatMap(compileDomain)
  return {
    findWord(text) {
      if (compiled.length === 0) return null
      const read = readings(text)
      for (const { entry, patterns } of compiled) {
        for (const [at, pattern] of patterns.entries()) {
          const found = pattern?.exec(read[at] ?? '')?.[0]
          // Digits alone are a number, whatever letters they could stand for.
          if (found !== undefined && (/\p{L}/u.test(found) || !/\p{L}/u.test(entry))) return { entry, found }
        }
      }
      return null
    },
    findDomain(text) {
      if (hosts.length === 0) return null
      for (const { host, ascii, looks } of hostsIn(text)) {
        const hit = hosts.find((one) => ascii === one.ascii || ascii.endsWith(`.${one.ascii}`) || one.looks.test(looks))
        if (hit) return { entry: hit.entry, found: host }
      }
      return null
    },
  }
}

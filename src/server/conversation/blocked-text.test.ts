import { describe, expect, test } from 'vitest'
import { compileBlockList } from './blocked-text.ts'

const words = [
  'casino',
  'free money',
  'naïve',
  '赌博',
  'ばか',
  '~viagra',
  '*porn*',
  'การพนัน',
  'казино',
  'scam*',
  '🎰',
  '5005',
  'ass',
  'fiat',
]
const list = compileBlockList(words, ['evil.com', 'bücher.example', 'https://paypal.com/pay', 'not a domain'])

describe('a blocked word', () => {
  test.each<[string, string | null]>([
    ['The best CASINO, ever', 'casino'],
    ['Çasinò!', 'casino'],
    ['ca\u200bsi\u00adno', 'casino'],
    ['ｃａｓｉｎｏ', 'casino'],
    ['𝓬𝓪𝓼𝓲𝓷𝓸', 'casino'],
    ['🅲🅰🆂🅸🅽🅾', 'casino'],
    ['ᴄᴀꜱɪɴᴏ', 'casino'],
    ['c̷a̷s̷i̷n̷o̷', 'casino'],
    ['саsіnо', 'casino'],
    ['СΑЅΙΝО', 'casino'],
    ['c4s1n0', 'casino'],
    ['買casino吧', 'casino'],
    ['casinos', null],
    ['precasino', null],
    ['ca.sino', null],
    ['c a s i n o', null],
    ['free   money', 'free money'],
    ['Free-money', 'free money'],
    ['free of money', null],
    ['naive', 'naïve'],
    ['玩赌博吧', '赌博'],
    ['お前ばかだ', 'ばか'],
    ['はか', null],
    ['เล่นการพนันกัน', 'การพนัน'],
    ['v.i.a.g.r.a', '~viagra'],
    ['v i a g r a', '~viagra'],
    ['V1AGRA', '~viagra'],
    ['viagrant', null],
    ['foodporn now', '*porn*'],
    ['КАЗИНО', 'казино'],
    ['кaзинo', 'казино'],
    ['scammer', 'scam*'],
    ['ascam', null],
    ['win 🎰!', '🎰'],
    ['a$$', 'ass'],
    ['@ss', 'ass'],
    ['Scunthorpe classic', null],
    ['It costs 455', null],
    ['flat', null],
    ['5005', '5005'],
    ['', null],
  ])('in %j is %j', (text, entry) => {
    expect(list.findWord(text)?.entry ?? null).toBe(entry)
  })

  test('made of punctuation matches nothing', () => {
    expect(compileBlockList(['…', ' ', '*', '~'], []).findWord('Anything … at * all ~')).toBeNull()
  })

  test.each(['(', '[a', 'a.c', 'a|b', '\\d', 'a{2}', '^', '$x', 'a-b', '&&'])(
    'can be any text, such as %j',
    (entry) => {
      expect(() => compileBlockList([entry], [entry]).findWord('aac')).not.toThrow()
    },
  )
})

describe('a blocked domain', () => {
  test.each<[string, string | null]>([
    ['see evil.com', 'evil.com'],
    ['https://www.evil.com/x', 'evil.com'],
    ['EVIL.COM.', 'evil.com'],
    ['http://user:pw@sub.evil.com:8080/', 'evil.com'],
    ['http://good.com@evil.com', 'evil.com'],
    ['evil[.]com and evil (dot) com', 'evil.com'],
    ['evil。com', 'evil.com'],
    ['ev%69l.com', 'evil.com'],
    ['e\u200bvil.com', 'evil.com'],
    ['еvil.com', 'evil.com'],
    ['http://xn--vil-qdd.com', 'evil.com'],
    ['paypa1.com', 'https://paypal.com/pay'],
    ['bücher.example', 'bücher.example'],
    ['xn--bcher-kva.example', 'bücher.example'],
    ['notevil.com', null],
    ['evil.com.au', null],
    ['evil. com', null],
    ['good.example', null],
  ])('in %j is %j', (text, entry) => {
    expect(list.findDomain(text)?.entry ?? null).toBe(entry)
  })
})

describe('whatever the disguise,', () => {
  const seed = Number(process.env['SEED'] ?? 1)
  const disguises: Record<string, string[]> = {
    a: ['A', 'а', 'ａ', 'á', '4', '𝐚', 'α', 'ᴀ'],
    c: ['C', 'с', 'ｃ', 'ç', '𝐜'],
    i: ['I', 'і', 'ｉ', 'í', '1', 'ı'],
    n: ['N', 'ｎ', 'ñ', '𝐧', 'ո'],
    o: ['O', 'о', 'ｏ', 'ö', '0', 'ο'],
    s: ['S', 'ѕ', 'ｓ', 'š', '5', '$'],
  }
  const invisible = ['', '\u200b', '\u200d', '\u2060', '\u00ad', '\u0336']

  /** A small deterministic generator. */
  function createRandom(start: number) {
    let state = start
    return (below: number) => {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0
      return Math.floor((state / 2 ** 32) * below)
    }
  }

  test('a disguised word is found between words and not inside one', () => {
    for (let round = 0; round < 500; round++) {
      const random = createRandom(seed * 1000 + round)
      const pick = (all: string[]) => all[random(all.length)] ?? ''
      // The first letter stays a letter: a number is never a word.
      const word = Array.from('casino', (one, at) => {
        const options = [one, ...(disguises[one] ?? [])].filter((option) => at > 0 || !/\d/.test(option))
        return pick(options) + pick(invisible)
      }).join('')
      expect([word, list.findWord(`Try the ${word}, now`)?.entry]).toEqual([word, 'casino'])
      expect([word, list.findWord(`赢${word}吧`)?.entry]).toEqual([word, 'casino'])
      expect([word, list.findWord(`pre${word}s`)]).toEqual([word, null])
    }
  })

  test('matching never fails and depends only on the text', () => {
    for (let round = 0; round < 500; round++) {
      const random = createRandom(seed * 7000 + round)
      const text = Array.from({ length: 40 }, () => String.fromCodePoint(1 + random(0xd7fe))).join('')
      expect(list.findWord(text)).toEqual(list.findWord(text))
      expect(list.findDomain(text)).toEqual(list.findDomain(text))
    }
  })

  test('a long text takes no long time', () => {
    const hostile = ['a.'.repeat(5000), 'v '.repeat(5000), '[.'.repeat(5000), 'free '.repeat(2000), '('.repeat(10_000)]
    for (const text of hostile) {
      expect(list.findWord(text)).toBeNull()
      expect(list.findDomain(text)).toBeNull()
    }
  })
})

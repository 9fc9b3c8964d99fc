import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Document, Node } from '#contract/document/document.ts'
import { isEqual, storedKey } from '#site/articles/writing/saving/equality.ts'
import { aValidDocument } from '#test/arbitrary-documents.ts'
import { paragraphs } from '#test/writing.ts'
import { clashesOf, documentOf, mergeDocuments } from './merge.ts'

const textOf = ({ text = '', content = [] }: Node): string => text + content.map(textOf).join('')
const linesOf = ({ content }: Document) => content.map(textOf)

/** The merged text, one line per block, with `mine | theirs` for a conflict. */
function merge(base: string[], mine: string[], theirs: string[]) {
  const [b, m, t] = [base, mine, theirs].map((lines) => paragraphs(...lines))
  if (!b || !m || !t) throw new Error('Three texts are merged')
  return mergeDocuments({ base: b, mine: m, theirs: t }).flatMap((part) => {
    if (!part.clash) return part.nodes.map(textOf)
    return [`${part.clash.mine.map(textOf).join('/')} | ${part.clash.theirs.map(textOf).join('/')}`]
  })
}

const base = ['One fine day.', 'It rained in the hills.', 'They went home at last.']

describe('two people', () => {
  test.each<[what: string, mine: string[], theirs: string[], result: string[]]>([
    [
      'edit different blocks',
      ['One fine day in May.', base[1] ?? '', base[2] ?? ''],
      [base[0] ?? '', base[1] ?? '', 'They went home at last, wet.'],
      ['One fine day in May.', 'It rained in the hills.', 'They went home at last, wet.'],
    ],
    [
      'edit blocks beside each other',
      ['One fine day.', 'It rained and rained in the hills.', base[2] ?? ''],
      [base[0] ?? '', base[1] ?? '', 'They went home, wet.'],
      ['One fine day.', 'It rained and rained in the hills.', 'They went home, wet.'],
    ],
    [
      'add and edit',
      [...base, 'The end.'],
      [base[0] ?? '', base[1] ?? '', 'They went home, wet.'],
      ['One fine day.', 'It rained in the hills.', 'They went home, wet.', 'The end.'],
    ],
    [
      'insert at the same position get both, theirs first',
      [base[0] ?? '', 'Mine.', ...base.slice(1)],
      [base[0] ?? '', 'Theirs.', ...base.slice(1)],
      ['One fine day.', 'Theirs.', 'Mine.', 'It rained in the hills.', 'They went home at last.'],
    ],
    [
      'add the same block',
      [...base, 'The end.', 'Mine.'],
      [...base, 'The end.'],
      ['One fine day.', 'It rained in the hills.', 'They went home at last.', 'The end.', 'Mine.'],
    ],
    [
      'delete the same block',
      [base[0] ?? '', base[2] ?? ''],
      [base[0] ?? '', base[2] ?? ''],
      [base[0] ?? '', base[2] ?? ''],
    ],
    [
      'delete a block that the other edits',
      [base[0] ?? '', base[2] ?? ''],
      [base[0] ?? '', 'It rained and rained in the hills.', base[2] ?? ''],
      ['One fine day.', ' | It rained and rained in the hills.', 'They went home at last.'],
    ],
    [
      'edit the same block',
      ['One fine day in May.', ...base.slice(1)],
      ['One very fine day.', ...base.slice(1)],
      ['One fine day in May. | One very fine day.', 'It rained in the hills.', 'They went home at last.'],
    ],
    [
      'make the same change',
      ['One fine day in May.', ...base.slice(1)],
      ['One fine day in May.', ...base.slice(1)],
      ['One fine day in May.', 'It rained in the hills.', 'They went home at last.'],
    ],
    [
      'split and edit the same block',
      [base[0] ?? '', 'It rained', 'in the hills.', base[2] ?? ''],
      [base[0] ?? '', 'It rained in the high hills.', base[2] ?? ''],
      ['One fine day.', 'It rained/in the hills. | It rained in the high hills.', 'They went home at last.'],
    ],
    [
      'move a block and edit it',
      [base[2] ?? '', base[0] ?? '', base[1] ?? ''],
      [base[0] ?? '', base[1] ?? '', 'They went home at last, wet.'],
      ['They went home at last, wet.', 'One fine day.', 'It rained in the hills.'],
    ],
    [
      'move a block to different places',
      [base[2] ?? '', base[0] ?? '', base[1] ?? ''],
      [base[0] ?? '', base[2] ?? '', base[1] ?? ''],
      ['They went home at last.', 'One fine day.', 'It rained in the hills.'],
    ],
    [
      'move a block and delete it',
      [base[2] ?? '', base[0] ?? '', base[1] ?? ''],
      [base[0] ?? '', base[1] ?? ''],
      ['They went home at last.', 'One fine day.', 'It rained in the hills.'],
    ],
  ])('who %s', (_, mine, theirs, result) => {
    expect(merge(base, mine, theirs)).toEqual(result)
  })

  test('who start in the same empty paragraph keep both texts', () => {
    expect(merge(['One.', ''], ['One.', 'Mine.'], ['One.', 'Theirs.'])).toEqual(['One.', 'Theirs.', 'Mine.'])
  })

  test('who both append to a short paragraph get a conflict in that paragraph only', () => {
    expect(merge(['It begins.', 'B.'], ['It begins. By the one.', 'B.'], ['It begins. By the other.', 'B.'])).toEqual([
      'It begins. By the one. | It begins. By the other.',
      'B.',
    ])
  })

  test('who both insert a members-only line keep one, the first', () => {
    const line = { type: 'membersLine' }
    const [a = line, b = line] = paragraphs('A.', 'B.').content
    const text = (...content: Node[]): Document => ({ type: 'doc', content })
    const parts = mergeDocuments({ base: text(a, b), mine: text(a, line, b), theirs: text(a, b, line) })
    expect(documentOf(parts, () => 'mine')).toEqual(text(a, line, b))
  })

  test('who change the width and the caption of a picture get a conflict in that picture', () => {
    const image = (more: object): Node => ({ type: 'image', attrs: { media: 'm', src: '/a.jpg', ...more } })
    const text = (...content: Node[]): Document => ({ type: 'doc', content: [...content, ...paragraphs('A.').content] })
    const texts = { base: text(image({})), mine: text(image({ size: 'wide' })) }
    const parts = mergeDocuments({ ...texts, theirs: text(image({ caption: 'A hill' })) })
    expect(clashesOf(parts)).toHaveLength(1)
    const set = mergeDocuments({ ...texts, theirs: text(image({ src: '/b.jpg', width: 3 })) })
    expect(clashesOf(set)).toEqual([])
    expect(documentOf(set, () => 'mine').content[0]?.attrs?.['size']).toBe('wide')
  })
})

type Edit =
  | { kind: 'type'; at: number; words: string }
  | { kind: 'delete'; at: number }
  | { kind: 'add'; at: number; node: Node }
  | { kind: 'move'; at: number; to: number }
  | { kind: 'split'; at: number }

const place = fc.nat({ max: 8 })
const someWords = fc.stringMatching(/^[a-z]{3,8}( [a-z]{3,8}){0,5}$/)
const aParagraph = someWords.map((text): Node => ({ type: 'paragraph', content: [{ type: 'text', text }] }))
const anEdit: fc.Arbitrary<Edit> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('type' as const), at: place, words: someWords }) },
  fc.record({ kind: fc.constant('delete' as const), at: place }),
  fc.record({ kind: fc.constant('add' as const), at: place, node: aParagraph }),
  fc.record({ kind: fc.constant('move' as const), at: place, to: place }),
  fc.record({ kind: fc.constant('split' as const), at: place }),
)

function edited({ content }: Document, edits: Edit[]): Document {
  const now = [...content]
  for (const edit of edits) {
    const at = edit.at % (now.length + 1)
    const block = now[at]
    if (edit.kind === 'add') now.splice(at, 0, edit.node)
    if (!block) continue
    if (edit.kind === 'delete') now.splice(at, 1)
    if (edit.kind === 'move') now.splice(edit.to % now.length, 0, ...now.splice(at, 1))
    const [first] = block.content ?? []
    if (block.type !== 'paragraph' || first?.text === undefined) continue
    const { text } = first
    const withText = (words: string): Node => ({ ...block, content: [{ ...first, text: words }] })
    if (edit.kind === 'type') now[at] = withText(`${text} ${edit.words}`)
    const half = Math.ceil(text.length / 2)
    if (edit.kind === 'split' && text.length > 1)
      now.splice(at, 1, withText(text.slice(0, half)), withText(text.slice(half)))
  }
  return { type: 'doc', content: now.length > 0 ? now : [{ type: 'paragraph' }] }
}

const aText = fc.oneof(
  fc.array(aParagraph, { minLength: 1, maxLength: 7 }).map((content): Document => ({ type: 'doc', content })),
  aValidDocument,
)
const edits = fc.array(anEdit, { maxLength: 6 })
const both = { numRuns: 60 }

describe('any two series of edits', () => {
  test('lose no text: every block is in the result or in a conflict', () => {
    fc.assert(
      fc.property(aText, edits, edits, (from, one, other) => {
        const [mine, theirs] = [edited(from, one), edited(from, other)]
        const parts = mergeDocuments({ base: from, mine, theirs })
        const kept = parts.flatMap((part) => (part.clash ? [...part.clash.mine, ...part.clash.theirs] : part.nodes))
        const keys = new Set(kept.map(storedKey))
        const known = new Set(from.content.map(storedKey))
        for (const side of [mine, theirs])
          for (const block of side.content) {
            if (known.has(storedKey(block)) || block.type === 'membersLine') continue
            expect(keys.has(storedKey(block))).toBe(true)
          }
      }),
      both,
    )
  })

  test('merge to the same result on both sides, except for the order of blocks inserted at one position', () => {
    fc.assert(
      fc.property(aText, edits, edits, (from, one, other) => {
        const [a, b] = [edited(from, one), edited(from, other)]
        const forth = mergeDocuments({ base: from, mine: a, theirs: b })
        const back = mergeDocuments({ base: from, mine: b, theirs: a })
        const settled = (parts: typeof forth) =>
          parts.flatMap((part) => (part.clash ? [] : part.nodes.map(storedKey))).toSorted()
        expect(settled(forth)).toEqual(settled(back))
        expect(clashesOf(forth)).toEqual(
          clashesOf(back).map(({ mine, theirs, ...rest }) => ({ ...rest, mine: theirs, theirs: mine })),
        )
      }),
      both,
    )
  })

  test('are applied unchanged if the other side has no changes, or the same ones', () => {
    fc.assert(
      fc.property(aText, edits, (from, some) => {
        const changed = edited(from, some)
        const texts = [
          { base: from, mine: changed, theirs: from },
          { base: from, mine: from, theirs: changed },
          { base: from, mine: changed, theirs: changed },
        ]
        for (const three of texts) {
          const parts = mergeDocuments(three)
          expect(clashesOf(parts)).toEqual([])
          expect(
            isEqual(
              documentOf(parts, () => 'mine'),
              changed,
            ),
          ).toBe(true)
        }
      }),
      both,
    )
  })

  test('to different blocks are all applied without a conflict', () => {
    const distinct = fc.uniqueArray(someWords, { minLength: 3, maxLength: 8 })
    fc.assert(
      fc.property(distinct, fc.nat(), fc.nat(), someWords, someWords, (lines, i, j, one, other) => {
        const [a, b] = [i % lines.length, j % lines.length]
        fc.pre(a !== b)
        const typed = (at: number, words: string) => lines.map((line, n) => (n === at ? `${line} ${words}` : line))
        const parts = mergeDocuments({
          base: paragraphs(...lines),
          mine: paragraphs(...typed(a, one)),
          theirs: paragraphs(...typed(b, other)),
        })
        expect(clashesOf(parts)).toEqual([])
        const result = lines.map((line, n) => (n === a ? `${line} ${one}` : n === b ? `${line} ${other}` : line))
        expect(linesOf(documentOf(parts, () => 'mine'))).toEqual(result)
      }),
      both,
    )
  })
})

import { beforeAll, describe, expect, test } from 'vitest'
import { aDocument, anArticle } from '#test/articles.ts'
import { aDatabase } from '#test/database.ts'
import { aCtx, aPerson } from '#test/people.ts'
import { setCoAuthors } from '#server/articles/drafts/co-authors.ts'
import { renamePerson } from '#server/people/person-records.ts'
import type { Db } from '#server/platform/db.ts'
import { createCategory } from '#server/taxonomy/create.ts'
import { type SearchRequest, search } from './search.ts'
import { updateWordCounts } from './search-index.ts'

let db: Db
beforeAll(async () => {
  db = (await aDatabase()).db
})

const ask = (q: string, more: Partial<SearchRequest> = {}) =>
  search(aCtx(db), { q, kind: 'stories', limit: 20, ...more })
const titles = async (q: string, more: Partial<SearchRequest> = {}) =>
  (await ask(q, more)).stories.map(({ title }) => title)

type Given = NonNullable<Parameters<typeof anArticle>[2]>
async function aStory(title: string, text = 'A story of few words.', more: Given = {}) {
  const author = await aPerson(db, 'author')
  return { author, ...(await anArticle(db, author.id, { title, body: aDocument(text), ...more })) }
}

test('matches in the title rank above subtitle and tags, and those above the text', async () => {
  const at = new Date('2026-03-01T00:00:00Z')
  await aStory('Text only', 'In the text there is one quagmire.', { publishedAt: at })
  await aStory('Subtitle', undefined, { subtitle: 'About a quagmire', publishedAt: at })
  await aStory('Tagged', undefined, { tags: ['Quagmire'], publishedAt: at })
  await aStory('The quagmire of the title', undefined, { publishedAt: at })
  await aStory('Quagmire', undefined, { publishedAt: new Date('2020-01-01T00:00:00Z') })
  const found = await titles('quagmire')
  expect(found[0]).toBe('Quagmire')
  expect(found[1]).toBe('The quagmire of the title')
  expect(found.slice(2, 4).toSorted()).toEqual(['Subtitle', 'Tagged'])
  expect(found[4]).toBe('Text only')
})

test('of two equal matches, the newer comes first', async () => {
  await aStory('Older marshland', undefined, { publishedAt: new Date('2019-01-01T00:00:00Z') })
  await aStory('Newer marshland', undefined, { publishedAt: new Date('2025-01-01T00:00:00Z') })
  expect(await titles('marshland')).toEqual(['Newer marshland', 'Older marshland'])
})

describe('words match their other forms', () => {
  test('in English', async () => {
    await aStory('Forms', 'She was gathering chestnuts.')
    expect(await titles('gathered chestnut')).toEqual(['Forms'])
  })
  test('in German, by the language of the story', async () => {
    await aStory('Dörfer', 'Wir sahen die alten Wassermühlen und ihre Häuser.', { language: 'de-AT' })
    expect(await titles('Wassermühle')).toEqual(['Dörfer'])
    expect(await titles('Haus')).toContain('Dörfer')
  })
  test('in an unknown language, only as written', async () => {
    await aStory('Elsewhere', 'Zamezdrivo brankules.', { language: 'tlh' })
    expect(await titles('brankules')).toEqual(['Elsewhere'])
  })
})

test('accents are ignored in the query and in the text', async () => {
  await aStory('Une crème brûlée')
  await aStory('A plain soufflacafe', 'Nothing more.')
  expect(await titles('creme brulee')).toEqual(['Une crème brûlée'])
  expect(await titles('CRÈME')).toEqual(['Une crème brûlée'])
  expect(await titles('soufflácafé')).toEqual(['A plain soufflacafe'])
})

test('the last word can be incomplete, in a title and in a text', async () => {
  await aStory('A weathervane', 'On the roof sits a thunderbolt.')
  expect(await titles('weatherv')).toEqual(['A weathervane'])
  expect(await titles('roof thunderb')).toEqual(['A weathervane'])
  expect(await titles('thunderb roof', { exact: '1' })).toEqual([])
})

test('all words must match, in any field', async () => {
  await aStory('The lighthouse keeper', 'He collects barnacles.')
  await aStory('Another lighthouse', 'Nothing on the rocks.')
  expect(await titles('lighthouse barnacles')).toEqual(['The lighthouse keeper'])
})

test('stop words are ignored', async () => {
  await aStory('A kestrel above', 'It hovers.')
  expect(await titles('the kestrel and the')).toEqual(['A kestrel above'])
})

describe('typos', () => {
  test('are corrected to the nearest words, and the correction is reported', async () => {
    await aStory('Hollyhocks by the wall', 'They lean.')
    for (const typo of ['hollyhoks', 'holyhocks', 'hollyohcks', 'hollyhpcks']) {
      const answer = await ask(typo)
      expect(
        answer.stories.map(({ title }) => title),
        typo,
      ).toEqual(['Hollyhocks by the wall'])
      expect(answer.instead, typo).toBe('hollyhocks')
    }
  })
  test('are corrected word by word', async () => {
    await aStory('A heron on the estuary', 'Standing still.')
    expect((await ask('heron estuery')).instead).toBe('heron estuary')
  })
  test('are not corrected in an exact search', async () => {
    await aStory('Periwinkle')
    expect((await ask('perrywinkle', { exact: '1' })).stories).toEqual([])
  })
  test('are corrected in short words', async () => {
    await aStory('The oxbow of the Zwyn')
    expect((await ask('zwny')).instead).toBe('zwyn')
  })
  test('are corrected to words of titles and names, not to words of a text', async () => {
    const text = 'The bed was warm, the bed was soft, and a bud opened beside the bed.'
    await aStory('Sourdough', text, { tags: ['Bread'] })
    for (const title of ['Morning', 'Evening']) await aStory(title, text)
    await db.transaction().execute((tx) => updateWordCounts(tx))
    const answer = await ask('bred')
    expect(answer.instead).toBe('bread')
    expect(answer.stories.map(({ title }) => title)).toEqual(['Sourdough'])
    expect((await ask('sofft')).instead).toBeNull()
  })
  test('are corrected to the names of categories and authors', async () => {
    const { id: categoryId } = await createCategory(aCtx(db), {
      slug: 'astronomy',
      name: 'Astronomy',
      description: '',
      picture: null,
      position: 2,
    })
    await aStory('Stargazing', 'About astronomy.', { categoryId })
    expect((await ask('astronmoy')).instead).toBe('astronomy')
    const author = await aPerson(db, 'author', { name: 'Ngozi Achterberg' })
    await anArticle(db, author.id, { title: 'By hand' })
    expect(await ask('achtreberg')).toMatchObject({ instead: 'achterberg', stories: [{ title: 'By hand' }] })
    // A known name stays as typed while another word is corrected.
    expect((await ask('achterberg hadn')).instead).toBe('achterberg hand')
  })
  test('are not corrected to stems', async () => {
    await aStory('Cottages and fisheries')
    expect((await ask('fisheriz')).instead).toBe('fisheries')
  })
  test('are not corrected to words of removed stories', async () => {
    const { id } = await aStory('Rhododendron')
    await db.transaction().execute((tx) => updateWordCounts(tx))
    await db.deleteFrom('article').where('id', '=', id).execute()
    expect((await ask('rhododendrom')).instead).toBeNull()
  })
})

describe('the names on a byline', () => {
  test('find the stories of the author and of co-authors, with or without accents', async () => {
    const [author, other] = [
      await aPerson(db, 'author', { name: 'Bożena Woźniak' }),
      await aPerson(db, 'author', { name: 'Kwabena Œhlert' }),
    ]
    await anArticle(db, author.id, { title: 'Alone' })
    const { id } = await anArticle(db, author.id, { title: 'Together', coAuthorIds: [other.id] })
    for (const q of ['Woźniak', 'wozniak', 'BOZENA', 'bozena wozniak', '"Bożena Woźniak"'])
      expect((await titles(q)).toSorted(), q).toEqual(['Alone', 'Together'])
    expect(await titles('kwabena')).toEqual(['Together'])
    expect(await titles('wozniak together')).toEqual(['Together'])
    expect(await titles('"Woźniak Bożena"', { exact: '1' })).toEqual([])
    await setCoAuthors({ ...aCtx(db), viewer: author }, id, [])
    expect(await titles('kwabena', { exact: '1' })).toEqual([])
  })
  test('find a story under the new name as soon as it changes', async () => {
    const author = await aPerson(db, 'author', { name: 'Ottoline Vance' })
    await anArticle(db, author.id, { title: 'Renamed' })
    expect(await titles('ottoline')).toEqual(['Renamed'])
    await renamePerson(aCtx(db), author.uid, 'Philippa Vance')
    expect(await titles('ottoline', { exact: '1' })).toEqual([])
    expect(await titles('philippa')).toEqual(['Renamed'])
  })
  test('rank below titles and above texts', async () => {
    const author = await aPerson(db, 'author', { name: 'Marigold Finch' })
    await anArticle(db, author.id, { title: 'By her' })
    await aStory('In the text', 'A marigold in a pot.')
    await aStory('Marigold in the title')
    expect(await titles('marigold')).toEqual(['Marigold in the title', 'By her', 'In the text'])
  })
})

describe('the kind of result', () => {
  test('is the first with results unless one is requested', async () => {
    const author = await aPerson(db, 'author', { name: 'Saoirse Quill', handle: 'saoirse-quill' })
    await anArticle(db, author.id, { title: 'Untitled piece' })
    await db.updateTable('person').set({ about: 'Carpenter and falconer.' }).where('id', '=', author.id).execute()
    const answer = await ask('falconer', { kind: undefined })
    expect(answer).toMatchObject({ kind: 'creators', creators: [{ name: 'Saoirse Quill' }], stories: [] })
    expect(answer.found).toMatchObject({ stories: { count: 0 }, creators: { count: 1 } })
    expect(await ask('falconer', { kind: 'stories' })).toMatchObject({ kind: 'stories', creators: [] })
    expect(await ask('saoirse', { kind: undefined })).toMatchObject({ kind: 'stories', stories: [{}] })
    expect((await ask('qqqqzzzz', { kind: undefined })).kind).toBe('stories')
    // Filters only apply to stories.
    expect((await ask('falconer', { kind: undefined, tag: 'none' })).kind).toBe('stories')
  })
})

test('words in quotes match only as a phrase', async () => {
  await aStory('In order', 'They took the slow ferry home.')
  await aStory('Out of order', 'The ferry was slow.')
  expect((await titles('slow ferry')).toSorted()).toEqual(['In order', 'Out of order'])
  expect(await titles('"slow ferry"')).toEqual(['In order'])
  expect(await titles('“took the slow ferry home”')).toEqual(['In order'])
  expect(await titles('"ferry slow"')).toEqual([])
})

test('a script without spaces matches part of a sentence', async () => {
  await aStory('古い池', '古い池や蛙飛び込む水の音', { language: 'ja' })
  expect(await titles('蛙飛び')).toEqual(['古い池'])
  expect(await titles('飛蛙')).toEqual([])
})

test('matches are marked as segments, never as HTML', async () => {
  await aStory(
    '<b>Nettles</b> & docks',
    `${'Filler words stand here. '.repeat(60)}A <script> among nettles grows. The end.`,
  )
  const [story] = (await ask('nettle')).stories
  expect(story?.titlePieces.filter(({ hit }) => hit)).toEqual([{ text: 'Nettles', hit: true }])
  expect(story?.titlePieces.map(({ text }) => text).join('')).toBe('<b>Nettles</b> & docks')
  expect(story?.passage.map(({ text }) => text).join('')).toContain('A <script> among nettles grows.')
  expect(story?.passage.filter(({ hit }) => hit)).toEqual([{ text: 'nettles', hit: true }])
})

describe('facets', () => {
  test('count the results, and filter them', async () => {
    const weather = { slug: 'skies', name: 'Skies', description: '', picture: null, position: 1 }
    const { id: categoryId } = await createCategory(aCtx(db), weather)
    const made = { categoryId, tags: ['Cloudy', 'Dusk'], publishedAt: new Date('2023-05-05T00:00:00Z') }
    const first = await aStory('Cumulonimbus one', undefined, made)
    await aStory('Cumulonimbus two', undefined, { tags: ['Dusk'], publishedAt: new Date('2024-05-05T00:00:00Z') })
    const { facets, found } = await ask('cumulonimbus')
    expect(found.stories).toEqual({ count: 2, more: false })
    expect(facets.category).toEqual([{ value: 'skies', name: 'Skies', stories: 1 }])
    expect(facets.tag).toEqual([
      { value: 'dusk', name: 'Dusk', stories: 2 },
      { value: 'cloudy', name: 'Cloudy', stories: 1 },
    ])
    expect(facets.author).toContainEqual({ value: first.author.handle, name: first.author.name, stories: 1 })
    expect(facets.year).toEqual([
      { value: '2024', name: '2024', stories: 1 },
      { value: '2023', name: '2023', stories: 1 },
    ])
    const one = ['Cumulonimbus one']
    expect(await titles('cumulonimbus', { category: 'skies' })).toEqual(one)
    expect(await titles('cumulonimbus', { tag: 'cloudy' })).toEqual(one)
    expect(await titles('cumulonimbus', { author: first.author.handle })).toEqual(one)
    expect(await titles('cumulonimbus', { year: 2023 })).toEqual(one)
    expect(await titles('cumulonimbus', { year: 2022 })).toEqual([])
  })
  test('an unknown value matches nothing without an error', async () => {
    await aStory('Altostratus')
    for (const filter of [{ category: 'none' }, { tag: 'none' }, { author: 'nobody' }])
      expect(await titles('altostratus', filter)).toEqual([])
  })
})

test('pages neither skip nor repeat', async () => {
  const author = await aPerson(db, 'author')
  const made = new Set<string>()
  const at = new Date('2026-01-02T03:04:05.678Z')
  for (let count = 0; count < 11; count++) {
    const text = aDocument(count % 2 ? 'A pilgrimage.' : 'Words.')
    const title = count % 2 ? `Walk ${count}` : `Pilgrimage ${count % 4}`
    made.add((await anArticle(db, author.id, { title, body: text, publishedAt: at })).id)
  }
  const seen: string[] = []
  let before: string | undefined
  do {
    const page = await ask('pilgrimage', { limit: 4, before })
    expect(page.found.stories.count).toBe(11)
    seen.push(...page.stories.map(({ id }) => id))
    before = page.next ?? undefined
  } while (before)
  expect(seen).toHaveLength(11)
  expect(new Set(seen)).toEqual(made)
})

test('refuses a cursor of another list', async () => {
  for (const before of ['x', 'W10', '%', Buffer.from('["a",1]').toString('base64url')])
    await expect(ask('pilgrimage', { before })).rejects.toMatchObject({ code: 'invalid' })
})

test('an empty query or result includes popular tags', async () => {
  await aStory('With a tag', undefined, { tags: ['Footpaths'] })
  for (const q of ['', '  ', '!!!', 'zzzzzzqqqq']) {
    const answer = await ask(q)
    expect(answer.stories, q).toEqual([])
    expect(
      answer.popular.map(({ slug }) => slug),
      q,
    ).toContain('footpaths')
  }
})

import type { Locator, Page } from 'playwright-core'
import { describe, expect, inject, test } from 'vitest'
import { aDocument } from '../articles.ts'
import { doc, paragraph } from '../documents.ts'
import { open, somebody, taken, useBrowser, withoutExpected } from './browser.ts'
import { query } from './mailbox.ts'
import {
  aDraftOf,
  articlesOf,
  draftOf,
  revisionsOf,
  serverHas,
  shownText,
  statusOf,
  storyIn,
  subtitleIn,
  titleIn,
  typeInStory,
  untilSaving,
  write,
} from './writing-page.ts'

useBrowser()

const saves = /\/api\/articles(\/\w+\/draft)?$/

/** From here on no save leaves this page. A route would not do: as a tab closes, what it held back is sent after all. */
const cutOff = (page: Page) =>
  page.evaluate((pattern) => {
    const whole = window.fetch
    const cut: typeof fetch = (asked, init) => {
      const { pathname } = new URL(asked instanceof Request ? asked.url : asked, location.href)
      const save = new RegExp(pattern).test(pathname)
      return save ? Promise.reject(new TypeError('Failed to fetch')) : whole(asked, init)
    }
    Object.assign(window, { fetch: cut, joinAgain: () => Object.assign(window, { fetch: whole }) })
  }, saves.source)

const joinAgain = (page: Page) => page.evaluate(() => void Reflect.get(window, 'joinAgain')?.())

/** A try that was under way as the server came back fails once more, so one asks again. */
async function saveUntil(page: Page, seen: Locator) {
  await expect
    .poll(async () => {
      await page.keyboard.press('Control+s')
      return seen.count()
    })
    .toBe(1)
}

/** A server that cannot be reached is a word in the console, too. */
const unexpected = (complaints: string[]) =>
  withoutExpected(complaints).filter((line) => !/net::ERR_(FAILED|INTERNET_DISCONNECTED)/.test(line))

describe('two people at one draft', () => {
  async function twoAtOne() {
    const author = await somebody('author')
    const friend = await somebody('reader')
    const id = await aDraftOf(author.person, {
      title: 'Ours',
      body: aDocument('It begins.'),
      coAuthorIds: [friend.person.id],
    })
    await write(author.page, id)
    await write(friend.page, id)
    return { author, friend, id }
  }

  test('who change different fields both find theirs, without a question', async () => {
    const { author, friend, id } = await twoAtOne()
    await titleIn(author.page).fill('A better title')
    await untilSaving(author.page, 'saved')
    await typeInStory(friend.page, ' And goes on.')
    await serverHas(id, 'It begins. And goes on.')
    await untilSaving(friend.page, 'saved')
    expect(await titleIn(friend.page).inputValue()).toBe('A better title')
    await subtitleIn(author.page).fill('In two voices')
    await expect.poll(() => shownText(author.page)).toBe('It begins. And goes on.')
    await untilSaving(author.page, 'saved')
    expect(await draftOf(id)).toMatchObject({ title: 'A better title', subtitle: 'In two voices' })
    expect((await draftOf(id)).text).toBe('It begins. And goes on.')
    expect([...unexpected(author.complaints), ...unexpected(friend.complaints)]).toEqual([])
  })

  test('who change the same text see both, and whichever is kept, the other is not lost', async () => {
    const { author, friend, id } = await twoAtOne()
    for (const words of [' By the author,', ' twice.']) {
      await typeInStory(author.page, words)
      await untilSaving(author.page, 'saved')
    }
    await typeInStory(friend.page, ' By the friend.')
    await friend.page.getByRole('heading', { name: 'Somebody else saved' }).waitFor()
    const theirs = friend.page.getByRole('region', { name: `Theirs (${author.person.name})` })
    const yours = friend.page.getByRole('region', { name: 'Yours' })
    expect(await theirs.innerText()).toContain('It begins. By the author, twice.')
    expect(await yours.innerText()).toContain('It begins. By the friend.')
    expect((await draftOf(id)).text).toBe('It begins. By the author, twice.')

    await friend.page.getByRole('button', { name: 'Keep mine' }).click()
    await serverHas(id, 'It begins. By the friend.')
    await untilSaving(friend.page, 'saved')
    expect(await shownText(friend.page)).toBe('It begins. By the friend.')
    expect(await revisionsOf(id)).toContain('It begins. By the author, twice.')

    await typeInStory(author.page, ' And again.')
    await author.page.getByRole('heading', { name: 'Somebody else saved' }).waitFor()
    await author.page.getByRole('button', { name: 'Take theirs' }).click()
    await expect.poll(() => shownText(author.page)).toBe('It begins. By the friend.')
    await untilSaving(author.page, 'saved')
    await author.page.reload()
    await taken(author.page)
    await author.page.getByText('The text you gave up').waitFor()
    await author.page.getByRole('button', { name: 'Put it in' }).click()
    await serverHas(id, 'It begins. By the author, twice. And again.')
    expect(await revisionsOf(id)).toContain('It begins. By the friend.')
    expect([...unexpected(author.complaints), ...unexpected(friend.complaints)]).toEqual([])
  })
})

describe('a tab closed in the middle of a sentence', () => {
  const sentence = ' and then the lamp went out over the har'

  test.each([{ runBeforeUnload: false }, { runBeforeUnload: true }])('has left every letter (%j)', async (how) => {
    const { page, person } = await somebody('author')
    const id = await aDraftOf(person, { body: aDocument('It was late,') })
    await write(page, id)
    await typeInStory(page, ' it rained,')
    await serverHas(id, 'It was late, it rained,')
    await cutOff(page)
    await typeInStory(page, sentence)
    const closed = page.waitForEvent('close')
    await page.close(how)
    await closed
    expect((await draftOf(id)).text).toBe('It was late, it rained,')

    const again = await page.context().newPage()
    await write(again, id)
    expect(await shownText(again)).toBe(`It was late, it rained,${sentence}`)
    await serverHas(id, `It was late, it rained,${sentence}`)
    await untilSaving(again, 'saved')
  })

  test('has left every letter also where the browser has no database', async () => {
    const { page, person } = await somebody('author')
    const id = await aDraftOf(person, { body: aDocument('It was late,') })
    await page.context().addInitScript(() => {
      Object.defineProperty(window, 'indexedDB', { value: { open: () => ({ addEventListener() {} }) } })
    })
    await write(page, id)
    await cutOff(page)
    await typeInStory(page, sentence)
    await page.close()
    const again = await page.context().newPage()
    await write(again, id)
    expect(await shownText(again)).toBe(`It was late,${sentence}`)
    await serverHas(id, `It was late,${sentence}`)
  })
})

test('with the network gone for a minute one types on, is told, and on its return everything arrives', async () => {
  const { page, person, complaints } = await somebody('author')
  const id = await aDraftOf(person, { body: aDocument('Minute 0.') })
  await page.clock.install({ time: new Date() })
  await write(page, id)
  await typeInStory(page, ' Minute 1.')
  await serverHas(id, 'Minute 0. Minute 1.')
  await untilSaving(page, 'saved')
  await page.context().setOffline(true)
  let typed = 'Minute 0. Minute 1.'
  for (let second = 10; second <= 60; second += 10) {
    await typeInStory(page, ` Second ${second}.`)
    typed += ` Second ${second}.`
    await page.clock.runFor(10_000)
    await untilSaving(page, 'offline')
    expect(await statusOf(page)).toBe('Offline: kept in this browser')
  }
  expect((await draftOf(id)).text).toBe('Minute 0. Minute 1.')
  await page.context().setOffline(false)
  await serverHas(id, typed)
  await untilSaving(page, 'saved')
  expect(await statusOf(page)).toBe('Saved')
  expect(await shownText(page)).toBe(typed)
  expect(unexpected(complaints)).toEqual([])
})

describe('a new story', () => {
  test('leaves no trace before something is typed; then it is one, and its address is its own', async () => {
    const { page, person, complaints } = await somebody('author')
    await write(page, null)
    await storyIn(page).click()
    await page.keyboard.press('Enter')
    await titleIn(page).click()
    await page.getByRole('button', { name: 'Settings' }).click()
    await page.keyboard.press('Escape')
    await page.clock.install()
    await page.clock.runFor(15_000)
    expect(await articlesOf(person)).toEqual([])
    await titleIn(page).fill('Begun')
    await page.clock.runFor(2000)
    await expect.poll(() => articlesOf(person)).toHaveLength(1)
    const [id = ''] = await articlesOf(person)
    await expect.poll(() => page.url()).toContain(`/articles/edit?id=${id}`)
    await page.reload()
    await taken(page)
    expect(await titleIn(page).inputValue()).toBe('Begun')
    expect(unexpected(complaints)).toEqual([])
  })

  test('whose tab was closed before the first save is offered, and goes on as the one it was', async () => {
    const { page, person } = await somebody('author')
    await write(page, null)
    await cutOff(page)
    await titleIn(page).fill('On the train')
    await typeInStory(page, 'Hills, and then mor')
    await page.close()
    const again = await page.context().newPage()
    await write(again, null)
    await again.getByText('You began something here').waitFor()
    expect(await articlesOf(person)).toEqual([])
    await again.getByRole('button', { name: 'Go on' }).click()
    await expect.poll(() => shownText(again)).toBe('Hills, and then mor')
    expect(await titleIn(again).inputValue()).toBe('On the train')
    await expect.poll(() => articlesOf(person)).toHaveLength(1)
    const [id = ''] = await articlesOf(person)
    await serverHas(id, 'Hills, and then mor')
    await open(again, '/articles/new')
    await storyIn(again).waitFor()
    expect(await again.getByText('You began something here').count()).toBe(0)
  })

  test('loses nothing by going back and forward', async () => {
    const { page, person, complaints } = await somebody('author')
    await open(page, '/articles')
    await open(page, '/articles/new')
    await storyIn(page).waitFor()
    await typeInStory(page, 'Typed and left at once')
    await page.getByRole('link', { name: 'Your stories' }).click()
    await page.getByRole('heading', { name: 'Your stories' }).waitFor()
    await expect.poll(() => articlesOf(person)).toHaveLength(1)
    const [id = ''] = await articlesOf(person)
    await serverHas(id, 'Typed and left at once')
    await page.goBack()
    await storyIn(page).waitFor()
    await open(page, `/articles/edit?id=${id}`)
    await storyIn(page).waitFor()
    await typeInStory(page, ', and again')
    await page.goBack()
    await page.goForward()
    await expect.poll(() => page.url()).toContain(id)
    await storyIn(page).waitFor()
    await expect.poll(() => shownText(page)).toBe('Typed and left at once, and again')
    await serverHas(id, 'Typed and left at once, and again')
    expect(await articlesOf(person)).toHaveLength(1)
    expect(unexpected(complaints)).toEqual([])
  })
})

test('a second tab of the same story is told, and gets what the first saves', async () => {
  const { page, person } = await somebody('author')
  const id = await aDraftOf(person, { body: aDocument('One.') })
  await write(page, id)
  const second = await page.context().newPage()
  await write(second, id)
  await second.getByText('also open in another tab').waitFor()
  await page.getByText('also open in another tab').waitFor()
  await typeInStory(page, ' Two.')
  await expect.poll(() => shownText(second)).toBe('One. Two.')
  await typeInStory(second, ' Three.')
  await expect.poll(() => shownText(page)).toBe('One. Two. Three.')
  await serverHas(id, 'One. Two. Three.')
  await second.close()
  await expect.poll(() => page.getByText('also open in another tab').count()).toBe(0)
})

test('what two tabs typed at once is shown side by side, as one’s own', async () => {
  const { page, person } = await somebody('author')
  const id = await aDraftOf(person, { body: aDocument('One.') })
  await write(page, id)
  const second = await page.context().newPage()
  await write(second, id)
  await cutOff(second)
  await typeInStory(second, ' In the second.')
  await untilSaving(second, 'offline')
  await typeInStory(page, ' In the first.')
  await serverHas(id, 'One. In the first.')
  await joinAgain(second)
  await saveUntil(second, second.getByRole('heading', { name: 'You saved it elsewhere' }))
  await second.getByRole('button', { name: 'Keep this one' }).click()
  await serverHas(id, 'One. In the second.')
  await second.getByText('The text you gave up').waitFor()
  await expect.poll(() => shownText(page)).toBe('One. In the second.')
})

test('a double click on Publish publishes once', async () => {
  const { page, person } = await somebody('author')
  const id = await aDraftOf(person, { title: 'Once', body: aDocument('Only once.') })
  await write(page, id)
  await typeInStory(page, ' With the last words.')
  await page.getByRole('button', { name: 'Publish…' }).click()
  await page.getByRole('button', { name: 'Publish now' }).dblclick()
  await page.getByText('Everybody can read it now.').waitFor()
  const site = inject('site').databaseUrl
  const moves = await query(site, 'select move from article_move where article_id = $1', [id])
  expect(moves).toEqual([{ move: 'publish' }])
  const [shown] = await query<{ plain: string }>(site, 'select plain from article where id = $1', [id])
  expect(shown?.plain).toContain('Only once. With the last words.')
})

test('signed out in another tab, one is asked to sign in, and finds every letter afterwards', async () => {
  const { page, person } = await somebody('author')
  const id = await aDraftOf(person, { body: aDocument('Signed in.') })
  await write(page, id)
  await cutOff(page)
  await typeInStory(page, ' And still here')
  const other = await page.context().newPage()
  await open(other, '/latest')
  await other.getByRole('button', { name: `Your menu, ${person.name}` }).click()
  await other.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.waitForURL('**/auth/newauth?next=**')
  await taken(page)
  await joinAgain(page)
  await page.getByLabel('Email').fill(person.email)
  await page.getByLabel('Password', { exact: true }).fill('correct horse battery')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL(`**/articles/edit?id=${id}`)
  await expect.poll(() => shownText(page)).toBe('Signed in. And still here')
  await serverHas(id, 'Signed in. And still here')
})

describe('before the tab is closed', () => {
  async function closing(page: Page) {
    const asked: string[] = []
    page.on('dialog', (dialog) => {
      asked.push(dialog.type())
      void dialog.dismiss()
    })
    const decided = Promise.race([
      page.waitForEvent('close').then(() => 'closed'),
      page.waitForEvent('dialog').then(() => 'open'),
    ])
    await page.close({ runBeforeUnload: true })
    return { how: await decided, asked }
  }

  test('there is no question when all is saved', async () => {
    const { page, person } = await somebody('author')
    const id = await aDraftOf(person)
    await write(page, id)
    await typeInStory(page, ' Saved.')
    await serverHas(id, 'A story of few words. Saved.')
    await untilSaving(page, 'saved')
    expect(await closing(page)).toEqual({ how: 'closed', asked: [] })
  })

  test('nor when it is kept in the browser', async () => {
    const { page, person } = await somebody('author')
    await write(page, await aDraftOf(person))
    await cutOff(page)
    await typeInStory(page, ' Not saved.')
    expect(await closing(page)).toEqual({ how: 'closed', asked: [] })
  })

  test('there is one when it is in neither, and the page says so', async () => {
    const { page, person } = await somebody('author')
    const id = await aDraftOf(person)
    await page.addInitScript(() => {
      Object.defineProperty(window, 'indexedDB', { value: undefined })
      Storage.prototype.setItem = () => {
        throw new DOMException('Refused', 'QuotaExceededError')
      }
    })
    await write(page, id)
    await cutOff(page)
    await typeInStory(page, ' Nowhere.')
    await page.getByText('This browser keeps nothing for this site').waitFor()
    expect(await closing(page)).toEqual({ how: 'open', asked: ['beforeunload'] })
    await joinAgain(page)
    await saveUntil(page, page.locator('[data-saving="saved"]'))
    await serverHas(id, 'A story of few words. Nowhere.')
    expect(await closing(page)).toEqual({ how: 'closed', asked: [] })
  })
})

describe('what the server does not take', () => {
  test('a title too long is named beside it; the rest is saved, and the words stay', async () => {
    const { page, person, complaints } = await somebody('author')
    const id = await aDraftOf(person, { title: 'Short' })
    await write(page, id)
    const long = 'word '.repeat(40) + 'x'
    await titleIn(page).fill(long)
    await typeInStory(page, ' And more.')
    await serverHas(id, 'A story of few words. And more.')
    await untilSaving(page, 'refused')
    await page.getByText('A title has up to 200 letters.').waitFor()
    expect((await draftOf(id)).title).toBe('Short')
    await page.reload()
    await taken(page)
    await storyIn(page).waitFor()
    expect(await titleIn(page).inputValue()).toBe(long)
    await titleIn(page).fill('Shorter')
    await untilSaving(page, 'saved')
    expect((await draftOf(id)).title).toBe('Shorter')
    expect(unexpected(complaints)).toEqual([])
  })

  test('a block that is too long is told by its number, and can be shown', async () => {
    const { page, person } = await somebody('author')
    const id = await aDraftOf(person)
    await write(page, id)
    await storyIn(page).focus()
    await page.keyboard.press('Control+End')
    await page.keyboard.press('Enter')
    await page.keyboard.insertText('word '.repeat(20_001))
    await page.getByText('Block 2 of the text was not taken').waitFor()
    await page.getByRole('button', { name: 'Show it' }).click()
    await subtitleIn(page).fill('Saved all the same')
    await expect.poll(async () => (await draftOf(id)).subtitle).toBe('Saved all the same')
    expect((await draftOf(id)).text).toBe('A story of few words.')
    expect((await shownText(page)).length).toBe('A story of few words.\n'.length + 100_005)
  })

  test('a text over a megabyte says that it is too long, and stays', { timeout: 120_000 }, async () => {
    const { page, person } = await somebody('author')
    // Five bytes for three letters.
    const words = 'éé '.repeat(30_000)
    const most = Array.from({ length: 6 }, () => paragraph(words))
    // The empty one is there already, so that what is inserted is one change and one save.
    const id = await aDraftOf(person, { body: doc(...most, paragraph()) })
    await write(page, id)
    await storyIn(page).focus()
    await page.keyboard.press('Control+End')
    await page.keyboard.insertText(words)
    await page.getByText('The text is longer than a story can be').waitFor({ timeout: 40_000 })
    expect(await statusOf(page)).toBe('Not all of it could be saved')
    await page.close()
    const again = await page.context().newPage()
    await write(again, id)
    expect(await storyIn(again).locator(':scope > p').count()).toBe(7)
    expect((await shownText(again)).length).toBe(7 * words.length + 6)
    expect((await draftOf(id)).version).toBe(1)
  })
})

describe('the browser’s own database', () => {
  type Row = { version: number | null; articleId: string; fields?: { body?: unknown } }
  const rowsIn = (page: Page, store: string) =>
    page.evaluate(
      (name) =>
        new Promise<Row[]>((done, fail) => {
          const opening = indexedDB.open('bramble-writing')
          opening.addEventListener('error', () => fail(opening.error ?? new Error('closed')))
          opening.addEventListener('success', () => {
            const reading = opening.result.transaction(name).objectStore(name).getAll()
            reading.addEventListener('success', () => {
              opening.result.close()
              done(reading.result)
            })
          })
        }),
      store,
    )

  test('holds what is unsaved within a moment, and forgets it once the server has it', async () => {
    const { page, person } = await somebody('author')
    const id = await aDraftOf(person)
    await write(page, id)
    await cutOff(page)
    await typeInStory(page, ' Kept')
    await expect
      .poll(async () => JSON.stringify(await rowsIn(page, 'kept')), { timeout: 1000, interval: 20 })
      .toContain('A story of few words. Kept')
    expect(await rowsIn(page, 'kept')).toMatchObject([{ articleId: id, version: 1, person: person.id }])
    await joinAgain(page)
    await saveUntil(page, page.locator('[data-saving="saved"]'))
    await expect.poll(() => rowsIn(page, 'kept')).toEqual([])
    expect(
      await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('bramble:last'))),
    ).toEqual([])
  })

  test('lets undo go on beyond a reload', async () => {
    const { page, person } = await somebody('author')
    const id = await aDraftOf(person)
    await write(page, id)
    await typeInStory(page, ' More.')
    await serverHas(id, 'A story of few words. More.')
    await untilSaving(page, 'saved')
    await page.reload()
    await taken(page)
    await storyIn(page).focus()
    await page.keyboard.press('Control+z')
    await expect.poll(() => shownText(page)).toBe('A story of few words.')
    await serverHas(id, 'A story of few words.')
  })
})

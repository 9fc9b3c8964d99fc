import type { Locator, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { aDocument } from '../articles.ts'
import { open, signedInVisitor, waitForHydration, useBrowser, withoutExpected } from './browser.ts'
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

// Several people, tabs or visits in one journey.
const long = { timeout: 120_000 }
const saves = /\/api\/articles(\/\w+\/draft)?$/

/** From here on no save leaves this page. A route would not work: requests it holds are sent when the tab closes. */
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

/** A save that was running when the server came back fails once more, so retry. */
async function saveUntil(page: Page, seen: Locator) {
  await expect
    .poll(async () => {
      await page.keyboard.press('Control+s')
      return seen.count()
    })
    .toBe(1)
}

/** An unreachable server is also logged in the console. */
const unexpected = (complaints: string[]) =>
  withoutExpected(complaints).filter((line) => !/net::ERR_(FAILED|INTERNET_DISCONNECTED)/.test(line))

/** Types at the end of the first paragraph. */
async function typeAtStart(page: Page, words: string) {
  await storyIn(page).locator(':scope > p').first().click()
  await page.keyboard.press('End')
  await page.keyboard.type(words)
}

test(
  'two people write one draft: they see each other, different blocks are merged, the same block is a conflict, and nothing is lost',
  long,
  async () => {
    const author = await signedInVisitor('author')
    const friend = await signedInVisitor('reader')
    const id = await aDraftOf(author.person, {
      title: 'Ours',
      body: { type: 'doc', content: [...aDocument('It begins.').content, ...aDocument('It ends.').content] },
      coAuthorIds: [friend.person.id],
    })
    await write(author.page, id)
    await write(friend.page, id)
    const choosing = { name: 'Resolve conflicting changes' }
    const sees = (page: Page, { name }: { name: string }) =>
      page.getByRole('button', { name: `${name} is also editing` })
    await sees(author.page, friend.person).waitFor()
    await sees(friend.page, author.person).waitFor()

    await titleIn(author.page).fill('A better title')
    await untilSaving(author.page, 'saved')
    await expect.poll(() => titleIn(friend.page).inputValue()).toBe('A better title')
    await Promise.all([typeAtStart(author.page, ' Slowly.'), typeInStory(friend.page, ' Well.')])
    const both = 'It begins. Slowly.\nIt ends. Well.'
    await serverHas(id, both)
    for (const { page } of [author, friend]) {
      await expect.poll(() => shownText(page)).toBe(both)
      await untilSaving(page, 'saved')
      expect(await page.getByRole('heading', choosing).count()).toBe(0)
    }
    // Each continues at their position, although the text around it has changed.
    await Promise.all([author, friend].map(({ page }) => page.keyboard.type(' Then')))
    await serverHas(id, 'It begins. Slowly. Then\nIt ends. Well. Then')
    await author.page.keyboard.press('Control+z')
    await serverHas(id, 'It begins. Slowly.\nIt ends. Well. Then')
    await expect.poll(() => shownText(friend.page)).toBe('It begins. Slowly.\nIt ends. Well. Then')

    await cutOff(friend.page)
    await typeInStory(friend.page, ' by the friend.')
    await untilSaving(friend.page, 'offline')
    await typeInStory(author.page, ' by the author.')
    await typeAtStart(author.page, ' Again.')
    await serverHas(id, 'It begins. Slowly. Again.\nIt ends. Well. Then by the author.')
    await joinAgain(friend.page)
    await saveUntil(friend.page, friend.page.getByRole('heading', choosing))
    const theirs = friend.page.getByRole('region', { name: `Theirs (${author.person.name})` })
    const yours = friend.page.getByRole('region', { name: 'Yours' })
    expect(await theirs.innerText()).toContain('It ends. Well. Then by the author.')
    expect(await yours.innerText()).toContain('It ends. Well. Then by the friend.')
    expect(await theirs.innerText()).not.toContain('It begins.')
    expect((await draftOf(id)).text).toBe('It begins. Slowly. Again.\nIt ends. Well. Then by the author.')
    await friend.page.getByRole('button', { name: 'Keep mine' }).click()
    const kept = 'It begins. Slowly. Again.\nIt ends. Well. Then by the friend.'
    await serverHas(id, kept)
    await expect.poll(() => shownText(author.page)).toBe(kept)
    expect(await revisionsOf(id)).toContain('It begins. Slowly. Again.\nIt ends. Well. Then by the author.')

    await cutOff(author.page)
    await typeInStory(author.page, ' In May.')
    await untilSaving(author.page, 'offline')
    await typeInStory(friend.page, ' In June.')
    await serverHas(id, `${kept} In June.`)
    await joinAgain(author.page)
    await saveUntil(author.page, author.page.getByRole('heading', choosing))
    await author.page.getByRole('button', { name: 'Use theirs' }).click()
    await expect.poll(() => shownText(author.page)).toBe(`${kept} In June.`)
    await untilSaving(author.page, 'saved')
    await typeAtStart(friend.page, ' Later.')
    await serverHas(id, 'It begins. Slowly. Again. Later.\nIt ends. Well. Then by the friend. In June.')
    await author.page.reload()
    await waitForHydration(author.page)
    await author.page.getByText('The version you discarded').waitFor()
    await author.page.getByRole('button', { name: 'Restore it' }).click()
    await serverHas(id, 'It begins. Slowly. Again. Later.\nIt ends. Well. Then by the friend. In May.')
    expect(await revisionsOf(id)).toContain(
      'It begins. Slowly. Again. Later.\nIt ends. Well. Then by the friend. In June.',
    )
    await friend.page.close()
    await sees(author.page, friend.person).waitFor({ state: 'detached', timeout: 15_000 })
    expect([...unexpected(author.complaints), ...unexpected(friend.complaints)]).toEqual([])
  },
)

describe('a tab that is closed while typing', () => {
  /** Closes the tab as a person does, and returns whether the browser asked first. */
  async function close(page: Page) {
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
  const closedWithoutQuestion = { how: 'closed', asked: [] }

  type Row = { version: number | null; articleId: string }
  const keptIn = (page: Page) =>
    page.evaluate(
      () =>
        new Promise<Row[]>((done, fail) => {
          const opening = indexedDB.open('bramble-writing')
          opening.addEventListener('error', () => fail(opening.error ?? new Error('closed')))
          opening.addEventListener('success', () => {
            const reading = opening.result.transaction('kept').objectStore('kept').getAll()
            reading.addEventListener('success', () => {
              opening.result.close()
              done(reading.result)
            })
          })
        }),
    )
  const lastWordsIn = (page: Page) =>
    page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('bramble:last')))

  test('leaves all text to the next tab without asking, and keeps no copy of what the server has', long, async () => {
    const { page, person } = await signedInVisitor('author')
    const id = await aDraftOf(person, { body: aDocument('It was late,') })
    await write(page, id)
    await cutOff(page)
    await typeInStory(page, ' it rained')
    await expect.poll(async () => JSON.stringify(await keptIn(page))).toContain('It was late, it rained')
    expect(await keptIn(page)).toMatchObject([{ articleId: id, version: 1, person: person.id }])
    // These letters are not in the database yet.
    await typeInStory(page, ', and the lamp went ou')
    expect(await close(page)).toEqual(closedWithoutQuestion)
    expect((await draftOf(id)).text).toBe('It was late,')

    const second = await page.context().newPage()
    await write(second, id)
    expect(await shownText(second)).toBe('It was late, it rained, and the lamp went ou')
    await serverHas(id, 'It was late, it rained, and the lamp went ou')
    await untilSaving(second, 'saved')
    await expect.poll(() => keptIn(second)).toEqual([])
    expect(await lastWordsIn(second)).toEqual([])

    await cutOff(second)
    await typeInStory(second, 't over the har')
    // Without beforeunload, as when the browser ends.
    await second.close()
    const third = await page.context().newPage()
    await write(third, id)
    expect(await shownText(third)).toBe('It was late, it rained, and the lamp went out over the har')
    await serverHas(id, 'It was late, it rained, and the lamp went out over the har')
    await untilSaving(third, 'saved')
    expect(await close(third)).toEqual(closedWithoutQuestion)
  })

  test(
    'leaves all text also without IndexedDB, and asks first when the browser stores nothing at all',
    long,
    async () => {
      const { page, person } = await signedInVisitor('author')
      const id = await aDraftOf(person, { body: aDocument('It was late,') })
      await page.context().addInitScript(() => {
        const broken = {
          open() {
            throw new DOMException('Refused', 'InvalidStateError')
          },
        }
        Object.defineProperty(window, 'indexedDB', { value: broken })
      })
      await write(page, id)
      await cutOff(page)
      await typeInStory(page, ' and dark')
      expect(await close(page)).toEqual(closedWithoutQuestion)
      expect((await draftOf(id)).text).toBe('It was late,')

      const second = await page.context().newPage()
      await write(second, id)
      expect(await shownText(second)).toBe('It was late, and dark')
      await serverHas(id, 'It was late, and dark')
      await untilSaving(second, 'saved')

      await second.evaluate(() => {
        Storage.prototype.setItem = () => {
          throw new DOMException('Refused', 'QuotaExceededError')
        }
      })
      await cutOff(second)
      await typeInStory(second, ' Nowhere.')
      await second.getByText('This browser isn’t storing your changes').waitFor()
      expect(await close(second)).toEqual({ how: 'open', asked: ['beforeunload'] })
      await joinAgain(second)
      await saveUntil(second, second.locator('[data-saving="saved"]'))
      await serverHas(id, 'It was late, and dark Nowhere.')
      expect(await close(second)).toEqual(closedWithoutQuestion)
    },
  )
})

test('offline for a minute, writing continues, the page says so, and everything is saved afterwards', async () => {
  const { page, person, complaints } = await signedInVisitor('author')
  const id = await aDraftOf(person, { body: aDocument('Minute 0.') })
  await page.clock.install({ time: new Date() })
  await write(page, id)
  await typeInStory(page, ' Minute 1.')
  await serverHas(id, 'Minute 0. Minute 1.')
  await untilSaving(page, 'saved')
  await page.context().setOffline(true)
  let typed = 'Minute 0. Minute 1.'
  for (const second of [20, 40, 60]) {
    await typeInStory(page, ` Second ${second}.`)
    typed += ` Second ${second}.`
    await page.clock.runFor(20_000)
    await untilSaving(page, 'offline')
    expect(await statusOf(page)).toBe('You’re offline. Changes are saved on this device.')
  }
  expect((await draftOf(id)).text).toBe('Minute 0. Minute 1.')
  await page.context().setOffline(false)
  await serverHas(id, typed)
  await untilSaving(page, 'saved')
  expect(await statusOf(page)).toBe('Saved')
  expect(await shownText(page)).toBe(typed)
  expect(unexpected(complaints)).toEqual([])
})

test(
  'a new story is created when something is typed, survives its tab, and stays one story whichever page follows',
  long,
  async () => {
    const { page, person } = await signedInVisitor('author')
    await page.clock.install()
    await write(page, null)
    await storyIn(page).click()
    await page.keyboard.press('Enter')
    await titleIn(page).click()
    await page.getByRole('button', { name: 'Settings' }).click()
    await page.keyboard.press('Escape')
    await page.clock.runFor(15_000)
    expect(await articlesOf(person)).toEqual([])
    await cutOff(page)
    await titleIn(page).fill('On the train')
    await typeInStory(page, 'Hills, and then mor')
    await page.close()

    const again = await page.context().newPage()
    await write(again, null)
    await again.getByText('You have an unsaved story').waitFor()
    expect(await articlesOf(person)).toEqual([])
    await again.getByRole('button', { name: 'Continue writing' }).click()
    await expect.poll(() => shownText(again)).toContain('Hills, and then mor')
    await expect.poll(() => titleIn(again).inputValue()).toBe('On the train')
    await expect.poll(() => articlesOf(person)).toHaveLength(1)
    const [id = ''] = await articlesOf(person)
    await expect.poll(() => again.url()).toContain(`/articles/edit?id=${id}`)

    // Left by a link right after typing, and again with Back.
    await typeInStory(again, 'e hills')
    await again.getByRole('link', { name: 'Your stories' }).click()
    await again.getByRole('heading', { name: 'Your stories' }).waitFor()
    await expect.poll(async () => (await draftOf(id)).text).toContain('Hills, and then more hills')
    await again.getByRole('link', { name: 'On the train', exact: true }).click()
    await storyIn(again).waitFor()
    await typeInStory(again, ', and a lake')
    await again.goBack()
    await again.goForward()
    await again.waitForURL(`**/articles/edit?id=${id}`)
    await storyIn(again).waitFor()
    await expect.poll(() => shownText(again)).toContain('Hills, and then more hills, and a lake')
    await expect.poll(async () => (await draftOf(id)).text).toContain('more hills, and a lake')
    await open(again, '/articles/new')
    await storyIn(again).waitFor()
    expect(await again.getByText('You have an unsaved story').count()).toBe(0)
    expect(await articlesOf(person)).toEqual([id])
  },
)

test('two tabs of one story detect each other, share what is saved, and show a conflict when both typed', async () => {
  const { page, person } = await signedInVisitor('author')
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
  await untilSaving(second, 'saved')

  await cutOff(second)
  await typeInStory(second, ' In the second.')
  await untilSaving(second, 'offline')
  await typeInStory(page, ' In the first.')
  await serverHas(id, 'One. Two. Three. In the first.')
  await joinAgain(second)
  await saveUntil(second, second.getByRole('heading', { name: 'Resolve conflicting changes' }))
  await second.getByRole('button', { name: 'Keep this version' }).click()
  await serverHas(id, 'One. Two. Three. In the second.')
  await second.getByText('The version you discarded').waitFor()
  await expect.poll(() => shownText(page)).toBe('One. Two. Three. In the second.')
  await second.close()
  await expect.poll(() => page.getByText('also open in another tab').count()).toBe(0)
})

test('signed out in another tab, a writer is asked to sign in and no text is lost', async () => {
  const { page, person } = await signedInVisitor('author')
  const id = await aDraftOf(person, { body: aDocument('Signed in.') })
  await write(page, id)
  await cutOff(page)
  await typeInStory(page, ' And still here')
  const other = await page.context().newPage()
  await open(other, '/latest')
  await other.getByRole('button', { name: `Account menu, ${person.name}` }).click()
  await other.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.waitForURL('**/auth/newauth?next=**')
  await waitForHydration(page)
  await joinAgain(page)
  await page.getByLabel('Email').fill(person.email)
  await page.getByLabel('Password', { exact: true }).fill('correct horse battery')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL(`**/articles/edit?id=${id}`)
  await expect.poll(() => shownText(page)).toBe('Signed in. And still here')
  await serverHas(id, 'Signed in. And still here')
})

test('a refused field is reported, the rest is saved, and the text stays', async () => {
  const { page, person, complaints } = await signedInVisitor('author')
  const id = await aDraftOf(person, { title: 'Short' })
  await write(page, id)
  const tooLong = 'word '.repeat(40) + 'x'
  await titleIn(page).fill(tooLong)
  await typeInStory(page, ' And more.')
  await serverHas(id, 'A story of few words. And more.')
  await untilSaving(page, 'refused')
  await page.getByText('The title can have up to 200 characters.').waitFor()
  expect((await draftOf(id)).title).toBe('Short')
  await page.reload()
  await waitForHydration(page)
  await storyIn(page).waitFor()
  await expect.poll(() => titleIn(page).inputValue()).toBe(tooLong)
  await titleIn(page).fill('Shorter')
  await untilSaving(page, 'saved')
  expect((await draftOf(id)).title).toBe('Shorter')

  await storyIn(page).focus()
  await page.keyboard.press('Control+End')
  await page.keyboard.press('Enter')
  await page.keyboard.insertText('word '.repeat(20_001))
  await page.getByText('Block 2 couldn’t be saved').waitFor()
  await page.getByRole('button', { name: 'Show block' }).click()
  await subtitleIn(page).fill('Saved all the same')
  await expect.poll(async () => (await draftOf(id)).subtitle).toBe('Saved all the same')
  expect((await draftOf(id)).text).toMatch(/^A story of few words\. And more\.\s*$/)
  expect((await shownText(page)).length).toBe('A story of few words. And more.\n'.length + 100_005)
  expect(unexpected(complaints)).toEqual([])
})

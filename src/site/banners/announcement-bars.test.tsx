import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { type Answers, fakeApi } from '#test/render-page.tsx'
import type { Announcement } from '#contract/banners.ts'
import { Refusal } from '#contract/errors.ts'
import { hideDismissed, showAnnouncement, dismissed } from '#site/browser/first-dismissed.ts'
import { ApiContext } from '#site/page.ts'
import { AnnouncementBars } from './announcement-bars.tsx'

const KEY = 'bramble:dismissed'

afterEach(() => {
  localStorage.removeItem(KEY)
  for (const name of dismissed.get()) showAnnouncement(name)
})

let made = 0
function anAnnouncement(more: Partial<Announcement> = {}): Announcement {
  made += 1
  return {
    id: `announcement${made}`,
    revision: 1,
    text: `Text ${made}`,
    tone: 'info',
    dismissible: true,
    action: null,
    ...more,
  }
}

function show(announcements: Announcement[], signedIn: boolean, answers: Answers = {}) {
  const fake = fakeApi(answers)
  const view = render(
    <ApiContext value={fake.api}>
      <AnnouncementBars announcements={announcements} signedIn={signedIn} />
      <main id="content" tabIndex={-1} />
    </ApiContext>,
  )
  return { ...fake, ...view }
}

test('a visitor’s dismissal stays in the browser, and the focus moves to the content', async () => {
  const announcement = anAnnouncement()
  const { calls } = show([announcement], false)
  await userEvent.click(screen.getByRole('button', { name: 'Dismiss' }))
  expect(screen.queryByText(announcement.text)).toBeNull()
  await waitFor(() => expect(document.activeElement?.id).toBe('content'))
  expect(localStorage.getItem(KEY)).toBe(`${announcement.id}.1`)
  expect(calls).toEqual([])
})

test('a signed-in person’s dismissal is sent, and nothing stays in the browser for the next person', async () => {
  const [first, second] = [anAnnouncement({ revision: 3 }), anAnnouncement()]
  const { asked } = show([first, second], true, {
    'PUT /api/announcements/{id}/dismissal': () => ({ dismissed: true }),
  })
  await userEvent.click(screen.getAllByRole('button', { name: 'Dismiss' })[0] ?? document.body)
  expect(screen.queryByText(first.text)).toBeNull()
  screen.getByText(second.text)
  expect(asked('PUT /api/announcements/{id}/dismissal')).toMatchObject([
    { input: { params: { id: first.id }, body: { revision: 3 } } },
  ])
  expect(localStorage.getItem(KEY)).toBeNull()
})

test('a refused dismissal shows the announcement again', async () => {
  const announcement = anAnnouncement()
  show([announcement], true, {
    'PUT /api/announcements/{id}/dismissal': () => {
      throw new Refusal('unavailable')
    },
  })
  await userEvent.click(screen.getByRole('button', { name: 'Dismiss' }))
  expect(await screen.findByText(announcement.text)).toBeDefined()
})

test('what was dismissed earlier is hidden, but not another text of the same announcement', () => {
  const old = anAnnouncement()
  const changed = anAnnouncement({ revision: 2 })
  // Other content must not get into a style rule.
  localStorage.setItem(KEY, `${old.id}.1 ${changed.id}.1 x"],*{color:red}`)
  hideDismissed()
  expect(dismissed.get()).toEqual([`${old.id}.1`, `${changed.id}.1`])
  show([old, changed], false)
  expect(screen.queryByText(old.text)).toBeNull()
  screen.getByText(changed.text)
})

test('an announcement that cannot be dismissed has no button, and links lead to the site or elsewhere', () => {
  show(
    [
      anAnnouncement({ dismissible: false, action: { label: 'About', link: '/about' } }),
      anAnnouncement({ dismissible: false, action: { label: 'Elsewhere', link: 'https://example.com/' } }),
    ],
    false,
  )
  expect(screen.queryByRole('button')).toBeNull()
  expect(screen.getByRole('link', { name: 'About' }).hasAttribute('data-link')).toBe(true)
  expect(screen.getByRole('link', { name: 'Elsewhere' }).getAttribute('href')).toBe('https://example.com/')
  expect(screen.getByRole('link', { name: 'Elsewhere' }).hasAttribute('data-link')).toBe(false)
})

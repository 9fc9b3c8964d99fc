import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { type Answers, aViewer, fakeApi, fakeSession, renderPage } from '#test/render-page.tsx'
import { Refusal } from '#contract/errors.ts'
import type { Viewer } from '#contract/viewer.ts'
import type { Profile } from '#contract/people.ts'
import { ToastHost } from '#site/ui/toast.tsx'
import ProfilePage from './profile-page.tsx'

const refresh = vi.fn<() => Promise<void>>(async () => {})
const session = fakeSession({ refresh })

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  refresh.mockClear()
})

const bea: Profile = {
  id: 'person2',
  handle: 'bea',
  name: 'Bea',
  about: 'Keeps bees.',
  avatar: null,
  joinedAt: '2026-01-01T10:00:00.000Z',
  stories: 0,
  followers: 3,
  followed: false,
  header: null,
  links: [
    { label: '', address: 'https://www.bees.example/hive' },
    { label: 'Write', address: 'mailto:bea@bees.example' },
    { label: 'Trap', address: 'javascript:alert(1)' },
  ],
  story: 'First.\n\nSecond, with\na break.',
  following: 1,
  lists: 2,
  badges: [],
  relation: { followsYou: true, blocked: false, muted: false },
}

type Given = { person?: Partial<Profile>; viewer?: Viewer | null; about?: boolean; answers?: Answers }

async function open({ person = {}, viewer = aViewer, about = false, answers = {} }: Given = {}) {
  const fake = fakeApi(answers)
  const Page = () => (
    <>
      <ProfilePage />
      <ToastHost timeoutMs={5000} closeLabel="Close" />
    </>
  )
  const data = { person: { ...bea, ...person }, page: { items: [], next: null }, first: true, about }
  const router = await renderPage(Page, { api: fake.api, path: '/user/bea', data, viewer, session })
  return { ...fake, router }
}

const relation = { followsYou: false, blocked: false, muted: false }
const button = (name: string) => screen.getByRole('button', { name })

async function choose(item: string) {
  await userEvent.click(button('More actions for Bea'))
  await userEvent.click(await screen.findByRole('menuitem', { name: item }))
}

describe('another person’s profile', () => {
  test('links only to web and email addresses, with nofollow', async () => {
    await open()
    const links = screen.getAllByRole('link').filter((link) => link.getAttribute('rel') === 'me nofollow noopener')
    expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['bees.example', 'https://www.bees.example/hive'],
      ['Write', 'mailto:bea@bees.example'],
    ])
    expect(screen.getByText('Follows you')).toBeTruthy()
  })

  test('shows the About text as plain paragraphs', async () => {
    await open({ about: true, person: { story: 'First <b>one</b>.\n\nSecond.' } })
    expect(screen.getByText('First <b>one</b>.').tagName).toBe('P')
    expect(screen.getByText('Second.').tagName).toBe('P')
  })

  test('following updates immediately, then shows the count from the server', async () => {
    const { asked } = await open({
      answers: { 'PUT /api/people/{ref}/follow': () => ({ followed: true, followers: 9 }) },
    })
    await userEvent.click(button('Follow Bea'))
    expect(button('Following Bea').getAttribute('aria-pressed')).toBe('true')
    await waitFor(() => expect(screen.getByRole('link', { name: '9 followers' })).toBeTruthy())
    expect(asked('PUT /api/people/{ref}/follow')).toHaveLength(1)
  })

  test('a failed follow is reverted and reported', async () => {
    let refuse = () => {}
    const waits = () => new Promise<never>((_, no) => (refuse = () => no(new Refusal('not-allowed'))))
    const { asked } = await open({ answers: { 'PUT /api/people/{ref}/follow': waits } })
    await userEvent.click(button('Follow Bea'))
    expect(screen.getByRole('link', { name: '4 followers' })).toBeTruthy()
    await waitFor(() => expect(asked('PUT /api/people/{ref}/follow')).toHaveLength(1))
    refuse()
    await screen.findAllByText('Couldn’t follow Bea')
    expect(button('Follow Bea')).toBeTruthy()
    expect(screen.getByRole('link', { name: '3 followers' })).toBeTruthy()
  })

  test('a visitor is sent to sign in and comes back', async () => {
    await open({ viewer: null })
    const link = screen.getByRole('link', { name: 'Follow Bea' })
    expect(link.getAttribute('href')).toBe('/auth/newauth?next=%2Fuser%2Fbea')
    expect(screen.queryByRole('button', { name: 'More actions for Bea' })).toBeNull()
  })

  test('blocking asks for confirmation, ends following and can be undone', async () => {
    const { asked } = await open({
      person: { followed: true },
      answers: {
        'PUT /api/people/{ref}/block': () => ({ ...relation, blocked: true }),
        'DELETE /api/people/{ref}/block': () => relation,
      },
    })
    await choose('Block…')
    const dialog = await screen.findByRole('dialog', { name: 'Block Bea?' })
    expect(asked('PUT /api/people/{ref}/block')).toEqual([])
    await userEvent.click(within(dialog).getByRole('button', { name: 'Block' }))
    await screen.findByText(/You have blocked Bea/)
    expect(screen.getByRole('link', { name: '2 followers' })).toBeTruthy()
    await userEvent.click(button('Unblock Bea'))
    await waitFor(() => expect(button('Follow Bea')).toBeTruthy())
    expect(screen.queryByText(/You have blocked Bea/)).toBeNull()
  })

  test('a failed mute is reverted', async () => {
    const refused = () => {
      throw new Refusal('too-many-requests')
    }
    await open({ answers: { 'PUT /api/people/{ref}/mute': refused } })
    await choose('Mute')
    await screen.findAllByText('Change not saved')
    expect(screen.queryByText(/You have muted Bea/)).toBeNull()
  })
})

describe('the viewer’s own profile', () => {
  const own = { ...bea, id: aViewer.id, handle: aViewer.handle, name: 'Ada', relation: null }

  test('keeps typed values on failure and shows errors next to their fields', async () => {
    let attempts = 0
    const { asked } = await open({
      person: own,
      answers: {
        'GET /api/handles/{handle}': () => ({ free: false }),
        'PUT /api/profile': () => {
          attempts += 1
          if (attempts === 1) throw new Refusal('handle-taken')
          const issues = [{ path: ['body', 'links', 1, 'address'], message: '' }]
          throw new Refusal('invalid', { issues })
        },
      },
    })
    await userEvent.click(button('Edit profile'))
    const handle = await screen.findByLabelText('Handle')
    await userEvent.clear(handle)
    await userEvent.type(handle, 'bea')
    await screen.findByText(/Taken or not allowed/)
    const bio = screen.getByLabelText(/^Bio/)
    await userEvent.clear(bio)
    await userEvent.type(bio, 'A new bio.')
    // The unsafe link is removed; a row without an address is ignored.
    await userEvent.click(button('Remove link 3'))
    await userEvent.click(button('Add a link'))
    await userEvent.click(button('Add a link'))
    await userEvent.type(screen.getByLabelText(/^Address 4/), 'elsewhere.example')
    await userEvent.click(button('Save'))
    await screen.findByText(/This handle is not available/)
    expect(bio).toHaveProperty('value', 'A new bio.')
    expect(asked('PUT /api/profile')[0]?.input).toMatchObject({
      body: {
        handle: 'bea',
        about: 'A new bio.',
        links: [
          { address: 'https://www.bees.example/hive' },
          { address: 'mailto:bea@bees.example' },
          { address: 'https://elsewhere.example' },
        ],
      },
    })
    await userEvent.click(button('Save'))
    await screen.findByText('Enter a web address or an email address.')
    expect(screen.getByLabelText(/^Address 2/).getAttribute('aria-invalid')).toBe('true')
    expect(screen.getByLabelText(/^Address 4/)).toHaveProperty('value', 'elsewhere.example')
  })

  test('a new handle redirects to the new URL', async () => {
    const { router } = await open({
      person: own,
      answers: { 'GET /api/handles/{handle}': () => ({ free: true }), 'PUT /api/profile': () => aViewer },
    })
    await userEvent.click(button('Edit profile'))
    const handle = await screen.findByLabelText('Handle')
    await userEvent.clear(handle)
    await userEvent.type(handle, 'Countess')
    await screen.findByText(/✓ Available/)
    await userEvent.click(button('Save'))
    await waitFor(() => expect(router.state.location.pathname).toBe('/user/countess'))
    await screen.findAllByText('Profile saved')
    expect(refresh).toHaveBeenCalled()
    expect(screen.queryByLabelText('Handle')).toBeNull()
  })
})

test('badges are listed by name', async () => {
  await open({ person: { badges: [{ id: 'badge1', name: 'Early bird', icon: 'award' }] } })
  expect(within(screen.getByRole('list', { name: 'Badges' })).getByRole('listitem').textContent).toBe('Early bird')
})

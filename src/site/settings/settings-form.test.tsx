import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { Refusal } from '#contract/errors.ts'
import { defaultSite } from '#contract/settings/default-site.ts'
import type { Settings, StoredSettings } from '#contract/settings/settings.ts'
import { deferred } from '#test/deferred.ts'
import { type Answers, aViewer, fakeApi, renderPage } from '#test/render-page.tsx'
import AppearancePage from './appearance-page.tsx'
import FeaturesPage from './features-page.tsx'
import GeneralPage from './general-page.tsx'
import MembershipPage from './membership-page.tsx'
import NavigationPage from './navigation-page.tsx'
import PublishingPage from './publishing-page.tsx'

const { name, tagline, accent, navigation, footer } = defaultSite
const defaults: Settings = {
  name,
  tagline,
  accent,
  navigation,
  footer,
  'logo': null,
  'icon': null,
  'socialCards': { covers: true, account: '', picture: null },
  'switchedOff': [],
  'signUp.mode': 'open',
  'signUp.domains': [],
  'authorAfter': 3,
  'review.authorsPublish': true,
  'review.checklist': ['Facts are sourced'],
  'responses.onNewStories': true,
  'responses.closeAfterDays': 0,
  'membership.freeStories': 3,
  'membership.graceDays': 7,
  'membership.creatorShare': 50,
  'membership.seller': { name: '', address: '', country: '', taxId: '', email: '', taxName: 'VAT', taxPercent: 0 },
}
const stored = (values: Partial<Settings> = {}, versions: Record<string, number> = {}): StoredSettings => ({
  values: { ...defaults, ...values },
  defaults,
  versions,
})

const PATCH = 'PATCH /api/admin/settings'

async function open(Page: React.ComponentType, data: StoredSettings, answers: Answers = {}) {
  const fake = fakeApi(answers)
  const router = await renderPage(Page, { api: fake.api, data, viewer: { ...aViewer, role: 'admin' } })
  return { router, sent: () => fake.asked(PATCH).map(({ input }) => Object(input).body) }
}

async function replaceText(label: string, text: string) {
  const field = screen.getByRole('textbox', { name: label })
  await userEvent.clear(field)
  await userEvent.type(field, text)
}

test('only changed settings are sent, with their versions, and once', async () => {
  const { sent } = await open(GeneralPage, stored({ name: 'The Hedge' }, { name: 4, tagline: 2 }), {
    [PATCH]: () => stored({ name: 'The Hedge', tagline: 'Stories' }, { name: 4, tagline: 3 }),
  })
  const save = screen.getByRole('button', { name: 'Save' })
  expect(save).toHaveProperty('disabled', true)
  screen.getByText('Default: Bramble')
  await userEvent.clear(screen.getByRole('textbox', { name: /Tagline/ }))
  await userEvent.type(screen.getByRole('textbox', { name: /Tagline/ }), 'Stories')
  screen.getByText('You have unsaved changes.')
  await userEvent.dblClick(save)
  expect(sent()).toEqual([{ changes: { tagline: 'Stories' }, versions: { tagline: 2 } }])
  await waitFor(() => expect(screen.queryByText('You have unsaved changes.')).toBeNull())
  expect(save).toHaveProperty('disabled', true)
})

test('a default can be restored, and changes discarded', async () => {
  await open(GeneralPage, stored({ name: 'The Hedge' }))
  const field = screen.getByRole('textbox', { name: 'Name' })
  await userEvent.click(screen.getByRole('button', { name: 'Use the default for name' }))
  expect(field).toHaveProperty('value', 'Bramble')
  await userEvent.click(screen.getByRole('button', { name: 'Discard changes' }))
  expect(field).toHaveProperty('value', 'The Hedge')
})

test('a conflict keeps the input, shows the saved value and can be overruled', async () => {
  let calls = 0
  const { sent } = await open(GeneralPage, stored({}, { name: 1 }), {
    [PATCH]: () => {
      calls += 1
      if (calls === 1) throw new Refusal('version-conflict', { keys: ['name'] })
      return stored({ name: 'Mine' }, { name: 3 })
    },
    'GET /api/admin/settings': () => stored({ name: 'Theirs' }, { name: 2 }),
  })
  const field = screen.getByRole('textbox', { name: 'Name' })
  await userEvent.clear(field)
  await userEvent.type(field, 'Mine')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  const notice = await screen.findByText(/have changed since you opened/)
  screen.getByText('Theirs')
  expect(field).toHaveProperty('value', 'Mine')
  expect(notice).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Keep my version' }))
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(sent().at(-1)).toEqual({ changes: { name: 'Mine' }, versions: { name: 2 } })
  await waitFor(() => expect(screen.queryByText('You have unsaved changes.')).toBeNull())
})

test('keeping my version leaves the settings that only the other admin changed', async () => {
  let calls = 0
  const { sent } = await open(GeneralPage, stored({}, { name: 1, tagline: 1 }), {
    [PATCH]: () => {
      calls += 1
      if (calls === 1) throw new Refusal('version-conflict', { keys: ['name'] })
      return stored({ name: 'Mine', tagline: 'Their tagline' }, { name: 3, tagline: 2 })
    },
    'GET /api/admin/settings': () => stored({ name: 'Theirs', tagline: 'Their tagline' }, { name: 2, tagline: 2 }),
  })
  await replaceText('Name', 'Mine')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Keep my version' }))
  expect(screen.getByRole('textbox', { name: 'Name' })).toHaveProperty('value', 'Mine')
  expect(screen.getByRole('textbox', { name: /Tagline/ })).toHaveProperty('value', 'Their tagline')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(sent().at(-1)).toEqual({ changes: { name: 'Mine' }, versions: { name: 2 } })
})

test('what is typed while settings are being saved stays and can be saved next', async () => {
  const answer = deferred<StoredSettings>()
  await open(GeneralPage, stored(), { [PATCH]: () => answer.promise })
  await replaceText('Name', 'The Hedge')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await userEvent.type(screen.getByRole('textbox', { name: /Tagline/ }), '!')
  answer.resolve(stored({ name: 'The  Hedge' }, { name: 1 }))
  await waitFor(() => expect(screen.getByRole('textbox', { name: 'Name' })).toHaveProperty('value', 'The  Hedge'))
  expect(screen.getByRole('textbox', { name: /Tagline/ })).toHaveProperty('value', `${tagline}!`)
  screen.getByText('You have unsaved changes.')
})

test('another page is opened with unsaved changes only after a confirmation', async () => {
  const { router } = await open(GeneralPage, stored())
  await userEvent.type(screen.getByRole('textbox', { name: /Tagline/ }), '!')
  await userEvent.click(screen.getByRole('link', { name: 'Appearance' }))
  await userEvent.click(
    within(await screen.findByRole('dialog', { name: 'Leave without saving?' })).getByRole('button', {
      name: 'Keep editing',
    }),
  )
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(router.state.location.pathname).toBe('/')
  expect(screen.getByRole('textbox', { name: /Tagline/ })).toHaveProperty('value', `${tagline}!`)
  await userEvent.click(screen.getByRole('link', { name: 'Appearance' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Leave without saving' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/admin/settings/appearance'))
})

test('a link that was followed during a save opens when the save succeeds', async () => {
  const answer = deferred<StoredSettings>()
  const { router } = await open(GeneralPage, stored(), { [PATCH]: () => answer.promise })
  await replaceText('Name', 'The Hedge')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await userEvent.click(screen.getByRole('link', { name: 'Appearance' }))
  await screen.findByRole('dialog')
  answer.resolve(stored({ name: 'The Hedge' }, { name: 1 }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/admin/settings/appearance'))
})

test('an error of the server is shown at its setting, which keeps its value', async () => {
  await open(GeneralPage, stored(), {
    [PATCH]: () => {
      throw new Refusal('invalid', { issues: [{ path: ['body', 'changes', 'tagline'], message: 'Too long.' }] })
    },
  })
  const field = screen.getByRole('textbox', { name: /Tagline/ })
  await userEvent.type(field, '!')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  const problem = await screen.findByText('Too long.')
  expect(problem.getAttribute('role')).toBe('alert')
  screen.getByText('Check the highlighted fields.')
  expect(field).toHaveProperty('value', `${tagline}!`)
  expect(field.getAttribute('aria-errormessage')).toBe(problem.id)
  expect(document.activeElement).toBe(field)
  await userEvent.click(screen.getByRole('button', { name: 'Discard changes' }))
  expect(screen.queryByText('Too long.')).toBeNull()
  expect(screen.queryByText('Check the highlighted fields.')).toBeNull()
})

test('of a list of links, the wrong one is focused', async () => {
  await open(NavigationPage, stored({ navigation: [1, 2, 3].map((nth) => ({ name: `Link ${nth}`, to: '/' })) }), {
    [PATCH]: () => {
      const path = ['body', 'changes', 'navigation', '1', 'to']
      throw new Refusal('invalid', { issues: [{ path, message: 'Enter a path or an address.' }] })
    },
  })
  const fields = within(screen.getByRole('group', { name: 'Navigation' })).getAllByRole('textbox', { name: /Path/ })
  await userEvent.type(fields[1] ?? document.body, 'x')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByText('Enter a path or an address.')
  expect(fields.map((field) => field.getAttribute('aria-invalid'))).toEqual([null, 'true', null])
  expect(document.activeElement).toBe(fields[1])
})

test('the contrast of the accent is shown while it is typed', async () => {
  await open(AppearancePage, stored())
  const field = screen.getByRole('textbox', { name: 'Accent colour' })
  const type = async (color: string) => {
    await userEvent.clear(field)
    await userEvent.type(field, color)
  }
  expect(screen.getByText(/5\.0:1 on white.*Good\./)).toBeTruthy()
  await type('#86efac')
  screen.getByText(/Choose a darker colour, with at least 4\.5:1\./)
  await type('#86')
  screen.getByText('Enter a colour such as #15803d.')
})

test('links are added, ordered by button with focus, and removed', async () => {
  const links = [
    { name: 'One', to: '/one' },
    { name: 'Two', to: '/two' },
  ]
  const { sent } = await open(NavigationPage, stored({ navigation: links }), { [PATCH]: () => stored() })
  const list = within(screen.getByRole('group', { name: 'Navigation' }))
  await userEvent.click(list.getByRole('button', { name: 'Move One down' }))
  const down = list.getByRole('button', { name: 'Move One down' })
  await expect.poll(() => document.activeElement).toBe(down)
  // It is last now: the button keeps the focus and does nothing.
  expect(down.getAttribute('aria-disabled')).toBe('true')
  await userEvent.keyboard('{Enter}')
  expect(list.getAllByLabelText('Text').map((field) => field.getAttribute('value'))).toEqual(['Two', 'One'])
  expect(document.activeElement).toBe(down)
  await userEvent.click(list.getByRole('button', { name: 'Remove One' }))
  await expect.poll(() => document.activeElement?.getAttribute('aria-label')).toBe('Remove Two')
  await userEvent.keyboard('{Enter}')
  const addButton = list.getByRole('button', { name: 'Add a link' })
  await expect.poll(() => document.activeElement).toBe(addButton)
  await userEvent.click(addButton)
  await expect.poll(() => document.activeElement?.tagName).toBe('INPUT')
  await userEvent.keyboard('Shop')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(sent()[0]).toMatchObject({ changes: { navigation: [{ name: 'Shop', to: '/' }] } })
})

test('numbers and checkboxes are changed', async () => {
  const { sent } = await open(PublishingPage, stored(), { [PATCH]: () => stored() })
  await userEvent.click(screen.getByRole('checkbox', { name: 'Authors publish without review' }))
  const days = screen.getByRole('spinbutton', { name: 'Close responses after this many days' })
  await userEvent.clear(days)
  await userEvent.type(days, '30')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(sent()[0]).toMatchObject({
    changes: { 'review.authorsPublish': false, 'responses.closeAfterDays': 30 },
  })
})

test('membership settings are sent with the whole seller', async () => {
  const { sent } = await open(MembershipPage, stored(), { [PATCH]: () => stored() })
  const type = async (role: 'spinbutton' | 'textbox', label: string | RegExp, text: string) => {
    await userEvent.clear(screen.getByRole(role, { name: label }))
    await userEvent.type(screen.getByRole(role, { name: label }), text)
  }
  await type('spinbutton', 'Free members’ stories a month', '0')
  await type('spinbutton', 'Grace period in days', '14')
  await type('spinbutton', 'Creators’ share of revenue', '60')
  await type('textbox', /^Seller/, 'Hedge Press')
  await type('textbox', /^Address of the seller/, 'Lane 1{Enter}Reading')
  await type('textbox', /^Country code/, 'de')
  await type('spinbutton', 'Tax rate in percent', '7.7')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(sent()[0]).toMatchObject({
    changes: {
      'membership.freeStories': 0,
      'membership.graceDays': 14,
      'membership.creatorShare': 60,
      'membership.seller': {
        name: 'Hedge Press',
        address: 'Lane 1\nReading',
        country: 'DE',
        taxName: 'VAT',
        taxPercent: 7.7,
      },
    },
  })
})

test('an error of the seller is shown at its part', async () => {
  await open(MembershipPage, stored(), {
    [PATCH]: () => {
      const path = ['body', 'changes', 'membership.seller', 'country']
      throw new Refusal('invalid', { issues: [{ path, message: 'Enter two letters.' }] })
    },
  })
  const country = screen.getByRole('textbox', { name: /^Country code/ })
  await userEvent.type(country, 'x')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByText('Enter two letters.')
  expect(country.getAttribute('aria-invalid')).toBe('true')
  expect(screen.getByRole('textbox', { name: /^Seller/ }).getAttribute('aria-invalid')).toBeNull()
  expect(document.activeElement).toBe(country)
})

test('the switch of membership says that members still pay', async () => {
  await open(FeaturesPage, stored())
  const hint = screen.getByRole('checkbox', { name: 'Membership' }).getAttribute('aria-describedby') ?? ''
  expect(document.getElementById(hint)?.textContent).toContain('Members still pay')
})

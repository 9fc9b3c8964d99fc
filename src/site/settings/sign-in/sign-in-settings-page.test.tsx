import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { Refusal } from '#contract/errors.ts'
import type { ProviderSettings, SignInSettings } from '#contract/identity/sign-in-settings.ts'
import { deferred } from '#test/deferred.ts'
import { type Answers, aViewer, fakeApi, renderPage } from '#test/render-page.tsx'
import SignInSettingsPage from './sign-in-settings-page.tsx'

const acme: ProviderSettings = {
  id: 'oidc.acme',
  name: 'Acme',
  issuer: 'https://id.acme.example',
  clientId: 'bramble',
  scopes: ['openid', 'email'],
  rawNonce: false,
  enabled: true,
  clientSecret: { set: true },
  version: 2,
  source: 'settings',
  overridden: false,
  accounts: 12,
}
const settings: SignInSettings = {
  methods: ['password', 'passkey'],
  domains: ['app.example'],
  ownDomains: ['localhost'],
  version: 5,
  setBy: { methods: null, domains: null },
  providers: [
    { ...acme, id: 'oidc.env', name: 'Env', source: 'environment', version: 0 },
    acme,
    { ...acme, id: 'oidc.other', name: 'Other', enabled: false },
  ],
  redirectUrl: 'http://localhost/__/auth/handler',
  service: null,
}
const viewer = { ...aViewer, role: 'admin' as const }

type Shown = { shown?: Partial<SignInSettings>; form?: { provider: ProviderSettings | null } | null }

async function open(answers: Answers = {}, { shown = {}, form = null }: Shown = {}) {
  const fake = fakeApi(answers)
  const data = { settings: { ...settings, ...shown }, form }
  const router = await renderPage(SignInSettingsPage, { api: fake.api, data, viewer })
  /** Goes to another address of the page, which the server answers with this data. */
  async function go(path: string, next: Partial<typeof data>) {
    Object.assign(data, next)
    await act(() => router.navigate(path))
  }
  return { go, sent: (key: Parameters<typeof fake.asked>[0]) => fake.asked(key).map(({ input }) => input) }
}

const click = (name: string) => userEvent.click(screen.getByRole('button', { name }))

test('methods and domains are saved, and a refusal keeps the input', async () => {
  const message = 'No admin could sign in after this change.'
  const { sent } = await open({
    'PUT /api/admin/sign-in-settings': () => {
      throw new Refusal('admin-restricted-operation', { message })
    },
  })
  await userEvent.click(screen.getByRole('checkbox', { name: 'Email and password' }))
  await userEvent.type(screen.getByLabelText(/^Authorized domains/), '\nnews.example')
  await click('Save')
  expect((await screen.findByRole('alert')).textContent).toContain(message)
  expect(sent('PUT /api/admin/sign-in-settings')).toEqual([
    { body: { methods: ['passkey'], domains: ['app.example', 'news.example'], version: 5 } },
  ])
  expect(screen.getByRole('checkbox', { name: 'Email and password' }).getAttribute('aria-checked')).toBe('false')
})

test('after editing a provider, the form has the settings that were saved meanwhile', async () => {
  const { go, sent } = await open({ 'PUT /api/admin/sign-in-settings': () => settings })
  const domains = () => screen.getByLabelText(/^Authorized domains/)
  await userEvent.type(domains(), '\nmine.example')
  await go('/', {})
  expect(domains()).toHaveProperty('value', 'app.example\nmine.example')
  await go('/?provider=oidc.acme', { form: { provider: acme } })
  await go('/', { form: null, settings: { ...settings, domains: ['new.example'], version: 6 } })
  expect(domains()).toHaveProperty('value', 'new.example')
  await click('Save')
  await waitFor(() =>
    expect(sent('PUT /api/admin/sign-in-settings')).toMatchObject([{ body: { domains: ['new.example'], version: 6 } }]),
  )
})

test('providers of the environment cannot be edited, and the others can be moved', async () => {
  const answer = deferred<SignInSettings>()
  const { sent } = await open({ 'PUT /api/admin/identity-provider-order': () => answer.promise })
  expect(screen.queryByRole('link', { name: 'Edit Env' })).toBeNull()
  expect(screen.getByRole('button', { name: 'Move Acme up' }).getAttribute('aria-disabled')).toBe('true')
  await click('Move Acme up')
  const down = screen.getByRole('button', { name: 'Move Acme down' })
  await userEvent.dblClick(down)
  // Busy, it ignores clicks and keeps the focus.
  expect(document.activeElement).toBe(down)
  expect(down).toHaveProperty('disabled', false)
  expect(sent('PUT /api/admin/identity-provider-order')).toEqual([{ body: { ids: ['oidc.other', 'oidc.acme'] } }])
  answer.resolve(settings)
  await waitFor(() => expect(down.hasAttribute('aria-disabled')).toBe(false))
})

test('what the environment sets is shown and cannot be edited', async () => {
  await open({}, { shown: { setBy: { methods: 'SIGN_IN_METHODS', domains: 'AUTHORIZED_DOMAINS' } } })
  expect(screen.queryByRole('checkbox')).toBeNull()
  expect(screen.queryByLabelText(/^Authorized domains/)).toBeNull()
  screen.getByText('SIGN_IN_METHODS')
  screen.getByText('AUTHORIZED_DOMAINS')
})

test('a preset fills in the form of a new provider', async () => {
  await open({}, { form: { provider: null } })
  await click('Microsoft')
  expect(screen.getByLabelText('ID')).toHaveProperty('value', 'microsoft.com')
  expect(screen.getByLabelText('Issuer')).toHaveProperty('value', 'https://login.microsoftonline.com/TENANT-ID/v2.0')
  screen.getByText(/replace TENANT-ID/)
})

test('after a conflict the input stays and the other version is shown', async () => {
  const theirs = { ...acme, name: 'Theirs', version: 3 }
  const { sent } = await open(
    {
      'PUT /api/admin/identity-providers/{id}': () => {
        throw new Refusal('version-conflict', { current: { ...settings, providers: [theirs] } })
      },
    },
    { form: { provider: acme } },
  )
  await userEvent.type(screen.getByLabelText('Name'), ' Inc')
  await click('Save')
  await screen.findByText('Theirs')
  expect(screen.getByLabelText('Name')).toHaveProperty('value', 'Acme Inc')
  await click('Save')
  expect(sent('PUT /api/admin/identity-providers/{id}')).toMatchObject([
    { body: { version: 2, name: 'Acme Inc' } },
    { body: { version: 3, name: 'Acme Inc' } },
  ])
})

test('removing a provider that people use warns with the number of accounts', async () => {
  await open({}, { form: { provider: acme } })
  await click('Remove Acme')
  expect((await screen.findByRole('dialog')).textContent).toContain('12 linked accounts.')
})

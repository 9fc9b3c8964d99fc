import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { Refusal } from '#contract/errors.ts'
import type { MailServer } from '#contract/mail/mail-server.ts'
import { type Answers, aViewer, fakeApi, renderPage } from '#test/render-page.tsx'
import MailSettingsPage from './mail-settings-page.tsx'

const server: MailServer = {
  host: 'smtp.example.com',
  port: 587,
  security: 'starttls',
  user: 'mailer',
  fromName: '',
  fromAddress: '',
  password: { set: true },
  version: 3,
  setBy: { server: null, from: null },
  server: 'smtp.example.com:587',
  from: 'Bramble <no-reply@localhost>',
  defaultFrom: 'Bramble <no-reply@localhost>',
  testAddress: 'ada@example.com',
  delivery: { lastSentAt: null, lastFailure: null, failed: 2, waiting: 0 },
}
const viewer = { ...aViewer, role: 'admin' as const }

async function open(answers: Answers = {}, shown: Partial<MailServer> = {}) {
  const fake = fakeApi(answers)
  await renderPage(MailSettingsPage, { api: fake.api, data: { server: { ...server, ...shown } }, viewer })
  return { ...fake, sent: (key: Parameters<typeof fake.asked>[0]) => fake.asked(key).map(({ input }) => input) }
}

async function save() {
  const button = screen.getByRole('button', { name: 'Save' })
  await userEvent.click(button)
  // It ignores clicks until then.
  await waitFor(() => expect(button.hasAttribute('aria-busy')).toBe(false))
}
const click = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))

test('a stored password is kept, replaced or removed, and a blank field keeps it', async () => {
  const { sent } = await open({ 'PUT /api/admin/mail-server': () => server })
  await save()
  await click('Replace the password')
  expect(document.activeElement).toBe(screen.getByLabelText(/^Password/))
  await save()
  await click('Replace the password')
  await userEvent.type(screen.getByLabelText(/^Password/), 'new one')
  await save()
  await click('Remove the password')
  screen.getByText('The password is removed when you save.')
  await save()
  const passwords = sent('PUT /api/admin/mail-server').map((input) => (input as { body: MailServer }).body.password)
  expect(passwords).toEqual([undefined, undefined, 'new one', null])
})

test('after a conflict the input stays, the other version is shown, and saving again replaces it', async () => {
  let conflicts = 1
  const current = { ...server, host: 'theirs.example.com', version: 4 }
  const { sent } = await open({
    'PUT /api/admin/mail-server': () => {
      if (conflicts-- > 0) throw new Refusal('version-conflict', { current })
      return server
    },
  })
  const host = screen.getByLabelText(/^Host/)
  await userEvent.clear(host)
  await userEvent.type(host, 'mine.example.com')
  await save()
  await screen.findByText(/Another admin saved changes/)
  screen.getByText('theirs.example.com')
  expect(host).toHaveProperty('value', 'mine.example.com')
  await save()
  expect(sent('PUT /api/admin/mail-server')).toMatchObject([
    { body: { version: 3, host: 'mine.example.com' } },
    { body: { version: 4, host: 'mine.example.com' } },
  ])
})

test('the values of the other admin can be used instead', async () => {
  const current = { ...server, host: 'theirs.example.com', version: 4 }
  await open({
    'PUT /api/admin/mail-server': () => {
      throw new Refusal('version-conflict', { current })
    },
  })
  await userEvent.type(screen.getByLabelText(/^Host/), '.mine')
  await save()
  await userEvent.click(await screen.findByRole('button', { name: 'Use theirs' }))
  expect(screen.getByLabelText(/^Host/)).toHaveProperty('value', 'theirs.example.com')
  expect(screen.queryByText(/Another admin saved changes/)).toBeNull()
})

test('the test mail is sent with the values of the form, and shows the answer and what to do', async () => {
  const failure = {
    ok: false,
    says: 'The server did not accept the user name and password.',
    answer: '535 5.7.8 No',
    advice: 'Check both.',
  }
  const { sent, asked } = await open({ 'POST /api/admin/mail-server/test': () => failure })
  await userEvent.type(screen.getByLabelText(/^Sender name/), 'Daily')
  await userEvent.selectOptions(screen.getByLabelText('Encryption'), 'implicit')
  await click('Send a test mail')
  await screen.findByText('535 5.7.8 No')
  screen.getByText('Check both.')
  expect(sent('POST /api/admin/mail-server/test')).toMatchObject([
    { body: { host: 'smtp.example.com', port: 587, security: 'implicit', fromName: 'Daily' } },
  ])
  expect(asked('PUT /api/admin/mail-server')).toEqual([])
})

test('a refused field is marked, and the test names the field too', async () => {
  const issues = [{ path: ['body', 'password'], message: 'Enter the password again.' }]
  const refuse = () => {
    throw new Refusal('invalid', { issues })
  }
  await open({ 'PUT /api/admin/mail-server': refuse, 'POST /api/admin/mail-server/test': refuse })
  await click('Send a test mail')
  expect((await screen.findByRole('alert')).textContent).toContain('Enter the password again.')
})

test('what the environment sets is shown and cannot be edited', async () => {
  const { sent } = await open(
    { 'PUT /api/admin/mail-server': () => server },
    { setBy: { server: 'SMTP_URL', from: null } },
  )
  expect(screen.queryByLabelText(/^Host/)).toBeNull()
  screen.getByText('SMTP_URL')
  await userEvent.type(screen.getByLabelText(/^Sender name/), 'Daily')
  await save()
  expect(sent('PUT /api/admin/mail-server')).toMatchObject([{ body: { host: 'smtp.example.com', fromName: 'Daily' } }])
})

test('failed mail is linked', async () => {
  await open()
  const link = screen.getByRole('link', { name: '2 emails could not be delivered' })
  expect(link.getAttribute('href')).toContain('/admin/mail?state=failed')
})

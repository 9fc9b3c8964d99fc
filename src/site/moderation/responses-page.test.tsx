import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { Refusal } from '#contract/errors.ts'
import type { CaseDetail, ModerationCase, ModerationRules } from '#contract/moderation/moderation.ts'
import { ToastHost } from '#site/ui/toast.tsx'
import { type Answers, fakeApi, renderPage } from '#test/render-page.tsx'
import ResponsesPage from './responses-page.tsx'

const at = '2026-01-01T00:00:00.000Z'

function aCase(nth: number, given: Partial<ModerationCase> = {}): ModerationCase {
  return {
    id: `response:${String(nth).repeat(20)}`,
    kind: 'response',
    open: true,
    heldFor: null,
    reports: 1,
    reasons: [{ reason: 'spam', count: 1 }],
    appeal: null,
    openedAt: at,
    decidedAt: null,
    state: 'shown',
    text: `Text ${nth}`,
    story: { id: 'story', slug: 'latch', title: 'Latch', published: true },
    person: { id: `person${nth}`, handle: `writer-${nth}`, name: `Writer ${nth}`, about: '', avatar: null },
    sanctions: { banned: false, bannedUntil: null, shadowHeld: false },
    last: null,
    can: ['approve', 'hide', 'delete', 'warn', 'ban'],
    ...given,
  }
}

const counts = { open: 3, held: 0, reported: 3, appeals: 0, decided: 0 }
const items = [aCase(1), aCase(2), aCase(3, { state: 'held', reports: 0, reasons: [], heldFor: 'words' })]

async function open(answers: Answers, given: object = {}) {
  const fake = fakeApi(answers)
  const data = { view: 'open', kind: 'cases', counts, detail: null, query: {}, page: { items, next: null }, ...given }
  const Page = () => (
    <>
      <ToastHost timeoutMs={5000} closeLabel="Close" />
      <ResponsesPage />
    </>
  )
  const router = await renderPage(Page, { api: fake.api, data, path: '/admin/responses' })
  return { ...fake, router }
}

const decisions = 'POST /api/admin/moderation/decisions'

test('hiding by key asks for a reason, and can be undone', async () => {
  const { asked } = await open(
    {
      [decisions]: () => [{ id: items[0]?.id, decision: 'D'.repeat(20), refused: null }],
      'POST /api/admin/moderation/decisions/{id}/undo': () => ({}),
    },
    // One row: finding by role takes long in a large document.
    { page: { items: items.slice(0, 1), next: null } },
  )
  await userEvent.keyboard('jh')
  const dialog = within(await screen.findByRole('dialog'))
  await userEvent.click(dialog.getByRole('button', { name: 'Hide' }))
  await dialog.findByText('Choose a reason.')
  expect(asked(decisions)).toEqual([])
  await userEvent.click(dialog.getByRole('radio', { name: 'Off topic' }))
  await userEvent.type(dialog.getByLabelText(/^Note/), 'Hedges.')
  await userEvent.click(dialog.getByRole('button', { name: 'Hide' }))
  const undo = await screen.findByRole('button', { name: 'Undo' })
  expect(asked(decisions).map(({ input }) => input)).toEqual([
    {
      body: { targets: [items[0]?.id], action: 'hide', reason: 'off-topic', note: 'Hedges.', days: null },
    },
  ])
  await userEvent.click(undo)
  await screen.findByText('Undone')
  expect(asked('POST /api/admin/moderation/decisions/{id}/undo').map(({ input }) => input)).toEqual([
    { params: { id: 'D'.repeat(20) } },
  ])
})

test('Undo is not offered for a case that a colleague had already decided', async () => {
  await open(
    { [decisions]: () => [{ id: items[0]?.id, decision: null, refused: null }] },
    { page: { items: items.slice(0, 1), next: null } },
  )
  await userEvent.keyboard('ja')
  await screen.findByText('Approved')
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
})

test('a bulk decision names the case that was refused and keeps it selected', async () => {
  const { asked } = await open({
    [decisions]: ({ body }) => {
      const targets = Array.isArray(body?.['targets']) ? body['targets'] : []
      const refused = { code: 'wrong-state', message: 'This response was deleted.' }
      return targets.map((id) => ({ id, decision: null, refused: id === items[1]?.id ? refused : null }))
    },
  })
  await userEvent.click(screen.getByRole('checkbox', { name: 'Select all on this page' }))
  await userEvent.click(
    within(screen.getByRole('region', { name: 'Bulk actions' })).getByRole('button', { name: 'Approve' }),
  )
  await screen.findByText('“Approve” failed for 1 of 3')
  const alert = within(
    screen.getByText('“Approve” failed for 1 of 3').closest<HTMLElement>('[role=alert]') ?? document.body,
  )
  alert.getByText('response by Writer 2')
  alert.getByText(/This response was deleted\./)
  await screen.findByText('1 case selected')
  expect(asked(decisions)).toHaveLength(1)
})

test('a row offers what its case allows, and dismisses reports of what readers see', async () => {
  await open({}, { page: { items: [aCase(1), aCase(2, { state: 'deleted', can: [] })], next: null } })
  screen.getByRole('button', { name: 'Dismiss reports – response by Writer 1' })
  screen.getByRole('button', { name: 'More actions for response by Writer 1' })
  expect(screen.queryByRole('button', { name: /Writer 2/ })).toBeNull()
})

const detail: CaseDetail = {
  ...aCase(1, { text: 'The whole text.' }),
  appeal: { id: 'A'.repeat(20), text: 'It is about hedges.', at, outcome: null, note: '', decidedAt: null },
  openReports: [],
  parent: null,
  before: [],
  after: [],
  history: {
    joinedAt: at,
    responses: 7,
    stories: 0,
    held: 0,
    hidden: 0,
    deleted: 0,
    warned: 0,
    banned: 0,
    reports: 1,
  },
  decisions: [],
  ownDecision: true,
}

test('Enter opens the details of a case, which the address keeps', async () => {
  const { router } = await open({})
  await userEvent.keyboard('jj{Enter}')
  await waitFor(() => expect(router.state.location.search).toBe(`?case=${encodeURIComponent(items[1]?.id ?? '')}`))
})

test('an open response is shown among all responses, also if it is not on the page', async () => {
  await open({}, { view: 'all', kind: 'responses', detail, page: { items: [], next: null } })
  expect(screen.getByRole('link', { expanded: true }).textContent).toBe('The whole text.')
  expect(screen.getByRole('combobox', { name: 'Author' })).toBeTruthy()
})

test('the details show the whole text, and a failed rejection of an appeal keeps the reply', async () => {
  const { asked } = await open(
    {
      'POST /api/admin/appeals/{id}': () => {
        throw new Refusal('wrong-state', { message: 'Another editor has decided.' })
      },
    },
    { detail },
  )
  screen.getByText('The whole text.')
  expect(screen.getByRole('link', { expanded: true })).toBeTruthy()
  screen.getByText(/Another editor should decide about the appeal/)
  await userEvent.click(screen.getByRole('button', { name: 'Reject…' }))
  const reply = screen.getByLabelText<HTMLTextAreaElement>(/^Reply to the author/)
  await userEvent.type(reply, 'It is not.')
  await userEvent.click(screen.getByRole('button', { name: 'Reject the appeal' }))
  await screen.findAllByText('Another editor has decided.')
  expect(reply.value).toBe('It is not.')
  expect(asked('POST /api/admin/appeals/{id}').map(({ input }) => input)).toMatchObject([
    { body: { outcome: 'rejected', note: 'It is not.' } },
  ])
})

test('rules that another editor changed meanwhile are shown beside the own ones', async () => {
  const rules: ModerationRules = {
    holdFirst: 'new',
    blockedWords: ['scam'],
    blockedDomains: [],
    maxLinks: 2,
    reportsToHold: 3,
  }
  const { asked } = await open(
    {
      'PUT /api/admin/moderation/rules': () => {
        throw new Refusal('version-conflict', { message: 'Another editor has changed the rules.' })
      },
      'GET /api/admin/moderation/rules': () => ({
        rules: { ...rules, blockedWords: ['casino'] },
        defaults: rules,
        version: 'two',
      }),
    },
    { view: 'rules', kind: 'rules', rules: { rules, defaults: rules, version: 'one' } },
  )
  const words = screen.getByLabelText<HTMLTextAreaElement>(/^Blocked words/)
  await userEvent.type(words, '\nlottery')
  await userEvent.click(screen.getByRole('button', { name: 'Save rules' }))
  await screen.findByText('Another editor has changed the rules.')
  await screen.findByText(/casino/)
  expect(words.value).toBe('scam\nlottery')
  await userEvent.click(screen.getByRole('button', { name: 'Save rules' }))
  await waitFor(() =>
    expect(asked('PUT /api/admin/moderation/rules').map(({ input }) => input)).toMatchObject([
      { body: { version: 'one', rules: { blockedWords: ['scam', 'lottery'] } } },
      { body: { version: 'two', rules: { blockedWords: ['scam', 'lottery'] } } },
    ]),
  )
})

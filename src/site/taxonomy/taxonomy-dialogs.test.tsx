import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { Refusal } from '#contract/errors.ts'
import type { AdminCategory, AdminTag } from '#contract/taxonomy/taxonomy.ts'
import { type Answers, fakeApi, renderPage } from '#test/render-page.tsx'
import { CategoryDialog } from './category-dialog.tsx'
import { MergeTagsDialog } from './merge-tags-dialog.tsx'
import { RenameTag } from './rename-tag.tsx'

const at = '2026-01-01T00:00:00.000Z'
const rivers: AdminCategory = {
  id: 'C'.repeat(20),
  slug: 'rivers',
  name: 'Rivers',
  description: 'Water that moves',
  picture: null,
  media: null,
  color: null,
  stories: 3,
  followers: 4,
  version: 1,
  updatedAt: at,
  progress: null,
}

function aTag(name: string, stories: number): AdminTag {
  const slug = name.toLowerCase()
  return { id: slug.padEnd(20, '0'), slug, name, stories, followers: 0, createdAt: at, version: 1, progress: null }
}
const [heron, herons] = [aTag('Heron', 2), aTag('Herons', 40)]

const valueOf = (element: HTMLElement) => (element instanceof HTMLTextAreaElement ? element.value : null)

async function editRivers(answers: Answers) {
  const fake = fakeApi(answers)
  const onSaved = vi.fn<(saved: AdminCategory) => void>()
  await renderPage(() => <CategoryDialog category={rivers} onSaved={onSaved} onClose={() => {}} />, { api: fake.api })
  const dialog = within(screen.getByRole('dialog'))
  const description = dialog.getByLabelText(/^Description/)
  await userEvent.clear(description)
  await userEvent.type(description, 'Mine')
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
  return { ...fake, dialog, onSaved }
}

const theirs = { ...rivers, name: 'Streams', version: 2 }
const conflictOnce = () => {
  let conflicts = 1
  return () => {
    if (conflicts-- > 0) throw new Refusal('version-conflict', { current: theirs })
    return { ...rivers, version: 3 }
  }
}

test('after a conflict the input of a category stays, the other version is shown, and saving replaces it', async () => {
  const { dialog, asked, onSaved } = await editRivers({ 'PUT /api/admin/categories/{id}': conflictOnce() })
  await dialog.findByText(/changed while you edited it/)
  within(dialog.getByRole('region', { name: 'The saved version' })).getByText('Streams')
  expect(valueOf(dialog.getByLabelText(/^Description/))).toBe('Mine')
  expect(onSaved).not.toHaveBeenCalled()
  await userEvent.click(dialog.getByRole('button', { name: 'Save mine' }))
  expect(asked('PUT /api/admin/categories/{id}').map(({ input }) => input)).toMatchObject([
    { body: { version: 1, name: 'Rivers', description: 'Mine' } },
    { body: { version: 2, name: 'Rivers', description: 'Mine' } },
  ])
  expect(onSaved).toHaveBeenCalledOnce()
})

test('the saved version of a category can be taken instead', async () => {
  const { dialog, onSaved } = await editRivers({ 'PUT /api/admin/categories/{id}': conflictOnce() })
  await userEvent.click(await dialog.findByRole('button', { name: 'Use the saved version' }))
  expect(dialog.getByLabelText<HTMLInputElement>(/^Name/).value).toBe('Streams')
  expect(valueOf(dialog.getByLabelText(/^Description/))).toBe('Water that moves')
  expect(onSaved).toHaveBeenCalledWith(theirs)
})

async function newCategory() {
  const onClose = vi.fn<() => void>()
  const { api } = fakeApi({ 'GET /api/admin/categories/slug': () => ({ free: true }) })
  await renderPage(() => <CategoryDialog category={null} onSaved={() => {}} onClose={onClose} />, { api })
  return { onClose, name: screen.getByLabelText(/^Name/) }
}

test('a changed category is not discarded without a question', async () => {
  const { onClose, name } = await newCategory()
  await userEvent.type(name, 'Hedges')
  await userEvent.keyboard('{Escape}')
  const question = within(await screen.findByRole('dialog', { name: 'Discard your changes?' }))
  expect(onClose).not.toHaveBeenCalled()
  await userEvent.click(question.getByRole('button', { name: 'Keep editing' }))
  expect(name).toHaveProperty('value', 'Hedges')
  await userEvent.keyboard('{Escape}')
  await userEvent.click(await screen.findByRole('button', { name: 'Discard changes' }))
  expect(onClose).toHaveBeenCalledOnce()
})

test('an unchanged category closes at once', async () => {
  const { onClose } = await newCategory()
  await userEvent.keyboard('{Escape}')
  expect(onClose).toHaveBeenCalledOnce()
})

test('a name without Latin letters asks for an address', async () => {
  const { name } = await newCategory()
  await userEvent.type(name, 'حديقة')
  expect(await screen.findByText(/Enter an address with letters a to z, digits and hyphens\./)).toBeTruthy()
})

async function merge(answers: Answers) {
  const { api } = fakeApi(answers)
  const onRun = vi.fn<() => void>()
  await renderPage(() => <MergeTagsDialog rows={[heron, herons]} onRun={onRun} onClose={() => {}} />, { api })
  const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Merge' })
  expect(button.disabled).toBe(true)
  await userEvent.click(screen.getByRole('radio', { name: /^Herons/ }))
  return { button, onRun }
}

test('a merge of tags shows what moves before it can be confirmed', async () => {
  const preview = { stories: 2, storiesInBoth: 1, followers: 5, followersOfBoth: 0, atOnce: false }
  const { button, onRun } = await merge({ 'POST /api/admin/tags/merge/preview': () => preview })
  const summary = await screen.findByText(/, and so do drafts/)
  expect(summary.textContent).toBe('2 stories and 5 followers move to “Herons”, and so do drafts.')
  screen.getByText(/Already there: 1 story/)
  screen.getByText(/runs in the background/)
  await userEvent.click(button)
  expect(onRun).toHaveBeenCalledOnce()
})

test('without its preview a merge can not be confirmed', async () => {
  const { button } = await merge({
    'POST /api/admin/tags/merge/preview': () => {
      throw new Refusal('wrong-state', { message: 'This tag is being merged.' })
    },
  })
  await screen.findByText('This tag is being merged.')
  expect(button.disabled).toBe(true)
})

test('a new name of a tag stays in the form when another tag has it, and the two can be merged', async () => {
  const { api, asked } = fakeApi({
    'PATCH /api/admin/tags/{id}': () => {
      const message = 'Another tag has this name.'
      throw new Refusal('topic-exists', { message, topic: { id: herons.id, name: 'Herons' } })
    },
    'POST /api/admin/tags/merge/preview': () => ({
      stories: 2,
      storiesInBoth: 0,
      followers: 0,
      followersOfBoth: 0,
      atOnce: true,
    }),
    'POST /api/admin/tags/merge': () => ({ results: [{ id: heron.id, refused: null }] }),
  })
  await renderPage(() => <RenameTag tag={heron} />, { api })
  await userEvent.click(screen.getByRole('button', { name: 'Rename Heron' }))
  const dialog = within(await screen.findByRole('dialog'))
  const name = dialog.getByRole<HTMLInputElement>('textbox')
  await userEvent.type(name, 's')
  await userEvent.click(dialog.getByRole('button', { name: /^(Rename|Save)$/ }))
  await dialog.findByText('Another tag has this name.')
  expect(name.value).toBe('Herons')
  await dialog.findByText(/, and so do drafts/)
  await userEvent.click(dialog.getByRole('button', { name: /^Merge/ }))
  expect(asked('POST /api/admin/tags/merge').map(({ input }) => input)).toMatchObject([
    { body: { ids: [heron.id], into: herons.id } },
  ])
})

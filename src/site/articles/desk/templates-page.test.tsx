import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { Template } from '#contract/articles/templates.ts'
import { Refusal } from '#contract/errors.ts'
import { aText, idOf } from '#test/desk-items.ts'
import { type Answers, aViewer, fakeApi, renderPage } from '#test/render-page.tsx'
import TemplatesPage from './templates-page.tsx'

const aTemplate = (name: string, more: Partial<Template> = {}): Template => ({
  id: idOf(name),
  kind: 'template',
  name,
  description: '',
  title: '',
  body: null,
  ...more,
})
const some = [aTemplate('Essay', { body: aText('Begin') }), aTemplate('Recipe'), aTemplate('Why?', { kind: 'prompt' })]

async function open(answers: Answers = {}, templates = some) {
  const fake = fakeApi(answers)
  await renderPage(TemplatesPage, { api: fake.api, data: { templates }, viewer: { ...aViewer, role: 'editor' } })
  return fake
}

const section = (name: string) => within(screen.getByRole('region', { name }))
const names = (name: string) =>
  section(name)
    .getAllByRole('button', { name: /^Edit / })
    .map((button) => button.getAttribute('aria-label'))

test('buttons change the order, and a failure reverts it', async () => {
  let refuse = () => {}
  const { asked } = await open({
    'PUT /api/templates/order': () =>
      new Promise((_, no) => {
        refuse = () => no(new Refusal('not-allowed'))
      }),
  })
  await userEvent.click(screen.getByRole('button', { name: 'Move Recipe up' }))
  expect(names('Templates')).toEqual(['Edit Recipe', 'Edit Essay'])
  expect(asked('PUT /api/templates/order')[0]?.input).toEqual({
    body: { ids: [idOf('Recipe'), idOf('Essay'), idOf('Why?')] },
  })
  refuse()
  await waitFor(() => expect(names('Templates')).toEqual(['Edit Essay', 'Edit Recipe']))
  expect(screen.getByRole('button', { name: 'Move Essay up' })).toHaveProperty('disabled', true)
})

test('saving a template without editing its text keeps the text', async () => {
  const { asked } = await open({
    'PUT /api/templates/{id}': ({ body }) => aTemplate('Essay', { name: String(body?.['name']) }),
  })
  await userEvent.click(screen.getByRole('button', { name: 'Edit Essay' }))
  await userEvent.type(await screen.findByLabelText('Name'), 's')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByRole('button', { name: 'Edit Essays' })
  expect(asked('PUT /api/templates/{id}')[0]?.input).toMatchObject({ body: { name: 'Essays', body: aText('Begin') } })
})

test('a prompt is one line', async () => {
  const { asked } = await open({
    'POST /api/templates': ({ body }) => aTemplate(String(body?.['name']), { kind: 'prompt' }),
  })
  await userEvent.click(screen.getByRole('button', { name: 'Add a prompt' }))
  await userEvent.type(screen.getByLabelText('Question'), 'How?')
  await userEvent.click(screen.getByRole('button', { name: 'Add' }))
  await waitFor(() => expect(names('Prompts')).toEqual(['Edit Why?', 'Edit How?']))
  expect(asked('POST /api/templates')[0]?.input).toMatchObject({ body: { kind: 'prompt', name: 'How?', body: null } })
})

test('an empty list offers suggestions that one click adds', async () => {
  const { asked } = await open({ 'POST /api/templates': ({ body }) => aTemplate(String(body?.['name'])) }, [])
  await userEvent.click(screen.getByRole('button', { name: 'Add Interview' }))
  await screen.findByRole('button', { name: 'Edit Interview' })
  expect(screen.queryByRole('button', { name: 'Add Interview' })).toBeNull()
  expect(asked('POST /api/templates')).toHaveLength(1)
})

test('deleting asks first', async () => {
  const { asked } = await open({ 'DELETE /api/templates/{id}': () => ({ deleted: true }) })
  await userEvent.click(screen.getByRole('button', { name: 'Delete Recipe' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Delete “Recipe”?' }))
  expect(asked('DELETE /api/templates/{id}')).toHaveLength(0)
  await userEvent.click(dialog.getByRole('button', { name: 'Delete' }))
  await waitFor(() => expect(names('Templates')).toEqual(['Edit Essay']))
})

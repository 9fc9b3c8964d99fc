import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { type Answers, aViewer, fakeApi, renderPage } from '#test/render-page.tsx'
import FirstStepsPage from './first-steps-page.tsx'

const ben = { id: 'ben', handle: 'ben', name: 'Ben', about: '', avatar: null, followed: false }

async function show({ answers = {}, welcomed = false }: { answers?: Answers; welcomed?: boolean } = {}) {
  const fake = fakeApi({
    'GET /api/handles/{handle}': ({ params }) => ({ free: params?.['handle'] !== 'taken-one' }),
    ...answers,
  })
  const data = {
    name: 'Ada Lovelace',
    handle: 'ada-lovelace-2',
    about: '',
    topics: { mine: [], categories: [{ slug: 'garden', name: 'Garden' }], tags: [] },
    people: [ben],
  }
  const path = '/user/new/temp-person1?next=%2Farticles%2Fnew'
  await renderPage(FirstStepsPage, { api: fake.api, path, data, viewer: { ...aViewer, welcomed } })
  return fake
}

const handle = () => screen.getByLabelText<HTMLInputElement>('Handle')
const typeName = async (name: string) => {
  await userEvent.clear(screen.getByLabelText('Name'))
  await userEvent.type(screen.getByLabelText('Name'), name)
}

test('topics come first, then people, then the profile with the only button to finish', async () => {
  await show()
  expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual([
    'What do you like to read about?',
    'People to follow',
    'Your profile',
  ])
  const finish = screen.getByRole('button', { name: 'Finish' })
  for (const earlier of [
    screen.getByRole('button', { name: 'Garden' }),
    screen.getByRole('button', { name: 'Follow Ben' }),
  ]) {
    expect(earlier.compareDocumentPosition(finish) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
  }
})

test('the handle follows the name and is checked, until the person types one', async () => {
  await show()
  await typeName('Zoë Byron')
  expect(handle().value).toBe('zoe-byron')
  screen.getByText('Checking availability…')
  await screen.findByText('✓ Available')
  await typeName('Ada Lovelace')
  expect(handle().value).toBe('ada-lovelace-2')
  await userEvent.clear(handle())
  await userEvent.type(handle(), 'taken-one')
  await screen.findByText('! Taken or not allowed')
  await typeName('Grace')
  expect(handle().value).toBe('taken-one')
})

test('after onboarding, a new name does not change the handle', async () => {
  await show({ welcomed: true })
  await typeName('Zoë Byron')
  expect(handle().value).toBe('ada-lovelace-2')
})

test('finishing saves the profile and continues to the requested page', async () => {
  const fake = await show({ answers: { 'PUT /api/profile': () => aViewer } })
  await typeName('Zoë Byron')
  await userEvent.click(screen.getByRole('button', { name: 'Finish' }))
  await waitFor(() => expect(location.hash).toBe('#/articles/new'))
  const body = { name: 'Zoë Byron', handle: 'zoe-byron', about: '' }
  expect(fake.asked('PUT /api/profile')[0]?.input).toEqual({ body })
})

test('skipping continues to the requested page', async () => {
  const fake = await show({ answers: { 'POST /api/profile/welcomed': () => aViewer } })
  await userEvent.click(screen.getByRole('button', { name: 'Skip for now' }))
  await waitFor(() => expect(location.hash).toBe('#/articles/new'))
  expect(fake.asked('POST /api/profile/welcomed')).toHaveLength(1)
})

import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { paragraphs } from '#test/writing.ts'
import { CompareDocuments } from './compare-documents.tsx'

const labels = { before: 'Theirs', after: 'Yours' }

test('each side shows its text under its label with the differences marked', () => {
  render(<CompareDocuments before={paragraphs('It was late.')} after={paragraphs('It was dark.')} labels={labels} />)
  const theirs = within(screen.getByRole('region', { name: 'Theirs' }))
  const yours = within(screen.getByRole('region', { name: 'Yours' }))
  theirs.getByRole('heading', { name: 'Theirs' })
  expect(theirs.getByRole('deletion').textContent).toBe('late')
  expect(theirs.queryByRole('insertion')).toBeNull()
  expect(yours.getByRole('insertion').textContent).toBe('dark')
  screen.getByText('1 passage differs.')
})

test('long unchanged passages are collapsed and can be shown', async () => {
  const many = Array.from({ length: 9 }, (_, i) => `Paragraph ${i}.`)
  render(<CompareDocuments before={paragraphs(...many)} after={paragraphs(...many, 'More.')} labels={labels} />)
  expect(screen.queryByText('Paragraph 0.')).toBeNull()
  expect(screen.getAllByText('7 unchanged passages')).toHaveLength(2)
  await userEvent.click(screen.getByRole('switch'))
  expect(screen.getAllByText('Paragraph 0.')).toHaveLength(2)
})

import { cleanup, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, test } from 'vitest'
import { StoryHeader } from './story-header.tsx'

afterEach(cleanup)

const DAY_MS = 24 * 3600_000
const before = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString()
const author = { id: 'person1', handle: 'ada', name: 'Ada', about: '', avatar: null }
const story = { category: null, language: 'en', title: 'Latch', subtitle: '', author, coAuthors: [], readingMinutes: 2 }

const show = (publishedAt: string, updatedAt: string) =>
  render(
    <MemoryRouter>
      <StoryHeader story={{ ...story, publishedAt, updatedAt }} />
    </MemoryRouter>,
  )

test('a story updated later shows the date of the update', () => {
  show(before(9), before(2.5))
  expect(screen.getByText(/^Updated/).textContent).toBe('Updated 2 days ago')
})

test('a story updated on the day of publication does not', () => {
  show(before(9), before(8.5))
  expect(screen.getByRole('heading', { name: 'Latch' })).toBeTruthy()
  expect(screen.queryByText(/^Updated/)).toBeNull()
})

import { cleanup, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { someOwnFigures } from '#test/figures.ts'
import { aViewer, fakeApi, renderPage } from '#test/render-page.tsx'
import type { Feature } from '#contract/settings/features.ts'
import type { ownFiguresData } from './own-figures-data.ts'
import OwnFiguresPage from './own-figures-page.tsx'

type Data = Awaited<ReturnType<typeof ownFiguresData>>

const aStory = (title: string, views: number, reads = 0): Data['stories'][number] => ({
  id: title.replaceAll(' ', ''),
  title,
  ref: null,
  publishedAt: '2026-01-01T08:00:00.000Z',
  views,
  visitors: views,
  reads,
})

const show = (figures: Omit<Data, 'query'>, query: Data['query'] = {}, switchedOff: Feature[] = []) => {
  const data = { ...figures, query }
  return renderPage(OwnFiguresPage, {
    api: fakeApi({}).api,
    path: '/articles/analytics',
    data,
    viewer: aViewer,
    switchedOff,
  })
}

const storyNames = () =>
  within(screen.getByRole('table', { name: 'Stories by views' }))
    .getAllByRole('row')
    .slice(1)
    .map((row) => row.querySelector('a')?.textContent)

test('someone who has published nothing is invited to write', async () => {
  await show(someOwnFigures([0]))
  screen.getByText('No figures yet')
  expect(screen.getByRole('link', { name: 'Write a story' }).getAttribute('href')).toBe('/articles/new')
})

test('stories are listed by views, each with a link to its figures', async () => {
  await show(someOwnFigures([10], { stories: [aStory('New', 0), aStory('Read', 10, 5)] }))
  expect(screen.getByRole('row', { name: /^Read/ }).textContent).toMatch(/^Read10550 %/)
  expect(screen.getByRole('row', { name: /^New/ }).textContent).toMatch(/^New00–/)
  expect(screen.getByRole('link', { name: 'Read' }).getAttribute('href')).toBe('/articles/analytics/Read')
})

test('of many stories the first fifty are shown until all are asked for', async () => {
  const stories = Array.from({ length: 60 }, (_, index) => aStory(`Story ${index}`, index))
  await show(someOwnFigures([10], { stories }), { range: '7d' })
  expect(storyNames()).toHaveLength(50)
  expect(storyNames()[0]).toBe('Story 59')
  const all = screen.getByRole('link', { name: 'Show all 60 stories' })
  expect(all.getAttribute('href')).toContain('stories=all')
  cleanup()
  await show(someOwnFigures([10], { stories }), { stories: 'all' })
  expect(storyNames()).toHaveLength(60)
})

test('berries are left out when they are switched off', async () => {
  const figures = someOwnFigures([10], { stories: [aStory('Read', 10)], earnings: [{ currency: 'eur', amount: 123 }] })
  await show(figures)
  screen.getByText('Berries')
  screen.getByText('€1.23')
  cleanup()
  await show(figures, {}, ['berries'])
  screen.getByText('New followers')
  expect(screen.queryByText('Berries')).toBeNull()
})

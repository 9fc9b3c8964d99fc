import type { DayFigures } from '#contract/analytics/analytics.ts'
import { type CsvExport, defineCsvExport, defineWholeCsvExport } from '#server/platform/csv-export.ts'

const dayColumns = [
  ['day', ({ day }: DayFigures) => day],
  ['views', ({ views }: DayFigures) => views],
  ['visitors', ({ visitors }: DayFigures) => visitors],
  ['reads', ({ reads }: DayFigures) => reads],
] as const

export const siteDaysExport: CsvExport = {
  ...defineWholeCsvExport(
    'GET /api/admin/analytics/days',
    (api, input, caller) => api.call('GET /api/admin/analytics/days', input, caller),
    dayColumns,
  ),
  fileName: 'analytics-days',
}

export const dimensionExport: CsvExport = {
  ...defineCsvExport(
    'GET /api/admin/analytics/figures/{dimension}',
    (api, input, caller) => api.call('GET /api/admin/analytics/figures/{dimension}', input, caller),
    [
      ['value', ({ value }) => value],
      ['name', ({ name }) => name],
      ['views', ({ views }) => views],
      ['visitors', ({ visitors }) => visitors],
      ['reads', ({ reads }) => reads],
      ['views before', ({ viewsBefore }) => viewsBefore],
    ],
  ),
  fileName: 'analytics-{dimension}',
}

export const storyDaysExport: CsvExport = {
  ...defineWholeCsvExport(
    'GET /api/analytics/stories/{ref}/days',
    (api, input, caller) => api.call('GET /api/analytics/stories/{ref}/days', input, caller),
    dayColumns,
  ),
  fileName: 'story-days',
}

export const storyDepthExport: CsvExport = {
  ...defineWholeCsvExport(
    'GET /api/analytics/stories/{ref}/depth',
    (api, input, caller) => api.call('GET /api/analytics/stories/{ref}/depth', input, caller),
    [
      ['percent of the text', ({ percent }) => percent],
      ['views', ({ views }) => views],
    ],
  ),
  fileName: 'story-depth',
}

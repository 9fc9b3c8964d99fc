import { z } from 'zod'
import { openEventStore } from '#server/analytics/open-event-store.ts'
import { type Command, UsageError, ctxOf, parseArg } from './command.ts'

export const analyticsCommands: readonly Command[] = [
  {
    words: ['analytics', 'recompute'],
    usage: '[FIRST-DAY [LAST-DAY]]',
    summary: 'Computes the figures of days again from their stored events, of the last 90 days by default.',
    async run(context, { rest: [first, last] }) {
      const from = parseArg('FIRST-DAY', z.iso.date(), first ?? '0001-01-01')
      const to = parseArg('LAST-DAY', z.iso.date(), last ?? first ?? '9999-12-31')
      const events = openEventStore(context.config.clickHouseUrl)
      try {
        const days = (await events.listDays(context.db)).filter((day) => day >= from && day <= to)
        if (days.length === 0 && first) throw new UsageError('There are no stored events of these days.')
        const ctx = await ctxOf(context)
        for (const day of days) await events.recomputeDay(ctx, day)
        return { data: { days }, text: days.length === 0 ? 'No stored events.' : `Recomputed ${days.join(', ')}.` }
      } finally {
        await events.close()
      }
    },
  },
]

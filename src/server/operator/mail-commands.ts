import { z } from 'zod'
import { listMail } from '#server/mail/list.ts'
import { type Command, ctxOf, parsed } from './command.ts'

const Limit = z.coerce.number().int().min(1).max(500)

export const mailCommands: readonly Command[] = [
  {
    words: ['mail', 'list'],
    takes: '[--to ADDRESS] [--limit N]',
    says: 'What was mailed, newest first; the way to read it when no SMTP server is set.',
    async run(around, { to, limit }) {
      const { items } = await listMail(await ctxOf(around), { to, limit: parsed('--limit', Limit, limit ?? '20') })
      const lines = items.map((mail) => [mail.createdAt, mail.kind, mail.to, mail.link ?? ''].join('  '))
      return { data: items, text: lines.join('\n') || 'Nothing was mailed.' }
    },
  },
]

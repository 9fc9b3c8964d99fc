import { z } from 'zod'
import { loadDemo } from '#server/demo/load.ts'
import { createSetupLink } from '#server/identity/setup.ts'
import { listMail } from '#server/mail/list.ts'
import { migrate } from '#server/platform/migrate.ts'
import { getStoredSettings, setSetting } from '#server/settings/edit.ts'
import { analyticsCommands } from './analytics-commands.ts'
import { backupCommands } from './backup-commands.ts'
import { type Command, ctxOf, parseArg } from './command.ts'
import { doctor } from './doctor.ts'
import { resetSecrets } from './reset-secrets.ts'
import { userCommands } from './user-commands.ts'

const MailLimit = z.coerce.number().int().min(1).max(500)

/** Every command of the operator CLI. */
export const commands: readonly Command[] = [
  {
    words: ['doctor'],
    usage: '',
    summary: 'Checks the site and reports problems.',
    run: doctor,
  },
  {
    words: ['migrate'],
    usage: '',
    summary: 'Applies pending database migrations.',
    async run({ pool, config }) {
      const applied = await migrate(pool, config.folders.migrations)
      return { data: { applied }, text: applied.length > 0 ? applied.join('\n') : 'No pending migrations.' }
    },
  },
  {
    words: ['demo'],
    usage: '',
    summary: 'Loads the demo content into an empty site.',
    async run(context) {
      const stories = await loadDemo(await ctxOf(context), context.config.folders.demo)
      return {
        data: { stories },
        text: stories === null ? 'The site is not empty. Nothing was loaded.' : `Loaded ${stories} stories.`,
      }
    },
  },
  {
    words: ['setup-link'],
    usage: '',
    summary: 'Prints a one-time link to create the first admin.',
    async run({ db, config }) {
      const link = await createSetupLink(db, config.site, new Date())
      return { data: { link }, text: link ?? 'The site already has an admin.' }
    },
  },
  {
    words: ['secrets', 'reset'],
    usage: '--confirm',
    summary: 'Deletes secrets encrypted with a lost key, so that the site can start with a new one.',
    run: resetSecrets,
  },
  ...backupCommands,
  ...analyticsCommands,
  ...userCommands,
  {
    words: ['mail', 'list'],
    usage: '[--to ADDRESS] [--limit N]',
    summary: 'Lists stored mail, newest first, with its links while no SMTP server is configured.',
    async run(context, { to, limit }) {
      const asked = { q: to?.trim(), limit: parseArg('--limit', MailLimit, limit ?? '20') }
      const ctx = await ctxOf(context)
      const { items } = await listMail(ctx, asked, ctx.getMail())
      const lines = items.map((mail) => [mail.createdAt, mail.kind, mail.to, mail.link ?? ''].join('  '))
      return { data: items, text: lines.join('\n') || 'No mail.' }
    },
  },
  {
    words: ['settings', 'set'],
    usage: 'KEY VALUE',
    summary: 'Changes a setting; docs/settings.md lists the keys.',
    async run(context, { rest: [key = '', value] }) {
      const stored = await setSetting(await ctxOf(context), key, value)
      return { data: { [key]: stored }, text: `${key}: ${formatValue(stored)}` }
    },
  },
  {
    words: ['settings'],
    usage: '',
    summary: 'Prints the site settings.',
    async run(context) {
      const { values } = await getStoredSettings(await ctxOf(context))
      const lines = Object.entries(values).map(([key, value]) => `${key}: ${formatValue(value)}`)
      return { data: values, text: lines.join('\n') }
    },
  },
]

function formatValue(value: unknown) {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

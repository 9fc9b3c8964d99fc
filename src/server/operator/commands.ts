import { loadDemo } from '#server/demo/load.ts'
import { issueSetupLink } from '#server/identity/setup.ts'
import { migrate } from '#server/platform/migrate.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { changeSetting, site } from '#server/settings/site.ts'
import { type Command, ctxOf } from './command.ts'
import { doctor } from './doctor.ts'
import { mailCommands } from './mail-commands.ts'
import { resetSecrets } from './reset-secrets.ts'
import { userCommands } from './user-commands.ts'

/** What an operator can do from the command line. */
export const commands: readonly Command[] = [
  { words: ['doctor'], takes: '', says: 'Looks for trouble and says what it found.', run: (around) => doctor(around) },
  {
    words: ['migrate'],
    takes: '',
    says: 'Brings the database up to date.',
    async run({ pool, config }) {
      const applied = await migrate(pool, config.folders.migrations)
      return { data: { applied }, text: applied.length > 0 ? applied.join('\n') : 'Nothing to do.' }
    },
  },
  {
    words: ['demo'],
    takes: '',
    says: 'Loads the demo content into an empty site.',
    async run(around) {
      const stories = await loadDemo(await ctxOf(around), around.config.folders.demo)
      return {
        data: { stories },
        text: stories === null ? 'Somebody lives here already; nothing was loaded.' : `${stories} stories.`,
      }
    },
  },
  {
    words: ['setup-link'],
    takes: '',
    says: 'Prints a one-time link to become the first admin.',
    async run({ db, config }) {
      const link = await issueSetupLink(db, config.site, new Date())
      return { data: { link }, text: link ?? 'This site has its admin.' }
    },
  },
  {
    words: ['secrets', 'reset'],
    takes: '--confirm',
    says: 'Deletes the secrets that a lost encryption key encrypted, so that the site starts with a new key.',
    run: resetSecrets,
  },
  ...userCommands,
  ...mailCommands,
  {
    words: ['settings', 'set'],
    takes: 'KEY VALUE',
    says: 'Changes the name, the tagline, or after how many approvals a reader is an author (authorAfter, 0 is never).',
    async run(around, { rest: [key = '', value] }) {
      await inTransaction(await ctxOf(around), (tx) => changeSetting(tx, key, value))
      return { data: { [key]: value }, text: `${key}: ${value}` }
    },
  },
  {
    words: ['settings'],
    takes: '',
    says: 'Prints the settings of the site.',
    async run(around) {
      const { name, tagline } = await site(await ctxOf(around))
      return { data: { name, tagline }, text: `name: ${name}\ntagline: ${tagline}` }
    },
  },
]

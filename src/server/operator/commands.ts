import { roles } from '#contract/endpoint.ts'
import { Handle, PersonName } from '#contract/identity.ts'
import { loadDemo } from '#server/demo/load.ts'
import { issueSetupLink } from '#server/identity/setup.ts'
import { createPerson, setRole } from '#server/people/create.ts'
import { migrate } from '#server/platform/migrate.ts'
import { systemCtx } from '#server/platform/system-ctx.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { changeSetting, site } from '#server/settings/site.ts'
import type { Command, Surroundings } from './command.ts'
import { doctor } from './doctor.ts'
import { UsageError } from './usage.ts'
import { z } from 'zod'

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
      const stories = await loadDemo(ctxOf(around), around.config.folders.demo)
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
    words: ['user', 'list'],
    takes: '',
    says: 'Everybody who may do more than read.',
    async run({ db }) {
      const people = await db
        .selectFrom('person')
        .select(['id', 'handle', 'name', 'role'])
        .where('role', '!=', 'reader')
        .orderBy('handle')
        .execute()
      return {
        data: people,
        text: people.map(({ handle, role, name }) => `${role.padEnd(7)} ${handle}  ${name}`).join('\n'),
      }
    },
  },
  {
    words: ['user', 'create'],
    takes: '--name NAME --handle HANDLE [--role ROLE]',
    says: 'Adds a person.',
    async run(around, given) {
      const person = {
        name: parsed('--name', PersonName, given.name),
        handle: parsed('--handle', Handle, given.handle),
        role: parsed('--role', z.enum(roles), given.role ?? 'reader'),
      }
      const { id } = await inTransaction(ctxOf(around), (tx) => createPerson(tx, person))
      return { data: { id, ...person }, text: `${person.handle} is here (${id}).` }
    },
  },
  {
    words: ['user', 'role'],
    takes: 'HANDLE ROLE',
    says: `Changes what a person may do: ${roles.join(', ')}.`,
    async run(around, { rest: [handle = '', role] }) {
      const wanted = parsed('ROLE', z.enum(roles), role)
      const person = await inTransaction(ctxOf(around), (tx) => setRole(tx, handle, wanted))
      return { data: person, text: `${person.handle} is now ${person.role}.` }
    },
  },
  {
    words: ['settings', 'set'],
    takes: 'KEY VALUE',
    says: 'Changes the name or the tagline; pages show it at once.',
    async run(around, { rest: [key = '', value] }) {
      await inTransaction(ctxOf(around), (tx) => changeSetting(tx, key, value))
      return { data: { [key]: value }, text: `${key}: ${value}` }
    },
  },
  {
    words: ['settings'],
    takes: '',
    says: 'Prints the settings of the site.',
    async run(around) {
      const { name, tagline } = await site(ctxOf(around))
      return { data: { name, tagline }, text: `name: ${name}\ntagline: ${tagline}` }
    },
  },
]

function ctxOf({ db, log, config }: Surroundings) {
  return systemCtx({ db, log, site: config.site })
}

function parsed<Shape extends z.ZodType>(what: string, shape: Shape, value: unknown): z.output<Shape> {
  const result = shape.safeParse(value)
  if (result.success) return result.data
  throw new UsageError(`${what}: ${result.error.issues.map(({ message }) => message).join(' ')}`)
}

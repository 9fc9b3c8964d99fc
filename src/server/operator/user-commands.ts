import { z } from 'zod'
import { roles } from '#contract/endpoint.ts'
import { Handle, PersonName } from '#contract/identity/identity.ts'
import { deleteAccount } from '#server/account-deletion/delete-account.ts'
import { createUser, disableUser, findAccount, signOutUser } from '#server/identity/manage.ts'
import { createPerson, setRole } from '#server/people/create.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { type Command, ctxOf, parsed } from './command.ts'

const WHO = 'HANDLE|EMAIL|UID'

/** People and their accounts. */
export const userCommands: readonly Command[] = [
  {
    words: ['user', 'list'],
    takes: '',
    says: 'Everybody who may do more than read.',
    async run({ db }) {
      const people = await db
        .selectFrom('person')
        .leftJoin('account', 'account.uid', 'person.uid')
        .select(['person.id', 'person.uid', 'person.handle', 'person.name', 'person.role', 'account.email'])
        .where('person.role', '!=', 'reader')
        .orderBy('person.handle')
        .execute()
      return {
        data: people,
        text: people.map(({ handle, role, name }) => `${role.padEnd(7)} ${handle}  ${name}`).join('\n'),
      }
    },
  },
  {
    words: ['user', 'create'],
    takes: '--name NAME --handle HANDLE [--email EMAIL --password PASSWORD] [--role ROLE]',
    says: 'Adds a person; with an address and a password, one who can sign in.',
    async run(around, { name, handle, role, email, password }) {
      const person = {
        name: parsed('--name', PersonName, name),
        handle: parsed('--handle', Handle, handle),
        role: parsed('--role', z.enum(roles), role ?? 'reader'),
      }
      const ctx = await ctxOf(around)
      const made =
        email === undefined
          ? await inTransaction(ctx, (tx) => createPerson(tx, { ...person, welcomed: true }))
          : await createUser(ctx, { ...person, email, password: parsed('--password', z.string(), password) })
      return { data: { ...made, ...person }, text: `${person.handle} is here (${made.id}).` }
    },
  },
  {
    words: ['user', 'role'],
    takes: 'HANDLE ROLE',
    says: `Changes what a person may do: ${roles.join(', ')}.`,
    async run(around, { rest: [handle = '', role] }) {
      const wanted = parsed('ROLE', z.enum(roles), role)
      const person = await inTransaction(await ctxOf(around), (tx) => setRole(tx, handle, wanted))
      return { data: person, text: `${person.handle} is now ${person.role}.` }
    },
  },
  {
    words: ['user', 'disable'],
    takes: WHO,
    says: 'Keeps somebody out, and hides them.',
    run: (around, { rest: [ref = ''] }) => setDisabled(around, ref, true),
  },
  {
    words: ['user', 'enable'],
    takes: WHO,
    says: 'Lets them in again.',
    run: (around, { rest: [ref = ''] }) => setDisabled(around, ref, false),
  },
  {
    words: ['user', 'sign-out'],
    takes: WHO,
    says: 'Signs them out everywhere.',
    async run(around, { rest: [ref = ''] }) {
      const ctx = await ctxOf(around)
      const account = await findAccount(ctx, ref)
      await signOutUser(ctx, account)
      return { data: { uid: account.uid, signedOut: true }, text: `${ref} is signed out everywhere.` }
    },
  },
  {
    words: ['user', 'delete'],
    takes: WHO,
    says: 'Deletes the account for good, and withdraws the stories.',
    async run(around, { rest: [ref = ''] }) {
      const ctx = await ctxOf(around)
      const { uid } = await findAccount(ctx, ref)
      await deleteAccount(ctx, uid)
      return { data: { uid, deleted: true }, text: `${ref} is gone.` }
    },
  },
]

async function setDisabled(around: Parameters<typeof ctxOf>[0], ref: string, disabled: boolean) {
  const ctx = await ctxOf(around)
  const data = await disableUser(ctx, await findAccount(ctx, ref), disabled)
  return { data, text: `${ref} is ${disabled ? 'disabled' : 'enabled'}.` }
}

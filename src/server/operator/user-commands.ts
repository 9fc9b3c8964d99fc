import { z } from 'zod'
import { roles } from '#contract/endpoint.ts'
import { Handle, PersonName } from '#contract/identity/identity.ts'
import { deleteAccount } from '#server/account-deletion/delete-account.ts'
import { createUser, setUserDisabled, findAccount, signOutUser } from '#server/identity/manage-users.ts'
import { createPerson } from '#server/people/create.ts'
import { changeRole } from '#server/people-admin/manage.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { type Command, ctxOf, parseArg } from './command.ts'

const USER = 'HANDLE|EMAIL|UID'

export const userCommands: readonly Command[] = [
  {
    words: ['user', 'list'],
    usage: '',
    summary: 'Lists authors, editors and admins.',
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
    usage: '--name NAME --handle HANDLE [--email EMAIL --password PASSWORD] [--role ROLE]',
    summary: 'Creates a person. With an email and a password, they can sign in.',
    async run(context, { name, handle, role, email, password }) {
      const person = {
        name: parseArg('--name', PersonName, name),
        handle: parseArg('--handle', Handle, handle),
        role: parseArg('--role', z.enum(roles), role ?? 'reader'),
      }
      const ctx = await ctxOf(context)
      const created =
        email === undefined
          ? await inTransaction(ctx, (tx) => createPerson(tx, { ...person, welcomed: true }))
          : await createUser(ctx, { ...person, email, password: parseArg('--password', z.string(), password) })
      return { data: { ...created, ...person }, text: `Created ${person.handle} (${created.id}).` }
    },
  },
  {
    words: ['user', 'role'],
    usage: 'HANDLE ROLE',
    summary: `Changes a person's role: ${roles.join(', ')}.`,
    async run(context, { rest: [handle = '', role] }) {
      const newRole = parseArg('ROLE', z.enum(roles), role)
      const person = await changeRole(await ctxOf(context), { handle }, { role: newRole, reason: '' })
      return { data: person, text: `${person.handle} is now ${person.role}.` }
    },
  },
  {
    words: ['user', 'disable'],
    usage: USER,
    summary: 'Disables an account and hides the profile.',
    run: (context, { rest: [ref = ''] }) => setDisabled(context, ref, true),
  },
  {
    words: ['user', 'enable'],
    usage: USER,
    summary: 'Enables a disabled account.',
    run: (context, { rest: [ref = ''] }) => setDisabled(context, ref, false),
  },
  {
    words: ['user', 'sign-out'],
    usage: USER,
    summary: 'Ends all sessions of an account.',
    async run(context, { rest: [ref = ''] }) {
      const ctx = await ctxOf(context)
      const account = await findAccount(ctx, ref)
      await signOutUser(ctx, account)
      return { data: { uid: account.uid, signedOut: true }, text: `${ref} is signed out everywhere.` }
    },
  },
  {
    words: ['user', 'delete'],
    usage: USER,
    summary: 'Permanently deletes an account and withdraws its stories.',
    async run(context, { rest: [ref = ''] }) {
      const ctx = await ctxOf(context)
      const { uid } = await findAccount(ctx, ref)
      await deleteAccount(ctx, uid)
      return { data: { uid, deleted: true }, text: `Deleted ${ref}.` }
    },
  },
]

async function setDisabled(context: Parameters<typeof ctxOf>[0], ref: string, disabled: boolean) {
  const ctx = await ctxOf(context)
  const data = await setUserDisabled(ctx, await findAccount(ctx, ref), disabled)
  return { data, text: `${ref} is ${disabled ? 'disabled' : 'enabled'}.` }
}

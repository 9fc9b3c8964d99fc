import { readFile } from 'node:fs/promises'

/** The OS user that runs PostgreSQL, which refuses to run as root. */
export type Account = { uid: number; gid: number }

/** Null when this process is not root and can run PostgreSQL itself. */
export async function unprivilegedAccount(): Promise<Account | null> {
  if (process.getuid?.() !== 0) return null
  const users = (await readFile('/etc/passwd', 'utf8')).split('\n').map((line) => line.split(':'))
  for (const wanted of ['postgres', 'nobody']) {
    const [, , uid, gid] = users.find(([name]) => name === wanted) ?? []
    if (uid && gid) return { uid: Number(uid), gid: Number(gid) }
  }
  throw new Error('PostgreSQL cannot run as root, and there is no "postgres" or "nobody" user to run it as.')
}

import type { AdminPerson, AdminPersonDetails } from '#contract/people-admin/people-admin.ts'
import type { PageOf } from '#contract/shapes.ts'
import type { Viewer } from '#contract/viewer.ts'
import { listAudit } from '#server/audit/list.ts'
import { describeDevice } from '#server/identity/devices.ts'
import {
  findAccountByUid,
  findSecondFactor,
  listActiveSessions,
  listPasskeys,
  listProviders,
} from '#server/identity/find-accounts.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { orNotFound } from '#server/platform/or-not-found.ts'
import { listExports } from './export/exports.ts'
import { presentAdminPerson, presentNote } from './present.ts'
import { type PeopleQuery, membershipOfPerson, notesAbout, peoplePage, personById, personCounts } from './queries.ts'

const MAX_AUDIT = 10

export async function listPeople({ db, site, now }: Ctx, asked: PeopleQuery): Promise<PageOf<AdminPerson>> {
  const { shown, next } = await peoplePage(db, asked, now())
  return { items: shown.map((row) => presentAdminPerson(site.base, row)), next }
}

export async function getPersonDetails(ctx: Ctx<Viewer>, id: string): Promise<AdminPersonDetails> {
  const { db, site, viewer } = ctx
  const person = await orNotFound(personById(db, id))
  const [found, counts, membership, notes, exports, audit] = await Promise.all([
    person.uid ? accountOf(ctx, person.uid) : null,
    personCounts(db, id),
    membershipOfPerson(db, id, ctx.now()),
    notesAbout(db, id),
    listExports(ctx, id),
    listAudit(ctx, { target: `person:${id}`, limit: MAX_AUDIT }),
  ])
  return {
    ...presentAdminPerson(site.base, { ...person, email: found?.email ?? null, sortKey: null, sortId: null }),
    self: id === viewer.id,
    about: person.about,
    membership,
    account: found?.account ?? null,
    sessions: found?.sessions ?? [],
    counts: { ...counts, followers: person.followerCount },
    notes: notes.map((note) => presentNote(viewer.id, note)),
    exports,
    audit: audit.items,
  }
}

/** Without any secret: what an admin needs to help with a sign-in. */
async function accountOf({ db, now, identity, signedIn }: Ctx, uid: string) {
  const account = await findAccountByUid(db, uid)
  if (!account) return null
  const [providers, passkeys, factor, sessions] = await Promise.all([
    listProviders(db, uid),
    listPasskeys(db, uid),
    findSecondFactor(db, uid),
    listActiveSessions(db, uid, now()),
  ])
  return {
    email: account.email,
    account: {
      emailVerified: account.emailVerified,
      hasPassword: account.passwordHash !== null,
      providers: providers.map(
        ({ providerId }) => identity.providers.find(({ id }) => id === providerId)?.name ?? providerId,
      ),
      passkeys: passkeys.length,
      twoStep: factor !== undefined,
      createdAt: account.createdAt.toISOString(),
      lastSignInAt: account.lastSignInAt.toISOString(),
    },
    sessions: sessions.map(({ id, device, createdAt, lastUsedAt }) => ({
      id,
      device: describeDevice(device),
      createdAt: createdAt.toISOString(),
      lastUsedAt: lastUsedAt.toISOString(),
      current: id === signedIn?.sessionId,
    })),
  }
}

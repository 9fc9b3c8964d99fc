import { readConfig } from '#server/config.ts'
import { openBlobs } from '#server/platform/blobs/open.ts'
import { openDatabase } from '#server/platform/db.ts'
import { newId } from '#server/platform/ids.ts'
import { createLog } from '#server/platform/log.ts'
import { openEmbedded } from '#server/platform/postgres/embedded.ts'
import { systemCtx } from '#server/platform/system-ctx.ts'
import { createDraft, saveDraft } from '#server/articles/drafts/drafts.ts'
import { findViewer } from '#server/identity/identify.ts'
import { testVault } from './vault.ts'
import { longDraftText } from './draft-text.ts'

/** Saves drafts until it is killed. Prints the id and version of each acknowledged save. */
async function write(dataDir: string, uid: string) {
  const log = createLog({ level: 'silent', file: null })
  const { url } = await openEmbedded({ dataDir, log })
  const { db, pool } = openDatabase(url, { log })
  // The test may kill the database first.
  pool.on('error', () => process.exit(1))
  const { site, identity, storage } = readConfig({})
  const system = systemCtx({ db, log, site, identity, vault: testVault, storage, blobs: openBlobs(storage.blobs) })
  const viewer = await findViewer(system, uid)
  if (!viewer) throw new Error(`no person with uid ${uid}`)
  const ctx = { ...system, viewer }
  for (;;) {
    const id = newId()
    await createDraft(ctx, { id, save: 'begun', title: 'Typed in a storm' })
    for (let version = 1; version <= 10; version++) {
      const saved = await saveDraft(ctx, id, { body: longDraftText(version + 1), version, save: `save-${version}` })
      process.stdout.write(`${id} ${saved.version}\n`)
    }
  }
}

const [dataDir = '', uid = ''] = process.argv.slice(2)
await write(dataDir, uid)

import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { SECOND_MS } from '#contract/constants.ts'
import type { SystemCheck } from '#contract/operations/operations.ts'
import { runChecks } from '#server/operator/doctor.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { newId } from '#server/platform/ids.ts'
import { describeFailure } from '#server/platform/jobs/job-monitor.ts'
import type { MailConfig } from '#server/platform/mail.ts'
import type { System } from './system.ts'

const TIMEOUT_MS = 10 * SECOND_MS

type Checked = { at: string; checks: SystemCheck[] }

/** The checks read whole tables, so they run once at a time; a second caller gets the same result. */
export function createChecks({ config, database, getMail }: System) {
  let running: Promise<Checked> | null = null

  async function check(ctx: Pick<Ctx, 'blobs' | 'now'>): Promise<Checked> {
    const [doctor, blobs, mail] = await Promise.all([
      runChecks({ db: database.db, pool: database.pool, config }),
      checkBlobs(ctx),
      checkMail(getMail()),
    ])
    return { at: ctx.now().toISOString(), checks: [...doctor, blobs, mail] }
  }

  return function runOnce(ctx: Pick<Ctx, 'blobs' | 'now'>): Promise<Checked> {
    running ??= check(ctx).finally(() => (running = null))
    return running
  }
}

/** Writes, reads and deletes a small file. */
async function checkBlobs({ blobs }: Pick<Ctx, 'blobs'>): Promise<SystemCheck> {
  const key = newId()
  return reportOn('file store', 'writable and readable', async () => {
    await blobs.put(key, Readable.from([Buffer.from(key)]))
    try {
      const read = await text(await blobs.read(key))
      if (read !== key) throw new Error('The content that was read is not what was written.')
    } finally {
      await blobs.remove(key)
    }
  })
}

async function checkMail(config: MailConfig): Promise<SystemCheck> {
  if (config.kind === 'stored') return { check: 'mail server', ok: true, found: 'none configured' }
  return reportOn('mail server', `${new URL(config.url).host} accepts mail`, async () => {
    const { createTransport } = await import('nodemailer')
    const limits = { connectionTimeout: TIMEOUT_MS, greetingTimeout: TIMEOUT_MS, socketTimeout: TIMEOUT_MS }
    const transport = createTransport({ url: config.url, ...limits })
    try {
      await transport.verify()
    } finally {
      transport.close()
    }
  })
}

/** A failure is the finding, not an error of the request. */
async function reportOn(check: string, found: string, work: () => Promise<void>): Promise<SystemCheck> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('It does not respond.')), TIMEOUT_MS)
  })
  try {
    await Promise.race([work(), late])
    return { check, ok: true, found }
  } catch (error) {
    return { check, ok: false, found: describeFailure(error) }
  } finally {
    clearTimeout(timer)
  }
}

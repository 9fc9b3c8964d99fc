import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { SECOND_MS } from '#contract/constants.ts'
import type { StorageCheck } from '#contract/storage.ts'
import { recordAudit } from '#server/audit/record.ts'
import type { Blobs } from '#server/platform/blobs/blobs.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { codeOf } from '#server/platform/errors.ts'
import { newId } from '#server/platform/ids.ts'
import { describeFailure } from '#server/platform/jobs/job-monitor.ts'

const STEP_TIMEOUT_MS = 10 * SECOND_MS

type Step = StorageCheck['steps'][number]
type Plan = { step: Step['step']; done: string; run(): Promise<void> }

/** A failure is the result, not an error. The object of a write that failed or timed out is deleted when the write ends. */
export async function checkStorage(ctx: Pick<Ctx, 'blobs' | 'now' | 'db' | 'viewer' | 'session' | 'log'>) {
  const { blobs, now } = ctx
  const key = newId()
  let writing = Promise.resolve()
  const plan: Plan[] = [
    {
      step: 'write',
      done: 'A small object was written.',
      run: () => (writing = blobs.put(key, Readable.from([Buffer.from(key)]))),
    },
    { step: 'read', done: 'The content is what was written.', run: () => readBack(blobs, key) },
    { step: 'list', done: 'The object is in the list.', run: () => findInList(blobs, key) },
    { step: 'delete', done: 'The object was deleted.', run: () => removeAndVerify(blobs, key) },
  ]
  const steps: Step[] = []
  for (const { step, done, run } of plan) {
    const isWritten = steps[0]?.ok !== false
    if (isWritten) steps.push(await measure(step, done, run))
    else steps.push({ step, ok: null, ms: 0, found: 'Skipped, because nothing was written.' })
  }
  if (steps[0]?.ok === false) void removeAfter(writing, ctx, key)
  const ok = steps.every((one) => one.ok)
  await recordAudit(ctx, { action: 'storage.checked', target: { kind: 'setting', id: 'storage' }, after: { ok } })
  return { ok, at: now().toISOString(), steps } satisfies StorageCheck
}

async function removeAfter(writing: Promise<void>, { blobs, log }: Pick<Ctx, 'blobs' | 'log'>, key: string) {
  await Promise.allSettled([writing])
  await blobs.remove(key).catch((error: unknown) => log.warn({ err: error, key }, 'object of a check not deleted'))
}

async function readBack(blobs: Blobs, key: string) {
  if ((await text(await blobs.read(key))) !== key) throw new Error('The content that was read is not what was written.')
}

async function findInList(blobs: Blobs, key: string) {
  if (!(await blobs.list(key)).includes(key)) throw new Error('The object is not in the list.')
}

async function removeAndVerify(blobs: Blobs, key: string) {
  await blobs.remove(key)
  const left = await blobs.find(key)
  left?.bytes.destroy()
  if (left) throw new Error('The object is still there.')
}

async function measure(step: Step['step'], done: string, run: () => Promise<void>): Promise<Step> {
  const since = performance.now()
  const elapsed = () => Math.round(performance.now() - since)
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    const message = `The storage did not answer within ${STEP_TIMEOUT_MS / SECOND_MS} seconds.`
    timer = setTimeout(() => reject(new Error(message)), STEP_TIMEOUT_MS)
  })
  try {
    await Promise.race([run(), late])
    return { step, ok: true, ms: elapsed(), found: done }
  } catch (error) {
    return { step, ok: false, ms: elapsed(), found: explain(error, step) }
  } finally {
    clearTimeout(timer)
  }
}

function explain(error: unknown, step: Step['step']) {
  const code = codeOf(error) ?? (error instanceof Error ? error.name : '')
  const reason = describeFailure(error)
  const advice = adviceFor(code, step)
  return advice ? `${reason} ${advice}` : reason
}

function adviceFor(code: string, step: Step['step']) {
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS')
    return 'Give the user that runs the site write permission to the folder.'
  if (code === 'ENOSPC') return 'The disk is full. Free some space.'
  if (code === 'NoSuchBucket') return 'Create the bucket, or correct S3_BUCKET.'
  if (code === 'InvalidAccessKeyId' || code === 'SignatureDoesNotMatch' || code === 'CredentialsProviderError')
    return 'Check S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY.'
  if (code === 'AccessDenied' && step === 'list')
    return 'The key may not list the bucket (s3:ListBucket). The site works without it; moving objects needs it.'
  if (code === 'AccessDenied') return 'Give the key permission to write, read and delete objects of the bucket.'
  if (['ECONNREFUSED', 'ENOTFOUND', 'ETIMEDOUT', 'EAI_AGAIN'].includes(code)) return 'Check S3_ENDPOINT.'
  return ''
}

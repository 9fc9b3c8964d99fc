import type { FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '#contract/errors.ts'
import { ListQuery, MetadataChange } from '#contract/firebase/storage.ts'
import { hashSecret } from '#server/identity/secrets.ts'
import { rateLimitAddress } from '#server/platform/api-routes.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import type { Address } from './address.ts'
import { getCaller } from '#server/storage/caller.ts'
import { drain, readJson } from './body.ts'
import { download } from './download.ts'
import { listObjects } from '#server/storage/list.ts'
import { type ObjectRow, updateObjectMetadata, findObject, deleteObject } from '#server/storage/objects.ts'
import { presentObject } from './present.ts'
import { requireAllowed } from '#server/storage/policy.ts'

export type Call = { ctx: Ctx; request: FastifyRequest; reply: FastifyReply; address: Address; prefix: string }

/** The bytes with `alt=media`, otherwise the metadata; without a name, the list. */
export async function getObject(call: Call) {
  const { ctx, request, reply, address } = call
  await ctx.limits.take('read', rateLimitAddress(request.ip))
  if (address.name === null) return list(call)
  const object = await findReadableObject(
    ctx,
    { bucket: address.bucket, name: address.name },
    address.query.get('token'),
  )
  if (address.query.get('alt') === 'media') return download(ctx, object, request, reply)
  return presentObject(object)
}

/** Does not reveal whether an object exists to callers who may not read it. */
async function findReadableObject(
  ctx: Ctx,
  place: { bucket: string; name: string },
  token: string | null,
): Promise<ObjectRow> {
  const object = await findObject(ctx.db, place)
  if (object && token && hashSecret(token).equals(hashSecret(object.downloadToken))) return object
  requireAllowed(await getCaller(ctx), 'read', place.name)
  if (!object) throw new Refusal('object-not-found')
  return object
}

async function list({ ctx, address }: Call) {
  const query = ListQuery.parse(Object.fromEntries(address.query))
  requireAllowed(await getCaller(ctx), 'read', query.prefix)
  return listObjects(ctx.db, address.bucket, query)
}

export async function patchObject({ ctx, request, address }: Call) {
  try {
    const name = requireName(address)
    const caller = await getCaller(ctx)
    requireAllowed(caller, 'write', name)
    await ctx.limits.take('upload', caller?.viewer?.id ?? rateLimitAddress(request.ip))
    const wanted = MetadataChange.parse(await readJson(request))
    const place = { bucket: address.bucket, name }
    return presentObject(await inTransaction(ctx, (tx) => updateObjectMetadata(tx, place, wanted)))
  } finally {
    drain(request)
  }
}

export async function remove({ ctx, request, reply, address }: Call) {
  const name = requireName(address)
  const caller = await getCaller(ctx)
  requireAllowed(caller, 'delete', name)
  await ctx.limits.take('upload', caller?.viewer?.id ?? rateLimitAddress(request.ip))
  await inTransaction(ctx, (tx) => deleteObject(tx, address.bucket, name))
  return reply.status(204).send()
}

function requireName({ name }: Address): string {
  if (name === null) throw new Refusal('invalid-argument')
  return name
}
